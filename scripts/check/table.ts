/** The widest line that a check prints. */
export const WIDTH = 100;

/** A row of cells, each of its own width, and beside them these texts, wrapped so that it all stays within `WIDTH`. */
export function inRow(cells: { text: string; width: number }[], texts: string[]): string {
  const head = cells.map(({ text, width }) => text.padEnd(width)).join("");
  const lines = texts.flatMap((text) => wrap(text, WIDTH - head.length));
  return [head + (lines.shift() ?? ""), ...lines.map((line) => " ".repeat(head.length) + line)]
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Breaks at spaces, and where there is none to break at, anywhere; later lines are set in. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  // Names of another side's own choosing must not steer the terminal.
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
