import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { forgetKey } from "../../../app/connection/connection-store.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { type OrderState, orderStates } from "../../../app/orders/order-state.ts";
import type { Reading } from "../../../app/orders/placing/place-order.server.ts";
import { retryOrder } from "../../../app/orders/placing/retry-order.server.ts";
import { sweepOrders, processOrder } from "../../../app/orders/process-order.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import type { FulfillmentOrder } from "../../../app/shop/fulfillment-order.ts";
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
  home,
  linkedVariants,
  now,
  outcomesOf,
  reading,
  rowOf,
} from "../testing.ts";
import type { SupplierVariantId } from "../../../app/wholesale/resources.ts";

let shop: ShopDomain;

beforeAll(async () => {
  // Nobody works off the wake-ups here: each test does, when it wants to.
  await startQueue(jobHandlers);
  shop = await connectedShop();
});
afterAll(stopQueue);
afterEach(() => {
  wholesale.setFault("placeOrder", "500", 0);
  wholesale.setFault("findOrders", "500", 0);
});

/** Opens an order for the request; `workOff` does what is due at that time, with what the shop says then. */
async function opened(asked: FulfillmentOrder, inThe = shop) {
  const { id: fulfillmentOrderId, shopOrderId, orderName } = asked;
  await openOrder(inThe, { fulfillmentOrderId, shopOrderId, orderName }, now);
  const { id } = await rowOf(inThe, asked);
  const workOff = (at = now, says: Reading = reading(asked)) =>
    processOrder({ shop: inThe, orderId: id }, { clock: () => at, read: () => Promise.resolve(says) });
  return { id, workOff };
}

