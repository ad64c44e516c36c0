import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { findKey, forgetKey } from "../../../app/connection/connection-store.server.ts";
import { connect } from "../../../app/connection/connect.server.ts";
import { replaceKey } from "../../../app/connection/replace-key.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { beginAttempt } from "../../../app/orders/attempt-store.server.ts";
import { decideDoubt } from "../../../app/orders/doubt/decide-doubt.server.ts";
import { decideOrder } from "../../../app/orders/placing/decide-order.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { claimOrder } from "../../../app/orders/order-store.server.ts";
import { resolveDoubt } from "../../../app/orders/doubt/resolve-doubt.server.ts";
import { processOrder } from "../../../app/orders/process-order.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import type { FulfillmentOrder } from "../../../app/shop/fulfillment-order.ts";
import { callWholesale } from "../../../app/wholesale/call-wholesale.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import type { FaultName } from "../../sandbox/wholesale/faults.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import {
  after,
  aLine,
  aRequest,
  attemptsOf,
  bought,
  connectedShop,
  linkedVariants,
  now,
  outcomesOf,
  reading,
  rowOf,
} from "../testing.ts";

let shop: ShopDomain;

beforeAll(async () => {
  await startQueue(jobHandlers);
  shop = await connectedShop();
});
afterAll(stopQueue);
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders", "getOrder"] as const)
    wholesale.setFault(operation, "500", 0);
});

async function opened(asked: FulfillmentOrder, inThe = shop) {
  const { id: fulfillmentOrderId, shopOrderId, orderName } = asked;
  await openOrder(inThe, { fulfillmentOrderId, shopOrderId, orderName }, now);
  const { id } = await rowOf(inThe, asked);
  const workOff = (at = now) =>
    processOrder(
      { shop: inThe, orderId: id },
      { clock: () => at, read: () => Promise.resolve(reading(asked)) },
    );
  return { id, workOff };
}

/** Commits the intent to order, as a process does that ends right after it. */
async function diedAfterIntent(asked: FulfillmentOrder, inThe = shop) {
  const { id, workOff } = await opened(asked, inThe);
  const order = await claimOrder(inThe, id, now);
  const key = await findKey(inThe);
  const decision = decideOrder({
    asked,
    linkedVariants: linkedVariants(),
    connected: true,
    paused: "no",
    confirmed: true,
  });
  if (order === null || key === null || decision.kind !== "place") throw new Error("It cannot be placed.");
  const { lines, shipTo } = decision;
  const begun = await beginAttempt(order, {
    lines,
    key,
    brandingVersion: null,
    now,
  });
  if (begun.kind !== "begun") throw new Error("The attempt did not begin.");
  return { id, workOff, attempt: begun.attempt, shipTo, apiKey: key.apiKey };
}

/** The same, but it died after the supplier had taken the order. */
async function diedAfterPost(asked: FulfillmentOrder, inThe = shop) {
  const died = await diedAfterIntent(asked, inThe);
  const { reference, lines } = died.attempt;
  await callWholesale("placeOrder", {
    input: { reference, lines, shipTo: died.shipTo, whiteLabel: false, shippingMethod: null, note: null },
    credential: died.apiKey,
  });
  return died;
}

/** Settles what is due then, where the supplier's lookups are known to be complete after a minute. */
async function settleSurely(id: string, at: Date, inThe = shop) {
  const order = await claimOrder(inThe, id, at);
  if (order === null) throw new Error("It is not due.");
  const abilities = { findOrderByReference: true, lookupConsistentAfterSeconds: 60 };
  await resolveDoubt(order, () => at, { abilities });
}

describe("a process that died between intent and POST", () => {
  it("leaves an order that is in doubt once its time is over, and not bought by itself", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked);
    await workOff(after(59));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placing" });
    await workOff(after(60));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "abandoned" });
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "not-found" });
    expect(await outcomesOf(id)).toEqual(["abandoned", "not-found"]);
    expect(bought(asked)).toEqual([]);
  });

  it("is ordered again, under the same reference, where a control proves that it is not there", async () => {
    const known = aRequest();
    await (await opened(known)).workOff();
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked);
    await workOff(after(60));
    await settleSurely(id, after(119));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    await settleSurely(id, after(600));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "ready" });
    await Promise.all([1, 2, 3, 4, 5].map(() => workOff(after(600))));
    expect(bought(asked)).toHaveLength(1);
    const attempts = await attemptsOf(id);
    expect(attempts.map(({ generation, turn }) => [generation, turn])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
  });
});

