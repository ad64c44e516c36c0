import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, it, onTestFinished } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { type WholesaleClient, wholesaleClient } from "../../app/wholesale/client.server.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";
import * as bySteps from "../contracts/by-steps.ts";
import { orderRequest } from "./order-request.ts";
import { STATUSES } from "./sentence.ts";

/** Answers each request with the status that its path begins with, and counts them. */
async function startCounting() {
  const counts = new Map<number, number>();
  const server = createServer((request, response) => {
    const status = Number(request.url?.split("/")[1]);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    request.resume();
    // Redirects lead back to this server, which counts their requests.
    response.writeHead(status, { location: request.url, "retry-after": "0" }).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return { counts, address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

const branding = {
  brandName: "B",
  logo: null,
  primaryColor: null,
  packingSlipMessage: null,
  returnAddress: null,
  supportEmail: null,
  supportPhone: null,
};
const credential = "rk_any";

it.each<[string, (call: WholesaleClient) => Promise<unknown>]>([
  ["createKey", (call) => call("createKey", { input: { name: "a key" }, credential })],
  ["placeOrder", (call) => call("placeOrder", { input: orderRequest(), credential })],
  ["cancelOrder", (call) => call("cancelOrder", { input: { id: "1" as SupplierOrderId }, credential })],
  ["writeBranding", (call) => call("writeBranding", { input: branding, credential })],
])("%s is sent only once, for every status of the reply", async (_, write) => {
  const { counts, address } = await startCounting();
  await Promise.all(
    STATUSES.map((status) =>
      expect(
        write(wholesaleClient(`${address}/${String(status)}`, { assumedWrites: true })),
      ).rejects.toBeInstanceOf(Failure),
    ),
  );
  expect([...counts].toSorted(([one], [other]) => one - other)).toEqual(
    STATUSES.map((status) => [status, 1]),
  );
});

/** Fetch automatically repeats a request on 421 (Fetch standard, "HTTP-network-or-cache fetch"); a change must not be. */
it("a change is sent only once, with its length, by every method if the reply is 421", async () => {
  const sent: { method: string; length: string | null; chunked: boolean; body: string }[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { headers, method = "" } = request;
      const length = headers["content-length"] ?? null;
      sent.push({ method, length, chunked: "transfer-encoding" in headers, body: chunks.join("") });
      response.writeHead(421).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const call = wholesaleClient(address, { contract: bySteps, assumedWrites: true });
  const id = "1" as SupplierOrderId;
  const lines = [{ supplierVariantId: "5" as never, quantity: 1 }];
  for (const [attempt, code] of [
    [() => call("createKey", { input: { name: "ä key" }, credential }), "rejected"],
    [() => call("placeOrder", { input: orderRequest({ lines }), credential }), "outcome-unknown"],
    [() => call("cancelOrder", { input: { id }, credential }), "rejected"],
  ] as const)
    await expect(attempt()).rejects.toMatchObject({ code, status: 421 });
  expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "DELETE"]);
  expect(sent.map(({ chunked }) => chunked)).toEqual([false, false, false]);
  expect(sent[0]).toMatchObject({ body: '{"name":"ä key"}', length: "17" });
  expect(sent[2]?.body).toBe("");
});

it.each<[string, (call: WholesaleClient) => Promise<unknown>, number]>([
  [
    "a read is sent again",
    (call) => call("getOrder", { input: { id: "1" as SupplierOrderId }, credential }),
    3,
  ],
  ["a change is sent once", (call) => call("placeOrder", { input: orderRequest(), credential }), 1],
])("a broken connection is followed by another request only for reads: %s", async (_, act, times) => {
  let requests = 0;
  const server = createServer((request) => {
    requests += 1;
    request.socket.destroy();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  await expect(act(wholesaleClient(address, { assumedWrites: true }))).rejects.toBeInstanceOf(Failure);
  expect(requests).toBe(times);
});

/** Frees everything that only weak references hold. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

it.each<[string, (call: WholesaleClient) => Promise<unknown>, string]>([
  [
    "a change",
    (call) => call("placeOrder", { input: orderRequest(), credential, timeoutMs: 500 }),
    "outcome-unknown",
  ],
  [
    "a read",
    (call) => call("getOrder", { input: { id: "1" as SupplierOrderId }, credential, timeoutMs: 500 }),
    "unreachable",
  ],
])(
  "%s ends at its timeout if the reply is missing or endless, even after garbage collection",
  async (_, act, code) => {
    for (const answers of [false, true]) {
      const server = createServer((request, response) => {
        request.resume();
        if (answers) response.writeHead(200, { "content-type": "application/json" }).write("{");
        setTimeout(collectGarbage, 100);
      }).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
      const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      await expect(act(wholesaleClient(address, { assumedWrites: true }))).rejects.toMatchObject({ code });
    }
  },
);