describe("an order that can be placed", () => {
  it("is placed once, as the shop asked for it", async () => {
    const asked = aRequest({
      lines: [
        aLine({ quantity: 2 }),
        aLine({ shopVariantId: "gid://shopify/ProductVariant/2", quantity: 1 }),
      ],
    });
    const { id, workOff } = await opened(asked);
    await workOff(now, reading(asked, { branding: { version: 7 } }));

    const [order, ...more] = bought(asked);
    expect(more).toEqual([]);
    const [first, second] = [...linkedVariants().values()];
    expect(order).toMatchObject({
      lines: [
        { variantId: first?.supplierVariantId, quantity: 2 },
        { variantId: second?.supplierVariantId, quantity: 1 },
      ],
      shipTo: { name: "Jürgen Groß", address1: "Königstraße 12a", postalCode: "50667", countryCode: "DE" },
      whiteLabel: true,
      idempotencyKey: order?.reference,
    });
    expect(await rowOf(shop, asked)).toMatchObject({
      state: "placed",
      supplier_order_id: order?.id,
      acceptance: "due",
      branding_version: 7,
      next_at: now,
    });
    expect(await outcomesOf(id)).toEqual(["placed"]);
  });

  it("leaves no trace of the address", async () => {
    const asked = aRequest({
      destination: { ...home, lastName: "Ungewöhnlichername", address1: "Suchweg 99" },
    });
    const { workOff } = await opened(asked);
    await workOff();
    expect(bought(asked)).toHaveLength(1);
    for (const table of [
      "supplier_order",
      "supplier_order_line",
      "order_attempt",
      "order_attempt_outcome",
      "activity",
    ]) {
      const dump = JSON.stringify(await query(databaseUrl, `select * from ${table}`));
      expect(dump).not.toContain("Ungewöhnlichername");
      expect(dump).not.toContain("Suchweg");
    }
  });

  it("is bought once by five workers at once", async () => {
    const asked = aRequest();
    const { id, workOff } = await opened(asked);
    await Promise.all([1, 2, 3, 4, 5].map(() => workOff()));
    await Promise.all([1, 2, 3, 4, 5].map(() => workOff(after(1))));
    expect(bought(asked)).toHaveLength(1);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it("heard of three times at once is one order", async () => {
    const asked = aRequest();
    const { id: fulfillmentOrderId, shopOrderId, orderName } = asked;
    const heard = await Promise.all(
      [1, 2, 3].map(() => openOrder(shop, { fulfillmentOrderId, shopOrderId, orderName }, now)),
    );
    expect(heard.toSorted()).toEqual([false, false, true]);
    const { workOff } = await opened(asked);
    await workOff();
    expect(bought(asked)).toHaveLength(1);
  });

  it("is found by the sweep when nobody was woken for it", async () => {
    const asked = aRequest();
    await opened(asked);
    await sweepOrders({
      clock: () => now,
      read: (order) => Promise.resolve(reading(order.fulfillmentOrderId === asked.id ? asked : null)),
    });
    expect(bought(asked)).toHaveLength(1);
  });
});

describe("Retry", () => {
  it("pressed twice at once buys once", async () => {
    const asked = aRequest({ paid: false });
    const { id, workOff } = await opened(asked);
    await workOff();
    expect(await rowOf(shop, asked)).toMatchObject({ state: "held", reason: "unpaid" });
    const paid = reading({ ...asked, paid: true });
    const press = async () => {
      await retryOrder(shop, { orderId: id, now: after(5) });
      await workOff(after(5), paid);
    };
    await Promise.all([press(), press(), press()]);
    await workOff(after(5), paid);
    expect(bought(asked)).toHaveLength(1);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed" });
  });

  it("does nothing to an order that is placed, or in doubt", async () => {
    const asked = aRequest();
    const { id, workOff } = await opened(asked);
    await workOff();
    expect(await retryOrder(shop, { orderId: id, now })).toBe(false);
    expect(await retryOrder(await connectedShop(), { orderId: id, now })).toBe(false);

    const doubtful = aRequest();
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    const other = await opened(doubtful);
    await other.workOff();
    expect(await retryOrder(shop, { orderId: other.id, now })).toBe(false);
    expect(bought(doubtful)).toHaveLength(1);
  });
});

describe("the same line of a customer's order", () => {
  it("asked for again by another fulfilment order is held, not bought again", async () => {
    const line = aLine({ quantity: 2, ordered: 2 });
    const [asked, again] = [aRequest({ lines: [line] }), aRequest({ lines: [line] })];
    await (await opened(asked)).workOff();
    await (await opened(again)).workOff();
    expect(bought(asked)).toHaveLength(1);
    expect(bought(again)).toEqual([]);
    expect(await rowOf(shop, again)).toMatchObject({ state: "held", reason: "already-ordered" });
  });

  it("asked for at once by ten fulfilment orders is bought as often as the customer ordered it", async () => {
    const line = aLine({ quantity: 1, ordered: 3 });
    const requests = Array.from({ length: 10 }, () => aRequest({ lines: [line] }));
    const orders = await Promise.all(requests.map((asked) => opened(asked)));
    await Promise.all(orders.map(({ workOff }) => workOff()));
    const states = await Promise.all(requests.map(async (asked) => (await rowOf(shop, asked)).state));
    expect(states.filter((state) => state === "placed")).toHaveLength(3);
    expect(requests.flatMap(bought)).toHaveLength(3);
  });

  it("counts while it is in doubt", async () => {
    const line = aLine({ quantity: 2, ordered: 2 });
    const [asked, again] = [aRequest({ lines: [line] }), aRequest({ lines: [line] })];
    wholesale.setFault("placeOrder", "html", 1);
    await (await opened(asked)).workOff();
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt" });
    await (await opened(again)).workOff();
    expect(await rowOf(shop, again)).toMatchObject({ state: "held", reason: "already-ordered" });
  });
});

describe("a fault of the supplier", () => {
  // The call's own time-out, made shorter: nothing waits for so long but what waits in vain.
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  let short: { mockRestore: () => void };
  beforeAll(() => {
    short = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(Math.min(ms, 4000)));
  });
  afterAll(() => {
    short.mockRestore();
  });

  const faults: [FaultName, { state: OrderState; outcome: string; made: number }][] = [
    ["timeout-after-commit", { state: "in_doubt", outcome: "unclear", made: 1 }],
    ["500-after-commit", { state: "in_doubt", outcome: "unclear", made: 1 }],
    ["500", { state: "in_doubt", outcome: "unclear", made: 0 }],
    ["html", { state: "in_doubt", outcome: "unclear", made: 0 }],
    ["truncated", { state: "in_doubt", outcome: "unclear", made: 1 }],
    ["reset", { state: "in_doubt", outcome: "unclear", made: 0 }],
    ["redirect", { state: "in_doubt", outcome: "unclear", made: 0 }],
    ["without-field", { state: "in_doubt", outcome: "unclear", made: 1 }],
    ["wrong-type", { state: "in_doubt", outcome: "unclear", made: 1 }],
    ["slow", { state: "placed", outcome: "placed", made: 1 }],
    ["429", { state: "ready", outcome: "rate-limited", made: 0 }],
    ["429-retry-after", { state: "ready", outcome: "rate-limited", made: 0 }],
    ["unauthorized", { state: "ready", outcome: "key-unauthorized", made: 0 }],
  ];
  it.each(faults)("%s never makes two orders, and ends in a state with a sentence", async (fault, want) => {
    const asked = aRequest();
    wholesale.setFault("placeOrder", fault, 1);
    const { id, workOff } = await opened(asked);
    await workOff();
    const row = await rowOf(shop, asked);
    expect(row.state).toBe(want.state);
    expect(await outcomesOf(id)).toEqual([want.outcome]);
    expect(bought(asked)).toHaveLength(want.made);
    if (want.state !== "placed") expect(row.said).toMatch(/^[A-Z].*\.$/);

    // Whatever is due later is done, by five workers at once: what may exist is never bought again.
    for (const at of [10, 120, 3700, 90_000, 200_000].map((seconds) => after(seconds))) {
      await Promise.all([1, 2, 3, 4, 5].map(() => workOff(at)));
      await retryOrder(shop, { orderId: id, now: at });
    }
    expect(bought(asked).length).toBeLessThanOrEqual(1);
    const ended = await rowOf(shop, asked);
    expect(orderStates).toContain(ended.state);
    // Found by its reference where it was made; ordered again where that is surely safe; else a person decides.
    const expected = want.state === "in_doubt" && want.made === 0 ? "in_doubt" : "placed";
    expect(ended.state).toBe(expected);
    if (expected === "in_doubt") expect(ended.said).toMatch(/^[A-Z].*\.$/);
  });

  it("commit-later, where a lookup made at once finds nothing yet, never makes two orders", async () => {
    const asked = aRequest();
    wholesale.setFault("placeOrder", "commit-later", 1, 500);
    const { workOff } = await opened(asked);
    await workOff();
    expect(bought(asked)).toEqual([]);
    await workOff(after(1));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "in_doubt", reason: "not-found" });
    await expect.poll(() => bought(asked).length).toBe(1);
    await workOff(after(3700));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "placed" });
    expect(bought(asked)).toHaveLength(1);
  });

  it("429 is waited out as long as it says", async () => {
    const asked = aRequest();
    wholesale.setFault("placeOrder", "429-retry-after", 1, 90_000);
    const { id, workOff } = await opened(asked);
    await workOff();
    expect(await rowOf(shop, asked)).toMatchObject({ state: "ready", next_at: after(90) });
    await workOff(after(89));
    expect(bought(asked)).toEqual([]);
    await workOff(after(90));
    expect(bought(asked)).toHaveLength(1);
    const attempts = await attemptsOf(id);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
    expect(attempts.map(({ turn }) => turn)).toEqual([1, 2]);
  });

  it("422 holds the order with the reason, and a retry asks under a new reference", async () => {
    const asked = aRequest();
    const unknown = linkedVariants({ supplierVariantId: "var_999999_1" as SupplierVariantId });
    const { id, workOff } = await opened(asked);
    await workOff(now, reading(asked, { linkedVariants: unknown }));
    expect(await rowOf(shop, asked)).toMatchObject({ state: "held", reason: "rejected", next_at: null });
    await retryOrder(shop, { orderId: id, now: after(5) });
    await workOff(after(5));
    expect(bought(asked)).toHaveLength(1);
    expect((await attemptsOf(id)).map(({ generation }) => generation)).toEqual([1, 2]);
  });
});

