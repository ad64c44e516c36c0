/**
 * The benchmark's supplier, a process of its own: the two documented operations, and a product list made beforehand, so that
 * answering takes next to no time. `node supplier.ts PRODUCTS` prints its address; `POST /show` says what the list holds.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { benchProduct } from "./products.ts";

/** The list's contents: the number of products, one more in front or not, every hundredth one changed or not. */
export type Shown = { products: number; oneInFront: boolean; changed: boolean };

const LARGEST_PAGE = 500;
const products = Number(process.argv[2]);
const before = made(0);
const after = made(1);
const inFront = Buffer.from(JSON.stringify(benchProduct(9_999_999)));
let shown: Shown = { products, oneInFront: false, changed: false };

const server = createServer((request, response) => {
  void answer(request).then((body) => {
    const status = request.url?.startsWith("/api/reseller/a") ? 201 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}\n`);
});

async function answer(request: IncomingMessage): Promise<Buffer | string> {
  const url = new URL(request.url ?? "/", "http://supplier");
  const sent = await text(request);
  switch (url.pathname) {
    case "/api/reseller/auth":
      return JSON.stringify({ token: "a.session.token" });
    case "/api/reseller/api-keys":
      return JSON.stringify({ api_key: "rk_bench", name: (JSON.parse(sent) as { name: string }).name });
    case "/show":
      shown = JSON.parse(sent) as Shown;
      return "{}";
    default:
      return page(Number(url.searchParams.get("cursor") ?? 0), Number(url.searchParams.get("limit")));
  }
}

function page(from: number, limit: number): Buffer {
  const size = Math.min(limit, LARGEST_PAGE);
  const shift = shown.oneInFront ? 1 : 0;
  const until = Math.min(from + size, shown.products + shift);
  const items = Array.from({ length: until - from }, (_, index) => itemAt(from + index - shift));
  const next = until < shown.products + shift ? `"${String(until)}"` : "null";
  const parts = items.flatMap((item, index) => (index === 0 ? [item] : [Buffer.from(","), item]));
  return Buffer.concat([Buffer.from('{"products":['), ...parts, Buffer.from(`],"next_cursor":${next}}`)]);
}

function itemAt(number: number): Buffer {
  if (number < 0) return inFront;
  const { bytes, ends } = shown.changed && number % 100 === 0 ? after : before;
  const index = bytes === after.bytes ? number / 100 : number;
  return bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
}

/** All products in one piece of memory, and where each ends; of the changed ones those that are. */
function made(revision: number): { bytes: Buffer; ends: number[] } {
  const chunks: Buffer[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let number = 0; number < products; number += revision === 1 ? 100 : 1) {
    const chunk = Buffer.from(JSON.stringify(benchProduct(number, revision)));
    chunks.push(chunk);
    end += chunk.length;
    ends.push(end);
  }
  return { bytes: Buffer.concat(chunks), ends };
}