describe("a process that died between POST and outcome", () => {
  it("leaves an order that is found, and not bought again", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterPost(asked);
    for (const at of [60, 61, 62, 3600]) await Promise.all([1, 2, 3].map(() => workOff(after(at))));
    expect(bought(asked)).toHaveLength(1);
    expect(await rowOf(shop, asked)).toMatchObject({
      state: "placed",
      supplier_order_id: bought(asked)[0]?.id,
      acceptance: "due",
    });
    expect(await outcomesOf(id)).toEqual(["abandoned", "found"]);
  });
});

describe("a lookup that proves nothing", () => {
  const faults: [FaultName, string][] = [
    ["ignores-filter", "cannot-tell"],
    ["500", "cannot-tell"],
    ["html", "cannot-tell"],
    ["unauthorized", "cannot-tell"],
    ["reset", "cannot-tell"],
  ];
  it.each(faults)("for %s leaves the order in doubt, with a sentence", async (fault, reason) => {
    await (await opened(aRequest())).workOff();
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked);
    await workOff(after(60));
    wholesale.setFault("findOrders", fault, 50);
    await settleSurely(id, after(600));
    const row = await rowOf(shop, asked);
    expect(row).toMatchObject({ state: "in_doubt", reason });
    expect(row.said).toMatch(/^[A-Z].*\.$/);
    expect(bought(asked)).toEqual([]);
  });

  it("for want of any order known to be there leaves the order in doubt", async () => {
    const other = await connectedShop();
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked, other);
    await workOff(after(60));
    await settleSurely(id, after(600), other);
    expect(await rowOf(other, asked)).toMatchObject({ state: "in_doubt", reason: "not-found" });
  });

  it.each(["another account", null])(
    "for being made with a key of %s leaves the order in doubt",
    async (account) => {
      const other = await connectedShop();
      const asked = aRequest();
      const { id, workOff } = await diedAfterPost(asked, other);
      await forgetKey(other, { why: "disconnected" });
      await connect(other, wholesale.account);
      await query(databaseUrl, "update connection set account = $2 where shop = $1", [other, account]);
      await workOff(after(60));
      await settleSurely(id, after(600), other);
      expect(await rowOf(other, asked)).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
      expect(bought(asked)).toHaveLength(1);
    },
  );
});

describe("a key that took the place of the attempt's own", () => {
  const ways: [string, (other: ShopDomain) => Promise<unknown>][] = [
    ["replaced", (other) => replaceKey(other, wholesale.account)],
    [
      "made by connecting again",
      async (other) => {
        await forgetKey(other, { why: "disconnected" });
        await connect(other, wholesale.account);
      },
    ],
  ];
  it.each(ways)("and was %s finds the order that the old one had placed", async (_, renew) => {
    const other = await connectedShop();
    const asked = aRequest();
    const { workOff } = await diedAfterPost(asked, other);
    await renew(other);
    await workOff(after(60));
    await workOff(after(61));
    expect(await rowOf(other, asked)).toMatchObject({ state: "placed" });
    expect(bought(asked)).toHaveLength(1);
  });

  it("proves that the supplier does not have it only by an order that the old one had placed", async () => {
    const other = await connectedShop();
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked, other);
    await replaceKey(other, wholesale.account);
    await workOff(after(60));
    // One of the new key's own proves nothing: a supplier may show each key its own orders only.
    await (await opened(aRequest(), other)).workOff(after(70));
    await settleSurely(id, after(600), other);
    expect(await rowOf(other, asked)).toMatchObject({ state: "in_doubt", reason: "not-found" });
    expect(bought(asked)).toEqual([]);
  });

  it("lets it go again where such an order proves it", async () => {
    const other = await connectedShop();
    await (await opened(aRequest(), other)).workOff();
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked, other);
    await replaceKey(other, wholesale.account);
    await workOff(after(60));
    await settleSurely(id, after(600), other);
    expect(await rowOf(other, asked)).toMatchObject({ state: "ready" });
  });
});

