import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, describe, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { translator } from "../../app/messages/translate.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import { failureFromTransport, WriteNotConfirmed } from "../../app/wholesale/failures.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import { startWholesale } from "../sandbox/wholesale/service.ts";
import { orderRequest } from "./order-request.ts";
import { expectSentence } from "./sentence.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";

const t = translator("en");

const supplier = await startWholesale({ products: 7 });
const call = wholesaleClient(supplier.url);
afterAll(() => supplier.close());

async function failureOf(attempt: Promise<unknown>): Promise<Failure> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

const { token } = await call("logIn", { input: supplier.account });
const { apiKey } = await call("createKey", { input: { name: "tests" }, credential: token });

describe("the two documented operations", () => {
  it("send exactly what the supplier's document shows", async () => {
    const before = supplier.requests.length;
    const session = await call("logIn", { input: supplier.account });
    const key = await call("createKey", { input: { name: "a name" }, credential: session.token });
    expect(key).toEqual({ apiKey: expect.stringMatching(/^rk_/) as string, name: "a name" });
    const [logIn, createKey] = supplier.requests.slice(before);
    expect(logIn).toMatchObject({
      method: "POST",
      path: "/api/reseller/auth",
      body: { email: supplier.account.email },
    });
    expect(logIn?.headers).not.toHaveProperty("authorization");
    expect(logIn?.headers).not.toHaveProperty("x-reseller-api-key");
    expect(logIn?.headers["content-type"]).toContain("application/json");
    expect(createKey).toMatchObject({
      method: "POST",
      path: "/api/reseller/api-keys",
      body: { name: "a name" },
    });
    expect(createKey?.headers["authorization"]).toBe(`Bearer ${session.token}`);
    expect(createKey?.headers).not.toHaveProperty("x-reseller-api-key");
  });

  it("lead to a key, which all other calls send in place of a bearer token", async () => {
    const before = supplier.requests.length;
    const page = await call("listProducts", { input: { pageSize: 3, cursor: null }, credential: apiKey });
    expect(page.items).toHaveLength(3);
    const [listed] = supplier.requests.slice(before);
    expect(listed?.headers["x-reseller-api-key"]).toBe(apiKey);
    expect(listed?.headers).not.toHaveProperty("authorization");
  });
});

