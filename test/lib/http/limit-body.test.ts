import { once } from "node:events";
import { type ClientRequest, createServer, request as open } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";
import { expect, it, onTestFinished } from "vitest";

import { limitAtOnce, limitBody, requireSignature } from "../../../app/lib/http/guard-requests.ts";

/** A server with these in front of a route that reads the whole body. It counts what got to it. */
async function serve(...guards: express.RequestHandler[]) {
  const reached = { requests: 0, bytes: 0 };
  const app = express();
  app.use(...guards, (request, response) => {
    reached.requests += 1;
    request.on("data", (chunk: Buffer) => (reached.bytes += chunk.length));
    request.on("error", () => undefined);
    request.on("end", () => response.end());
  });
  const server = createServer(app).listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const post = (headers: Record<string, string> = {}, path = "/") =>
    open({ port: (server.address() as AddressInfo).port, path, method: "POST", headers, agent: false });
  return { reached, post };
}

/** Returns the response's status, or "cut off". */
async function statusOf(request: ClientRequest): Promise<number | "cut off"> {
  return new Promise((resolve) => {
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => {
      resolve("cut off");
    });
  });
}

const limit = limitBody((path) => (path === "/large" ? 1000 : 10));

it("accepts a body up to the limit of its address, with and without a content length", async () => {
  const { reached, post } = await serve(limit);
  const known = post({ "content-length": "10" });
  known.end("1234567890");
  expect(await statusOf(known)).toBe(200);
  const unknown = post({ "transfer-encoding": "chunked" });
  unknown.end("1234567890");
  expect(await statusOf(unknown)).toBe(200);
  const large = post({}, "/large");
  large.end("a".repeat(1000));
  expect(await statusOf(large)).toBe(200);
  expect(reached).toEqual({ requests: 3, bytes: 1020 });
});

it("rejects a body that announces more before it is sent, and closes its connection", async () => {
  const { reached, post } = await serve(limit);
  const request = post({ "content-length": String(700 * 1024 * 1024) });
  request.write("12345");
  expect(await statusOf(request)).toBe(413);
  await once(request, "close");
  expect(reached.requests).toBe(0);
});

it("cuts off a body without a content length at the limit", async () => {
  const { reached, post } = await serve(limit);
  const request = post({ "transfer-encoding": "chunked" });
  const status = statusOf(request);
  for (let chunk = 0; !request.destroyed; chunk += 1) {
    request.write("a".repeat(8));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await status).toBe("cut off");
  // The few that were on their way in the same packet.
  expect(reached.bytes).toBeLessThan(10_000);
});

it("rejects POSTs with an empty or missing signature before the body is sent, and lets other methods pass", async () => {
  const { reached, post } = await serve(requireSignature("x-signature"));
  const signature = `${"a".repeat(43)}=`;
  const unsigned: Record<string, string>[] = [
    {},
    { "x-signature": "" },
    { "x-signature": "guessed" },
    { "x-signature": "ü".repeat(44) },
    { "other-signature": signature },
  ];
  for (const headers of unsigned) {
    const request = post({ "content-length": "10", ...headers });
    request.flushHeaders();
    expect(await statusOf(request)).toBe(401);
    request.destroy();
  }
  expect(reached.requests).toBe(0);
  const signed = post({ "x-signature": signature });
  signed.end();
  expect(await statusOf(signed)).toBe(200);
});

it("lets some concurrent requests run, makes some wait, and tells the others to come back later", async () => {
  const { reached, post } = await serve(limitAtOnce({ running: 2, waiting: 1 }));
  const begin = () => {
    const request = post({ "content-length": "1" });
    request.flushHeaders();
    return request;
  };
  const [first, second] = [begin(), begin()];
  await expect.poll(() => reached.requests).toBe(2);
  const [third, fourth] = [begin(), begin()];
  const answers = [first, second, third, fourth].map(statusOf);
  const refused = await Promise.race([answers[2], answers[3]]);
  expect(refused).toBe(503);
  expect(reached.requests).toBe(2);
  for (const request of [first, second, third, fourth]) request.end("1");
  expect((await Promise.all(answers)).toSorted()).toEqual([200, 200, 200, 503]);
});

it("frees the place of a request that hung up while it waited", async () => {
  let arrived = 0;
  const count: express.RequestHandler = (_request, _response, next) => {
    arrived += 1;
    next();
  };
  const { reached, post } = await serve(count, limitAtOnce({ running: 1, waiting: 10 }));
  const begin = async () => {
    const request = post({ "content-length": "1" });
    const answer = statusOf(request);
    request.flushHeaders();
    const before = arrived;
    await expect.poll(() => arrived).toBe(before + 1);
    return { request, answer };
  };
  const first = await begin();
  const gone = await begin();
  gone.request.destroy();
  const last = await begin();
  expect(reached.requests).toBe(1);
  first.request.end("1");
  last.request.end("1");
  expect(await Promise.all([first.answer, last.answer])).toEqual([200, 200]);
  expect(reached.requests).toBe(2);
});

it("reads a body that arrived in time, even if the process stood still past its deadline", async () => {
  const { reached, post } = await serve(limitAtOnce({ running: 1, waiting: 1, bodyWithinMs: 20 }));
  const request = post({ "content-length": "1" });
  request.flushHeaders();
  const answer = statusOf(request);
  while (reached.requests === 0) await new Promise((resolve) => setImmediate(resolve));
  request.end("1");
  // Blocks the event loop, as a slow start does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await answer).toBe(200);
});

it("ends a request whose body does not arrive in time, and frees its place", async () => {
  const { reached, post } = await serve(limitAtOnce({ running: 1, waiting: 1, bodyWithinMs: 20 }));
  const late = post({ "content-length": "1" });
  late.flushHeaders();
  expect(await statusOf(late)).toBe("cut off");
  const next = post({ "content-length": "1" });
  next.end("1");
  expect(await statusOf(next)).toBe(200);
  expect(reached.requests).toBe(2);
});
