import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { getGlobalDispatcher } from "undici";
import undici from "undici/package.json" with { type: "json" };
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { leanFetch } from "../../app/lib/http/lean-fetch.ts";

const COMPRESS = { br: brotliCompressSync, gzip: gzipSync };
type Encoding = keyof typeof COMPRESS;
const ENCODINGS = Object.keys(COMPRESS) as Encoding[];
const LONG = "Kaffeetasse, blau. ".repeat(10_000);

/** Answers according to the path. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ method: request.method, headers: request.headers, body });
    const [, kind = "", value = "", more = ""] = (request.url ?? "").split("/");
    if (kind === "status") response.writeHead(Number(value), { location: "/status/200" }).end();
    else if (kind === "empty")
      response.writeHead(Number(value), { "content-encoding": decodeURIComponent(more) }).end();
    else if (kind === "odd") response.writeHead(200, { "content-encoding": "gzip" }).end("not compressed");
    else if (kind === "both")
      response.writeHead(200, { "content-encoding": "gzip, br" }).end(brotliCompressSync(gzipSync(LONG)));
    else if (kind === "cut")
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(LONG).subarray(0, 50));
    else if (kind === "twice") response.writeHead(200, ["set-cookie", "a=1", "set-cookie", "b=2"]).end("{}");
    else response.writeHead(200, { "content-encoding": value }).end(COMPRESS[value as Encoding](LONG));
  });
}).listen(0, "127.0.0.1");
afterAll(() => server.close());

const received: (Pick<IncomingMessage, "method" | "headers"> & { body: string })[] = [];
beforeEach(() => {
  received.length = 0;
});

function address(path: string): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`;
}

describe("leanFetch", () => {
  it.each(ENCODINGS)("reads a body compressed as %s", async (encoding) => {
    const response = await leanFetch(address(`/compressed/${encoding}`));
    expect(await response.text()).toBe(LONG);
    expect(received[0]?.headers["accept-encoding"]).toContain(encoding);
  });

  it("returns the readable part of a compressed body that breaks off", async () => {
    const response = await leanFetch(address("/cut"));
    expect(response.status).toBe(200);
    expect(LONG).toContain(await response.text());
  });

  it.each([200, 204, 205, 304, 401, 503])(
    "accepts a %i reply that claims to be compressed but is empty",
    async (status) => {
      for (const encoding of ["gzip", "x-gzip", "br", "deflate", "constructor", "gzip, br"]) {
        const response = await leanFetch(address(`/empty/${String(status)}/${encoding}`));
        expect([response.status, await response.text()]).toEqual([status, ""]);
      }
    },
  );

  it.each(["/empty/401/gzip", "/cut", "/odd"])(
    "does not end the process if the reply at %s is never read",
    async (path) => {
      await leanFetch(address(path));
      // An unhandled error would end the process, and this test with it.
      await new Promise((resolve) => setImmediate(resolve));
      expect((await leanFetch(address("/status/200"))).status).toBe(200);
    },
  );

  it("reads a body that is compressed twice", async () => {
    expect(await (await leanFetch(address("/both"))).text()).toBe(LONG);
  });

  it("rejects an invalid status", async () => {
    await expect(leanFetch(address("/status/999"))).rejects.toThrow("fetch failed");
  });

  it("stops connecting when its signal aborts", async () => {
    // Accepts the connection without a TLS handshake.
    const silent = createTcpServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    onTestFinished(() => void silent.close());
    const ended = leanFetch(`https://127.0.0.1:${String((silent.address() as AddressInfo).port)}/`, {
      signal: AbortSignal.timeout(200),
    });
    await expect(ended).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it.each([301, 302, 307, 308, 421])("sends one request even after the status %i", async (status) => {
    const response = await leanFetch(address(`/status/${String(status)}`), { method: "POST", body: "ä" });
    expect(response.status).toBe(status);
    expect(received).toMatchObject([{ method: "POST", body: "ä", headers: { "content-length": "2" } }]);
  });

  it.each([204, 205, 304])("accepts %i, which has no body", async (status) => {
    const response = await leanFetch(address(`/status/${String(status)}`));
    expect([response.status, await response.text()]).toEqual([status, ""]);
  });

  it("keeps every header, including repeated ones", async () => {
    const { headers } = await leanFetch(address("/twice"));
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("sends a Request unchanged", async () => {
    const headers = { "content-type": "application/json", "x-reseller-api-key": "rk_any" };
    await leanFetch(new Request(address("/compressed/gzip"), { method: "PUT", headers, body: "{}" }));
    expect(received).toMatchObject([{ method: "PUT", headers, body: "{}" }]);
  });

  it("reports a failed connection as fetch does", async () => {
    const failed = leanFetch("http://127.0.0.1:1/");
    await expect(failed).rejects.toMatchObject({ message: "fetch failed", cause: { code: "ECONNREFUSED" } });
  });

  it("uses the dispatcher of Node's built-in undici, which has the same major version", async () => {
    await leanFetch(address("/status/204"));
    expect(Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"))).toBe(getGlobalDispatcher());
    expect(process.versions["undici"]?.split(".")[0]).toBe(undici.version.split(".")[0]);
  });

  it("rejects with its signal's reason", async () => {
    const reason = new Error("Too late.");
    const ended = leanFetch(address("/compressed/gzip"), { signal: AbortSignal.abort(reason) });
    await expect(ended).rejects.toBe(reason);
  });
});