describe("listing products", () => {
  it("joins all pages into the whole list", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await call("listProducts", {
        input: { pageSize: 3, cursor },
        credential: apiKey,
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });
});

describe("a failed call to the supplier", () => {
  /** Waits briefly only if no reply will come: any other reply may be late on a busy machine. */
  const limitOf = (fault: FaultName) =>
    ["timeout-after-commit", "commit-later"].includes(fault) ? { timeoutMs: 400 } : {};

  const onRead: [FaultName, Failure["code"]][] = [
    ["500", "unreachable"],
    ["429", "rate-limited"],
    ["429-retry-after", "rate-limited"],
    ["html", "unexpected-reply"],
    ["truncated", "unreachable"],
    ["reset", "unreachable"],
    ["redirect", "unexpected-reply"],
    ["unauthorized", "unauthorized"],
    ["timeout-after-commit", "unreachable"],
    ["without-field", "unexpected-reply"],
    ["wrong-type", "unexpected-reply"],
  ];
  it.each(onRead)("is classified for a read: %s as %s", async (fault, code) => {
    supplier.setFault("listProducts", fault, 5);
    const failure = await failureOf(
      call("listProducts", {
        input: { pageSize: 1, cursor: null },
        credential: apiKey,
        ...limitOf(fault),
      }),
    );
    supplier.setFault("listProducts", fault, 0);
    expect(failure.code).toBe(code);
    expect(t(failure.explanation)).toMatch(/^[A-Z].*[.!?)]$/s);
  });

  const onWrite: [FaultName, Failure["code"]][] = [
    ["500", "outcome-unknown"],
    ["500-after-commit", "outcome-unknown"],
    ["timeout-after-commit", "outcome-unknown"],
    ["commit-later", "outcome-unknown"],
    ["html", "outcome-unknown"],
    ["truncated", "outcome-unknown"],
    ["reset", "outcome-unknown"],
    ["redirect", "outcome-unknown"],
    ["wrong-prefix", "outcome-unknown"],
    ["without-field", "outcome-unknown"],
    ["wrong-type", "outcome-unknown"],
    ["429", "rate-limited"],
    ["unauthorized", "unauthorized"],
  ];
  it.each(onWrite)(
    "is classified for the creation of a key, which is sent only once: %s as %s",
    async (fault, code) => {
      supplier.setFault("createKey", fault, 5, 0);
      const before = supplier.requests.length;
      const failure = await failureOf(
        call("createKey", { input: { name: `with ${fault}` }, credential: token, ...limitOf(fault) }),
      );
      supplier.setFault("createKey", fault, 0);
      expect(failure.code).toBe(code);
      expect(supplier.requests.slice(before).filter(({ path }) => path !== "/elsewhere")).toHaveLength(1);
    },
  );

  it("has the seconds of Retry-After, so that the next try waits that long", async () => {
    supplier.setFault("listProducts", "429-retry-after", 1, 7000);
    const failure = await failureOf(
      call("listProducts", { input: { pageSize: 1, cursor: null }, credential: apiKey }),
    );
    expect(failure.retryAfterSeconds).toBe(7);
  });

  it("follows no redirect, so that key and address stay with this host", async () => {
    supplier.setFault("listProducts", "redirect");
    await failureOf(call("listProducts", { input: { pageSize: 1, cursor: null }, credential: apiKey }));
    expect(supplier.requests.filter(({ path }) => path === "/elsewhere")).toEqual([]);
  });

  it("counts as not sent if there was no connection, and as in doubt if the request may have arrived", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const nobody = wholesaleClient(`http://127.0.0.1:${String(port)}`);
    const failure = await failureOf(
      nobody("createKey", { input: { name: "never sent" }, credential: token }),
    );
    expect(failure.code).toBe("unreachable");
  });

  it("contains no key, password or token, in any form of printing", async () => {
    const { inspect } = await import("node:util");
    supplier.setFault("createKey", "html");
    supplier.setFault("listProducts", "reset", 5);
    const failures = [
      await failureOf(call("createKey", { input: { name: "secretive" }, credential: token })),
      await failureOf(call("listProducts", { input: { pageSize: 1, cursor: null }, credential: apiKey })),
      await failureOf(
        call("logIn", { input: { email: supplier.account.email, password: "hunter2-hunter2" } }),
      ),
    ];
    supplier.setFault("listProducts", "reset", 0);
    const printed = failures.map((failure) => inspect(failure, { depth: 10, showHidden: true })).join("\n");
    for (const secret of [apiKey, token, "hunter2-hunter2"]) expect(printed).not.toContain(secret);
  });
});

describe("an assumed write", () => {
  const ORDER = orderRequest();

  it("is not sent before the operator confirms the contract, and the error names the setting", async () => {
    const before = supplier.requests.length;
    for (const attempt of [
      () => call("placeOrder", { input: ORDER, credential: apiKey }),
      () => call("cancelOrder", { input: { id: "1" as SupplierOrderId }, credential: apiKey }),
    ]) {
      const failure = await failureOf(attempt());
      expect(failure).toBeInstanceOf(WriteNotConfirmed);
      expect(failure.code).toBe("rejected");
      expect(failure.message).toContain("WHOLESALE_CONTRACT_CONFIRMED");
      expectSentence(t(failure.explanation), failure.message);
    }
    expect(supplier.requests).toHaveLength(before);
  });

  it("is sent once the operator has confirmed the contract", async () => {
    const allowed = wholesaleClient(supplier.url, { assumedWrites: true });
    const order = await allowed("placeOrder", { input: ORDER, credential: apiKey });
    expect(order).toMatchObject({ reference: "SB-1-g1", status: "received" });
  });

  it("is not sent if a field that the supplier needs is missing", async () => {
    const allowed = wholesaleClient(supplier.url, { assumedWrites: true });
    const before = supplier.requests.length;
    const input = { ...ORDER, shipTo: { ...ORDER.shipTo, address1: "" } };
    const failure = await failureOf(allowed("placeOrder", { input, credential: apiKey }));
    expect(failure.code).toBe("rejected");
    expect(t(failure.explanation)).toContain("“ship_to.address1”");
    expect(supplier.requests).toHaveLength(before);
  });
});

