/** Maximum width of a line that a check prints. */
export const WIDTH = 100;

/** Returns a row: cells with fixed widths, then the texts, wrapped so that no line is wider than `WIDTH`. */
export function inRow(cells: { text: string; width: number }[], texts: string[]): string {
  const head = cells.map(({ text, width }) => text.padEnd(width)).join("");
  const lines = texts.flatMap((text) => wrap(text, WIDTH - head.length));
  return [head + (lines.shift() ?? ""), ...lines.map((line) => " ".repeat(head.length) + line)]
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Wraps a text at spaces, or anywhere if a line has no space. Indents later lines. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  // Replaces control characters, with which a name from another system could change the terminal.
  let rest = text.replace(/[\x00-\x1f\x7f-\x9f]/g, "?");
  while (rest.length > width) {
    const space = rest.lastIndexOf(" ", width);
    const end = space > 2 ? space : width;
    lines.push(rest.slice(0, end));
    rest = `  ${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