describe("a key that is refused", () => {
  it("lets the shop's orders wait, and fails none", async () => {
    const other = await connectedShop();
    const [asked, next] = [aRequest(), aRequest()];
    wholesale.setFault("placeOrder", "unauthorized", 1);
    wholesale.setFault("listProducts", "unauthorized", 1);
    const first = await opened(asked, other);
    await first.workOff();
    const second = await opened(next, other);
    await second.workOff();
    expect(await rowOf(other, asked)).toMatchObject({ state: "ready" });
    expect(await rowOf(other, next)).toMatchObject({ state: "ready", reason: "key-unauthorized" });
    expect(await attemptsOf(second.id)).toEqual([]);
    expect(bought(next)).toEqual([]);
  });

  it("is not there when the shop is not connected: the order is held", async () => {
    const other = await connectedShop();
    await forgetKey(other, { why: "disconnected" });
    const asked = aRequest();
    await (await opened(asked, other)).workOff();
    expect(await rowOf(other, asked)).toMatchObject({ state: "held", reason: "not-connected" });
  });
});

describe("a process that stood still", () => {
  it("sends nothing after its deadline", async () => {
    const asked = aRequest();
    const { id } = await opened(asked);
    // Claiming, beginning the attempt; and then, right before sending, it is late.
    const times = [now, now];
    await processOrder(
      { shop, orderId: id },
      { clock: () => times.shift() ?? after(21), read: () => Promise.resolve(reading(asked)) },
    );
    expect(bought(asked)).toEqual([]);
    expect(await outcomesOf(id)).toEqual(["too-late"]);
    expect(await rowOf(shop, asked)).toMatchObject({ state: "ready" });
  });
});

describe("a request that has gone", () => {
  it("is not bought, and the order ends with a sentence", async () => {
    for (const gone of [null, aRequest({ request: "unsubmitted" }), aRequest({ status: "cancelled" })]) {
      const asked = gone ?? aRequest();
      await (await opened(asked)).workOff(now, reading(gone));
      expect(bought(asked)).toEqual([]);
      expect(await rowOf(shop, asked)).toMatchObject({ state: "cancelled", reason: "gone", next_at: null });
    }
  });
});
