import { describe, expect, it } from "vitest";

import { csvResponse, pagesAfter, toLine } from "../../../app/lib/http/csv.ts";

describe("a line of CSV", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+49 221", "'+49 221"],
    ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", '"\'\t=1"'],
    [" =1", "' =1"],
    ["＝1", "'＝1"],
    ["-12.50", "-12.50"],
    ["#1001", "#1001"],
    ['a "b", c', '"a ""b"", c"'],
    ["two\nlines", '"two\nlines"'],
  ])("neutralizes formulas and quotes separators: %j", (cell, written) => {
    expect(toLine([cell])).toBe(`${written}\r\n`);
  });

  it("leaves unknown values empty", () => {
    expect(toLine(["a", null, 3])).toBe("a,,3\r\n");
  });
});

it("reads the pages of a CSV file only as fast as the file's reader takes them", async () => {
  let reads = 0;
  const pages = pagesAfter<number>((last) => {
    reads += 1;
    return Promise.resolve(last === 300 ? [] : [(last ?? 0) + 1]);
  });
  async function* cells() {
    for await (const rows of pages) yield rows.map((row) => [row]);
  }
  const { body } = csvResponse("numbers", { header: ["Number"], pages: cells() });
  const reader = body!.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true })).getReader();
  expect((await reader.read()).value).toBe("\ufeffNumber\r\n");
  expect((await reader.read()).value).toBe("1\r\n");
  expect(reads).toBeLessThan(10);
  await reader.cancel();
});