describe("a supplier's id that would change the URL's path", () => {
  it.each([".", "..", ""])("is never sent: %j", async (id) => {
    const before = supplier.requests.length;
    const one = await failureOf(call("getOrder", { input: { id: id as never }, credential: apiKey }));
    const other = await failureOf(call("getProduct", { input: { id: id as never }, credential: apiKey }));
    for (const failure of [one, other]) {
      expect(failure.code).toBe("rejected");
      expect(t(failure.explanation)).toContain("“id”");
    }
    expect(supplier.requests).toHaveLength(before);
  });
});

describe("a reply that deviates from the contract only in unimportant fields", () => {
  it("is read", async () => {
    const server = createServer((_, response) => {
      response.writeHead(203, { "content-type": "text/plain" }).end(
        JSON.stringify({
          more: true,
          products: [
            {
              id: 7,
              name: "Plain",
              variants: [{ id: 71, price: { amount: 12.5, currency: "EUR" }, stock: 3, new: 1 }],
            },
          ],
        }),
      );
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const other = wholesaleClient(`http://127.0.0.1:${String(port)}`);
    const page = await other("listProducts", { input: { pageSize: 1, cursor: null }, credential: "rk_x" });
    server.close();
    expect(page.nextCursor).toBeNull();
    expect(page.items[0]).toMatchObject({
      id: "7",
      name: "Plain",
      brand: null,
      images: [],
      variants: [{ id: "71", sku: null, price: { amount: "12.5", currency: "EUR" }, stock: 3 }],
    });
  });
});

describe("an overlong reply", () => {
  it.each([
    ["a list without end", () => `{"products":[${"0,".repeat(200_000)}0],"next_cursor":null}`],
    ["lists within lists", () => `{"products":[${`{"variants":[${"0,".repeat(999)}0]},`.repeat(150)}0]}`],
    ["lists in lists in lists", () => `{"products":[{"id":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}`],
    ["objects in objects", () => `${'{"products":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["an object without end", () => `{${Array.from({ length: 200_000 }, (_, at) => `"${at}":1`).join()}}`],
    [
      "a product of nothing but empty variants",
      () => `{"products":[{"variants":[${"{},".repeat(90_000)}{}]}]}`,
    ],
    [
      "more values than any page has",
      () => `{"products":[{"id":"${"a,".repeat(10)}"}${",{}".repeat(700_000)}]}`,
    ],
    ["more bytes than any page has", () => `{"products":[],"x":"${"x".repeat(9_000_000)}"}`],
  ])("is rejected: %s", async (_what, body) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const other = wholesaleClient(`http://127.0.0.1:${String(port)}`);
    const failure = await failureOf(
      other("listProducts", { input: { pageSize: 1, cursor: null }, credential: "rk_x" }),
    );
    server.close();
    server.closeAllConnections();
    expect(["unexpected-reply", "unreachable"]).toContain(failure.code);
    expect(failure.message.length).toBeLessThan(500);
  });
});

describe("a connection error", () => {
  const withCode = (code: string, syscall?: string) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall }) });
  it.each([
    ["ECONNREFUSED", "connect", "unreachable"],
    ["ENOTFOUND", "getaddrinfo", "unreachable"],
    ["EHOSTUNREACH", "connect", "unreachable"],
    ["ENETUNREACH", "connect", "unreachable"],
    ["ETIMEDOUT", "connect", "unreachable"],
    ["UND_ERR_CONNECT_TIMEOUT", undefined, "unreachable"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", undefined, "unreachable"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", undefined, "unreachable"],
    ["EACCES", "connect", "unreachable"],
    ["EPERM", "write", "outcome-unknown"],
    ["EHOSTUNREACH", "write", "outcome-unknown"],
    ["ENETUNREACH", "read", "outcome-unknown"],
    ["ETIMEDOUT", "read", "outcome-unknown"],
    ["ECONNRESET", "read", "outcome-unknown"],
    ["EPIPE", "write", "outcome-unknown"],
    ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", undefined, "outcome-unknown"],
    ["UND_ERR_SOCKET", undefined, "outcome-unknown"],
  ])("is classified for a change: %s during %s as %s", (code, syscall, expected) => {
    const failure = failureFromTransport({ name: "createKey", changes: true }, withCode(code, syscall));
    expect(failure.code).toBe(expected);
  });
});
