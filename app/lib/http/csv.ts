/** Null is an empty cell. */
export type Cell = string | number | null;

/** A file whose rows are read page by page. */
export type CsvFile = { header: string[]; pages: AsyncIterable<Cell[][]> };

/**
 * Returns a file as a response. Reads the next page of rows only when the client has received the previous one,
 * so that a large file does not fill the memory.
 *
 * @param name without ".csv".
 */
export function csvResponse(name: string, { header, pages }: CsvFile): Response {
  const encoder = new TextEncoder();
  const text = textOf({ header, pages });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await text.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Cache-Control": "no-store",
  };
  return new Response(body, { headers });
}

async function* textOf({ header, pages }: CsvFile): AsyncGenerator<string, void> {
  // Without this byte order mark, Excel reads UTF-8 as Windows-1252 or another legacy charset.
  yield `\ufeff${toLine(header)}`;
  for await (const rows of pages) yield rows.map(toLine).join("");
}

/** Reads rows page by page. `read` gets the last row of the previous page. */
export async function* pagesAfter<Row>(
  read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await read(last);
    last = rows.at(-1) ?? null;
    if (last === null) return;
    yield rows;
  }
}

/** Turns the rows of each page into cells. */
export async function* mapPages<R>(
  pages: AsyncIterable<R[]>,
  toCells: (row: R) => Cell[],
): AsyncGenerator<Cell[][], void> {
  for await (const rows of pages) yield rows.map(toCells);
}

/** Formats a line (RFC 4180). */
export function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Spreadsheets evaluate a cell that begins with one of these characters as a formula (OWASP, CSV Injection).
 */
const FORMULA = /^[\s]*[=+\-@\t\r|%\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function toCell(cell: Cell): string {
  const text = cell === null ? "" : String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
