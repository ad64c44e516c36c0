import { expect, it } from "vitest";

import { scanReply } from "../../app/wholesale/scan-reply.ts";

/** Returns the items' texts, or null if there is no list. */
function itemsOf(text: string, at?: string): string[] | "too-large" | null {
  const body = Buffer.from(text);
  const scanned = scanReply(body, at);
  if (scanned === null || scanned === "too-large") return scanned;
  expect(body.toString("utf8", scanned.list.start, scanned.list.end)).toMatch(/^\[[^]*\]$/);
  return scanned.items.map(({ start, end }) => body.toString("utf8", start, end).trim());
}

it.each<[string, string | undefined, string[] | null]>([
  ['{"products":[{"id":1},{"id":2}],"next":null}', "products", ['{"id":1}', '{"id":2}']],
  ['[ {"id":1} , [2,3], "a,]b" ]', undefined, ['{"id":1}', "[2,3]", '"a,]b"']],
  ['{"products": [ ] }', "products", []],
  ['{"products":[1]}', "articles", null],
  ['{"data":{"products":[1]}}', "products", null],
  ['{"products":{"0":1}}', "products", null],
  ['{"a":"products","b":[1],"products":[2]}', "products", ["2"]],
  // The last of two equal fields counts in JSON.
  ['{"products":[1],"products":[2]}', "products", ["2"]],
  [String.raw`{"x":"\"products","products":["\\\"]"]}`, "products", [String.raw`"\\\"]"`]],
  ['{"products":[{"name":"Größe 東京 😀"}]}', "products", ['{"name":"Größe 東京 😀"}']],
  ['{"products":[1,2', "products", null],
  ["", "products", null],
  ["<html>", "products", null],
])("scanReply finds in %s the list %s: %o", (text, at, items) => {
  expect(itemsOf(text, at)).toEqual(items);
});

it.each([
  ["deeper than any contract", "[".repeat(51) + "]".repeat(51)],
  ["of more entries than a page can have", `[${"0,".repeat(40_001)}0]`],
  ["of more fields than a thing has", `{${'"a":1,'.repeat(501)}"b":1}`],
])("scanReply rejects an overlong reply: %s", (_, text) => {
  expect(scanReply(Buffer.from(text))).toBe("too-large");
});
