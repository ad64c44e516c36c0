import { once } from "node:events";
import { type ClientRequest, createServer, request as open } from "node:http";
import type { AddressInfo } from "node:net";

import express from "express";
import { expect, it, onTestFinished } from "vitest";

import {
  dropUntrustedHeaders,
  limitAtOnce,
  limitBody,
  markLocal,
  receiveBody,
  requireSignature,
} from "../../../app/lib/http/guard-requests.ts";

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
  const post = (headers: Record<string, string> = {}, path = "/", method = "POST") =>
    open({ port: (server.address() as AddressInfo).port, path, method, headers, agent: false });
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

it("accepts a body up to the limit of the requested path, with and without a content length", async () => {
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

it("rejects a request before its body if the announced length is above the limit, and closes the connection", async () => {
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

it("rejects a POST with a missing, empty or malformed signature before its body, and lets a GET pass", async () => {
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
  const read = post({}, "/", "GET");
  read.end();
  expect(await statusOf(read)).toBe(200);
});

it.each<[string, Record<string, string>, boolean]>([
  ["this machine's own", {}, true],
  ["one that a proxy names", { "x-forwarded-host": "app.example" }, false],
  ["one that a proxy passes on for another", { "x-forwarded-for": "203.0.113.7" }, false],
  ["one of the app's public name", { host: "app.example" }, false],
])("distinguishes this machine's own requests from all others: %s", async (_, headers, isLocal) => {
  const tell: express.RequestHandler = (_request, response) => {
    response.status(response.locals["isLocal"] === true ? 200 : 403).end();
  };
  const { post } = await serve(markLocal, dropUntrustedHeaders, tell);
  const request = post(headers);
  request.end();
  expect(await statusOf(request)).toBe(isLocal ? 200 : 403);
});

/** Holds each request until `answer` is called. */
function hold() {
  const held: (() => void)[] = [];
  const wait: express.RequestHandler = (_request, response) => {
    held.push(() => response.end());
  };
  return { held, wait };
}

it("runs two of four concurrent requests, lets one wait, and rejects the fourth with status 503", async () => {
  const { held, wait } = hold();
  const { post } = await serve(limitAtOnce({ running: 2, waiting: 1 }), wait);
  const answers = Array.from({ length: 4 }, () => {
    const request = post();
    request.end("1");
    return statusOf(request);
  });
  expect(await Promise.race(answers)).toBe(503);
  expect(held).toHaveLength(2);
  for (let answered = 0; answered < 3; answered += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(answered);
    held[answered]?.();
  }
  expect((await Promise.all(answers)).toSorted()).toEqual([200, 200, 200, 503]);
});

it("frees the slot of a request that hung up while it waited", async () => {
  const { held, wait } = hold();
  let arrived = 0;
  const count: express.RequestHandler = (_request, _response, next) => {
    arrived += 1;
    next();
  };
  const { post } = await serve(count, limitAtOnce({ running: 1, waiting: 10 }), wait);
  const begin = async () => {
    const request = post();
    const answer = statusOf(request);
    request.end("1");
    const before = arrived;
    await expect.poll(() => arrived).toBe(before + 1);
    return { request, answer };
  };
  const first = await begin();
  const gone = await begin();
  gone.request.destroy();
  const last = await begin();
  expect(held).toHaveLength(1);
  held[0]?.();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  expect(await Promise.all([first.answer, last.answer])).toEqual([200, 200]);
});

it("gives a slot to a request whose body has arrived, however many others send no body", async () => {
  const { post } = await serve(
    receiveBody({ bytesAtMost: 100 }),
    limitAtOnce({ running: 1, waiting: 1 }),
    answer,
  );
  const idle = Array.from({ length: 50 }, () => {
    const request = post({ "content-length": "10" });
    request.on("error", () => undefined);
    request.write("1");
    return request;
  });
  await Promise.all(idle.map((request) => once(request, "socket")));
  for (let request = 0; request < 3; request += 1) {
    const whole = post({ "content-length": "1" });
    whole.end("1");
    expect(await statusOf(whole)).toBe(200);
  }
  for (const request of idle) request.destroy();
});

it("rejects a body if all unfinished bodies together would exceed the limit", async () => {
  const { post } = await serve(receiveBody({ bytesAtMost: 100 }), answer);
  const large = post({ "content-length": "90" });
  large.write("a".repeat(80));
  // Once the first has arrived, no other has room.
  await expect
    .poll(async () => {
      const small = post({ "content-length": "40" });
      small.end("a".repeat(40));
      return statusOf(small);
    })
    .toBe(503);
  large.end("a".repeat(10));
  expect(await statusOf(large)).toBe(200);
  const next = post({ "content-length": "100" });
  next.end("a".repeat(100));
  await expect.poll(() => statusOf(next)).toBe(200);
});

it("reads a body that arrived in time, even if the process stood still past its deadline", async () => {
  const seen: string[] = [];
  const note: express.RequestHandler = (request, _response, next) => {
    seen.push(request.method);
    next();
  };
  const { post } = await serve(note, receiveBody({ bytesAtMost: 100, withinMs: 20 }), answer);
  const request = post({ "content-length": "1" });
  request.flushHeaders();
  const status = statusOf(request);
  while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  request.end("1");
  // Blocks the event loop, as a slow start does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await status).toBe(200);
});

it("ends a request whose body does not arrive in time", async () => {
  const { post } = await serve(receiveBody({ bytesAtMost: 100, withinMs: 20 }), answer);
  const late = post({ "content-length": "1" });
  late.flushHeaders();
  expect(await statusOf(late)).toBe("cut off");
});

const answer: express.RequestHandler = (_request, response) => {
  response.end();
};
