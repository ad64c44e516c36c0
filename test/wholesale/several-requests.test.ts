import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";

import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import * as ours from "../../app/wholesale/contract.ts";
import {
  type Call,
  type ContractModule,
  type Line,
  operation,
  operationOf,
  Rejected,
} from "../../app/wholesale/operation.ts";
import type { Order, SupplierOrderId } from "../../app/wholesale/resources.ts";
import { openForeign } from "../scripts/wholesale-check/checking.ts";
import { orderRequest } from "./order-request.ts";

const ORDER: Order = {
  id: "1" as SupplierOrderId,
  reference: "SB-1-g1",
  status: "received",
  lines: [],
  shipments: [],
  cost: null,
  placedAt: null,
  updatedAt: null,
};

const lineOf = (method: Line["method"], path: string) => ({
  method,
  path,
  request: null,
  reply: z.unknown(),
  toWire: () => ({}),
});
const LINES = {
  place: lineOf("POST", "/place/{reference}"),
  again: lineOf("DELETE", "/again"),
  look: lineOf("GET", "/look"),
};

/** Opens a server with the given replies per path, and a contract that places an order there. */
async function open(
  run: (call: Call<typeof LINES>) => Promise<Order>,
  answer: (method: string, path: string, times: number) => number,
) {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const asked = `${request.method ?? ""} ${request.url ?? ""}`;
    sent.push(asked);
    const times = sent.filter((each) => each === asked).length;
    const status = answer(request.method ?? "", request.url ?? "", times);
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { "content-type": "application/json" }).end(String(times));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const placeOrder = operationOf("placeOrder", {
    credential: "api-key",
    basis: "assumed",
    changes: true,
    lines: LINES,
    run,
  });
  const contract: ContractModule = { ...ours, contract: { ...ours.contract, placeOrder } };
  const call = wholesaleClient(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, {
    contract,
    assumedWrites: true,
  });
  const place = (limit: { timeoutMs?: number } = {}) =>
    call("placeOrder", { input: orderRequest(), credential: "rk_any", ...limit }).catch(
      (error: unknown) => error,
    );
  return { sent, place };
}

const placeThenLook = async (call: Call<typeof LINES>) => {
  await call("place");
  await call("look");
  return ORDER;
};

describe("a change that takes several requests", () => {
  it("fills its input into a path, and returns what the contract's function returns", async () => {
    const { sent, place } = await open(placeThenLook, () => 200);
    expect(await place()).toEqual(ORDER);
    expect(sent).toEqual(["POST /place/SB-1-g1", "GET /look"]);
  });

  it.each([401, 404, 422, 429, 500, 307, 0])(
    "is in doubt if a read after its changing request is answered with %i",
    async (status) => {
      const { sent, place } = await open(placeThenLook, (method) => (method === "GET" ? status : 202));
      expect(await place()).toMatchObject({ code: "outcome-unknown" });
      expect(sent.filter((each) => each.startsWith("POST"))).toHaveLength(1);
    },
  );

  it.each([
    [401, "unauthorized"],
    [422, "rejected"],
    [429, "rate-limited"],
    [500, "outcome-unknown"],
  ])("has the outcome of its changing request if the supplier answers that with %i", async (status, code) => {
    const { place } = await open(placeThenLook, () => status);
    expect(await place()).toMatchObject({ code });
  });

  it("counts as not sent if a read before its changing request fails", async () => {
    const { sent, place } = await open(
      async (call) => {
        await call("look");
        await call("place");
        return ORDER;
      },
      () => 404,
    );
    expect(await place()).toMatchObject({ code: "rejected" });
    expect(sent).toEqual(["GET /look"]);
  });

  it.each([200, 500])("sends only one changing request, even if that is answered with %i", async (status) => {
    const { sent, place } = await open(
      async (call) => {
        await call("place").catch(() => undefined);
        await call("again");
        return ORDER;
      },
      () => status,
    );
    expect(String(await place())).toContain("changes something more than once");
    expect(sent).toEqual(["POST /place/SB-1-g1"]);
  });

  it("is in doubt if its changing request fails, the contract ignores that, and a later read fails", async () => {
    const { place } = await open(
      async (call) => {
        await call("place").catch(() => undefined);
        await call("look");
        return ORDER;
      },
      (method) => (method === "POST" ? 500 : 404),
    );
    expect(await place()).toMatchObject({ code: "outcome-unknown" });
  });

  it("never repeats its changing request, even if the reply does not fit", async () => {
    const { sent, place } = await open(
      async (call) => {
        await call("place", {}, { until: () => false });
        return ORDER;
      },
      () => 200,
    );
    expect(await place()).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  it("is rejected if the contract's function throws Rejected, whose text is not quoted if it contains a key", async () => {
    const { place } = await open(
      async (call) => {
        await call("place");
        throw new Rejected("Not to SB-1-g1, \u202e rk_any.");
      },
      () => 200,
    );
    const failure = await place();
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({
      code: "rejected",
      explanation: { code: "failure.supplier.rejected.silent" },
    });
  });

  it("polls until the contract accepts the reply, and is in doubt after its time limit", async () => {
    const poll = async (call: Call<typeof LINES>) => {
      await call("place");
      await call("look", {}, { until: (times) => times === 3 });
      return ORDER;
    };
    const ends = await open(poll, () => 200);
    expect(await ends.place()).toEqual(ORDER);
    expect(ends.sent).toHaveLength(4);
    const never = await open(
      async (call) => {
        await call("place");
        await call("look", {}, { until: () => false });
        return ORDER;
      },
      () => 200,
    );
    expect(await never.place({ timeoutMs: 1500 })).toMatchObject({ code: "outcome-unknown" });
  });
});

it("a change is sent only once even if the contract sends it by GET", async () => {
  let times = 0;
  const url = await openForeign(() => (times += 1), 503);
  const placeOrder = operation("placeOrder", {
    credential: "api-key",
    basis: "assumed",
    changes: true,
    ...lineOf("GET", "/place"),
    fromWire: () => ORDER,
  });
  const contract: ContractModule = { ...ours, contract: { ...ours.contract, placeOrder } };
  const call = wholesaleClient(url, { contract, assumedWrites: true });
  const failure = await call("placeOrder", { input: orderRequest(), credential: "rk_any" }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "outcome-unknown" });
  expect(times).toBe(1);
});
