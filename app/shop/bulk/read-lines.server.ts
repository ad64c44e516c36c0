/** Longer than any object of a result, even a product with all its variants. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Splits a stream into lines, without empty ones. Keeps only one line in memory.
 * @throws Error if a line is too long.
 */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Kept as pieces: joining with each new piece would take quadratic time for a long line.
  let begun: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = textOf([...begun, piece.subarray(start, end)]);
      begun = [];
      bytes = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
    if (start === piece.length) continue;
    begun.push(piece.subarray(start));
    bytes += piece.length - start;
    if (bytes > MAX_LINE_BYTES) throw new Error(`A line is longer than ${String(MAX_LINE_BYTES)} bytes.`);
  }
  const last = textOf(begun);
  if (last !== "") yield last;
}

const NEWLINE = 0x0a;

function textOf(pieces: Uint8Array[]): string {
  return Buffer.concat(pieces).toString("utf8").trim();
}
