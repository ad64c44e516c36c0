import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, it, onTestFinished } from "vitest";

import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";
import * as bySteps from "../contracts/by-steps.ts";
import { orderRequest } from "./order-request.ts";

/** Fetch automatically repeats a request on 421 (Fetch standard, "HTTP-network-or-cache fetch"); a change must not be. */
it("a change that is answered with 421 is sent once, with its length, whatever its method", async () => {
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
  const credential = "rk_any";
  for (const attempt of [
    () => call("createKey", { input: { name: "ä key" }, credential }),
    () => call("placeOrder", { input: orderRequest({ lines }), credential }),
    () => call("cancelOrder", { input: { id }, credential }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "rejected", status: 421 });
  expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "DELETE"]);
  expect(sent.map(({ chunked }) => chunked)).toEqual([false, false, false]);
  expect(sent[0]).toMatchObject({ body: '{"name":"ä key"}', length: "17" });
  expect(sent[2]?.body).toBe("");
});