describe("what is found, but not as it was sent,", () => {
  it("is a person's to decide when it is cancelled; told that it was not ordered, it goes under a new reference", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterPost(asked);
    wholesale.supplier.ledger.cancel(bought(asked)[0]!.id);
    await workOff(after(60));
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "found-dead" });
    expect(await decideDoubt(shop, { orderId: id, word: { kind: "not-ordered" }, now: after(90) })).toEqual({
      kind: "decided",
    });
    await workOff(after(90));
    expect(bought(asked).map(({ status }) => status)).toEqual(["cancelled", "received"]);
    expect((await attemptsOf(id)).map(({ generation }) => generation)).toEqual([1, 2]);
  });

  it("is a person's to decide when it is there twice", async () => {
    const asked = aRequest();
    const { workOff } = await diedAfterPost(asked);
    wholesale.supplier.ledger.place(bought(asked)[0]!);
    await workOff(after(60));
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "found-twice" });
  });

  it("is a person's to decide when it has other pieces", async () => {
    const asked = aRequest({ lines: [aLine({ quantity: 3, ordered: 3 })] });
    const { workOff, attempt, shipTo, apiKey } = await diedAfterIntent(asked);
    const lines = attempt.lines.map((line) => ({ ...line, quantity: 1 }));
    const input = {
      reference: attempt.reference,
      lines,
      shipTo,
      whiteLabel: false,
      shippingMethod: null,
      note: null,
    };
    await callWholesale("placeOrder", { input, credential: apiKey });
    await workOff(after(60));
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "found-different" });
  });
});

describe("a person's word", () => {
  it("that it was not ordered lets it go again, once, however often it is said", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked);
    await workOff(after(60));
    const say = () => decideDoubt(shop, { orderId: id, word: { kind: "not-ordered" }, now: after(90) });
    await Promise.all([say(), say()]);
    await Promise.all([1, 2, 3].map(() => workOff(after(90))));
    expect(bought(asked)).toHaveLength(1);
    expect(await say()).toEqual({ kind: "not-in-doubt" });
  });

  it("that it was not ordered is not followed when the supplier has it", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterPost(asked);
    await workOff(after(60));
    const decided = await decideDoubt(shop, { orderId: id, word: { kind: "not-ordered" }, now: after(61) });
    expect(decided).toMatchObject({ kind: "contradicted" });
    expect(decided.kind === "contradicted" && decided.said).toContain(bought(asked)[0]?.id);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
  });

  it("that it was ordered takes the supplier's number, where it is that order's", async () => {
    const [asked, strange] = [aRequest(), aRequest()];
    const { id, workOff } = await diedAfterPost(asked);
    await (await opened(strange)).workOff();
    await workOff(after(60));
    const say = (supplierOrderId: string) =>
      decideDoubt(shop, { orderId: id, word: { kind: "ordered", supplierOrderId }, now: after(61) });
    expect(await say(bought(strange)[0]!.id)).toMatchObject({ kind: "contradicted" });
    expect(await say(bought(asked)[0]!.id)).toEqual({ kind: "decided" });
    expect(await rowOf(shop, asked)).toMatchObject({
      state: "placed",
      supplier_order_id: bought(asked)[0]?.id,
    });
    expect(bought(asked)).toHaveLength(1);
  });

  it("says nothing of an attempt that was begun since", async () => {
    const asked = aRequest();
    const { id, workOff, attempt } = await diedAfterIntent(asked);
    await workOff(after(60));
    const say = (at: Date) =>
      decideDoubt(shop, { orderId: id, attemptId: attempt.id, word: { kind: "not-ordered" }, now: at });
    expect(await say(after(61))).toEqual({ kind: "decided" });
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    wholesale.setFault("findOrders", "500", 50);
    await workOff(after(61));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    expect(await say(after(62))).toEqual({ kind: "not-in-doubt" });
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    expect(bought(asked)).toHaveLength(1);
  });

  it("of a stranger changes nothing", async () => {
    const asked = aRequest();
    const { id, workOff } = await diedAfterIntent(asked);
    await workOff(after(60));
    const stranger = await connectedShop();
    const decided = await decideDoubt(stranger, {
      orderId: id,
      word: { kind: "not-ordered" },
      now: after(61),
    });
    expect(decided).toEqual({ kind: "not-in-doubt" });
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
  });
});
