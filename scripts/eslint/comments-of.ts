const MARKERS: Record<string, string> = { sql: "--", prisma: "///?" };

/**
 * Returns the comments of a file that ESLint does not read, each with the number of its first line. Adjacent comment
 * lines form one comment.
 */
export function commentsOf(file: string, source: string): { line: number; text: string }[] {
  const marker = MARKERS[/\.(\w+)$/.exec(file)?.[1] ?? ""] ?? "#";
  const comment = new RegExp(`^(|.*\\s)${marker}(?:\\s+(.*))?$`);
  const found: { line: number; text: string }[] = [];
  let within = false;
  for (const [index, text] of source.split("\n").entries()) {
    const [, before = "", words = ""] = comment.exec(text) ?? [text];
    const isComment = comment.test(text);
    const last = found.at(-1);
    if (isComment && within && before.trim() === "" && last) last.text += ` ${words}`;
    else if (isComment) found.push({ line: index + 1, text: words });
    within = isComment;
  }
  return found;
}
