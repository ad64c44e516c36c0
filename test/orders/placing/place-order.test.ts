import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { disconnect } from "../../../app/connection/disconnect.server.ts";
import type { Money } from "../../../app/lib/money.ts";
import { replaceKey } from "../../../app/connection/replace-key.server.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { type ApprovedCosts, costsToApprove } from "../../../app/orders/placing/approvals.ts";
import { sweepOrders } from "../../../app/orders/placing/process-order.server.ts";
import {
  approveCost,
  approveTestOrder,
  approveUnpaid,
} from "../../../app/orders/placing/approve-order.server.ts";
import { type OrderState, orderStates } from "../../../app/orders/states/order-state.ts";
import { claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { pauseOrdering } from "../../../app/orders/store/ordering-settings.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import { timelineOf } from "../../../app/routes/app.orders.$id/shown.ts";
import { orderTotal } from "../../sandbox/shop/orders/order-money.ts";
import type { FaultName } from "../../sandbox/wholesale/faults.ts";
import { handleWebhook } from "../../support/handle-webhook.ts";
import { query } from "../../support/database.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { offering } from "../offering.ts";
import {
  addParts,
  inside,
  pressRetry,
  type RequestedOrder,
  requestedOrder,
  requestedParts,
  type SellingShop,
  sellingShop,
  supplied,
  versionOf,
  waitOf,
} from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  for (const operation of ["placeOrder", "findOrders", "getProduct"] as const)
    wholesale.setFault(operation, "500", 0);
});

/** The supplier's id of the variant behind a SKU. */
function variantOf(sku: string): string {
  const { products } = wholesale.supplier.catalogue.page({ from: 0, limit: 100 });
  const found = products.flatMap(({ variants }) => variants).find((each) => each.sku === sku);
  if (!found) throw new Error(`The supplier has no SKU ${sku}.`);
  return found.id;
}

/** As five workers do at once. */
function five(work: () => Promise<unknown>): Promise<unknown> {
  return Promise.all([1, 2, 3, 4, 5].map(work));
}

describe("an order that can be placed", () => {
  it("is placed once, as the shop requested it", async () => {
    const other = await sellingShop();
    const [first, second] = other.skus;
    await query(
      databaseUrl,
      `insert into branding_version (id, shop, number, account, begun_at, deadline, published_at)
       select gen_random_uuid(), shop, 7, account, now(), now(), now() from connection where shop = $1`,
      [other.shop],
    );
    const order = await requestedOrder(other, {
      lines: [
        { sku: first, quantity: 2 },
        { sku: second, quantity: 1 },
      ],
    });
    await order.process();
    const [bought, ...more] = order.bought();
    expect(more).toEqual([]);
    expect(bought).toMatchObject({
      lines: [
        { variantId: variantOf(first), quantity: 2 },
        { variantId: variantOf(second), quantity: 1 },
      ],
      shipTo: {
        name: "Erika Mustermann",
        address1: "Heidestraße 17",
        postalCode: "51147",
        countryCode: "DE",
      },
      whiteLabel: true,
      idempotencyKey: bought?.reference,
    });
    const row = await order.row();
    expect(row).toMatchObject({
      state: "placed",
      reason: null,
      supplier_order_id: bought?.id,
      acceptance: "accepted",
      branding_version: 7,
      due_at: null,
    });
    expect(await order.outcomes()).toEqual(["placed"]);
  });

  it("contains only our parts of the customer's order", async () => {
    const other = await sellingShop();
    shopify.merchant.createProduct({ title: "Own mug", variants: [{ sku: "OWN-MUG" }] }, other.shop);
    const [sku] = other.skus;
    const lines = ["OWN-MUG", sku].map((each) => ({ sku: each, quantity: 1 }));
    const { name } = other.order({ lines });
    other.request(name);
    await other.ingestRequests();
    await other.processDue();
    expect(await other.row()).toMatchObject({ state: "placed" });
    expect((await other.bought()).map((each) => each.lines)).toMatchObject([
      [{ variantId: variantOf(sku), quantity: 1 }],
    ]);
  });

  it("leaves no trace of the address in our tables", async () => {
    const address = { firstName: "Erika", lastName: "Ungewöhnlichername", address1: "Suchweg 99" };
    const order = await requestedOrder(world, { address: { ...address, city: "Köln", zip: "50667" } });
    await order.process();
    expect(order.bought()).toMatchObject([{ shipTo: { address1: "Suchweg 99" } }]);
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
    const order = await requestedOrder(world);
    await five(() => order.process());
    await five(() => order.process());
    expect(order.bought()).toHaveLength(1);
    expect(await order.attempts()).toHaveLength(1);
  });

  it("is bought once, even if three webhooks name the order at once", async () => {
    const { name, id: shopOrderId, fulfillmentOrders } = world.request(world.order().name);
    const requested = { fulfillmentOrderId: fulfillmentOrders[0]!.id, shopOrderId, orderName: name };
    const heard = await Promise.all([1, 2, 3].map(() => openOrder(world.shop, requested)));
    expect(heard.toSorted()).toEqual([false, false, true]);
    await world.processDue();
    const [number] = requested.fulfillmentOrderId.split("/").slice(-1);
    const references = (await world.bought()).map(({ reference }) => reference.split("-")[1]);
    expect(references.filter((each) => each === number)).toHaveLength(1);
  });

  it("is found by the sweep if no job wakes it", async () => {
    const order = await requestedOrder(world);
    await sweepOrders();
    expect(order.bought()).toHaveLength(1);
  });
});

describe("the “Try again” button", () => {
  it("buys once if it is pressed three times at once", async () => {
    const order = await requestedOrder(world, { paid: false });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "unpaid" });
    shopify.merchant.payOrder(order.name, world.shop);
    const press = async () => {
      await pressRetry(world.shop, order.id);
      await order.process();
    };
    await Promise.all([press(), press(), press()]);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it("does nothing to an order that is placed or in doubt, or that belongs to another shop", async () => {
    const order = await requestedOrder(world);
    await order.process();
    expect(await pressRetry(world.shop, order.id)).toBe(false);
    const held = await requestedOrder(world, { paid: false });
    expect(await pressRetry((await sellingShop()).shop, held.id)).toBe(false);

    wholesale.setFault("placeOrder", "500-after-commit", 1);
    const doubtful = await requestedOrder(world);
    await doubtful.process();
    expect(await pressRetry(world.shop, doubtful.id)).toBe(false);
    expect(doubtful.bought()).toHaveLength(1);
  });
});

describe("an order that needs the merchant's approval", () => {
  /** A replacement, as apps and merchants make them: discounted to nothing. */
  async function gift() {
    const { name } = world.order({ money: { shipping: 0 } });
    for (const line of inside(world, name).lines) line.price = "0.00";
    const [order] = await requestedParts(world, name);
    return order!;
  }
  const lineOf = (order: RequestedOrder) =>
    `gid://shopify/LineItem/${String(inside(world, order.name).lines[0]!.id)}`;
  const costNow = () => ({ amount: (supplied().variant.priceMinor / 100).toFixed(2), currency: "EUR" });
  const change = (priceMinor: number) => {
    const { product, variant } = supplied();
    const variants = [{ id: variant.id, priceMinor }];
    wholesale.supplier.catalogue.change(product.id, { variants }, new Date());
  };

  it("is held with its cost and its price if it would lose money, and sent once the merchant approves", async () => {
    const order = await gift();
    await order.process();
    const lineItemId = lineOf(order);
    expect(await order.row()).toMatchObject({
      state: "held",
      reason: "below-cost",
      reason_params: { lines: [{ lineItemId, cost: costNow(), against: { amount: "0.00" } }] },
    });
    const version = await versionOf(order.id);
    const approve = (seen: ApprovedCosts) => approveCost(world.shop, { orderId: order.id, version, seen });
    // From a page that showed something else, or nothing.
    const shown = costsToApprove((await order.row()).reason_params);
    const other = { amount: "0.01", currency: "EUR" };
    expect(shown).toMatchObject({ [lineItemId]: { ...costNow(), loss: { currency: "EUR" } } });
    expect(await approve({ [lineItemId]: { ...shown[lineItemId]!, ...other } })).toBe(false);
    expect(
      await approve({ [lineItemId]: { ...shown[lineItemId]!, loss: { ...other, shipping: null } } }),
    ).toBe(false);
    expect(await approve({})).toBe(false);
    expect(await approve(shown)).toBe(true);
    // However long it takes to be sent, it doesn't ask for the same again.
    expect(await order.row()).toMatchObject({ state: "ready", reason: null });
    expect(await approve(shown)).toBe(false);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    const found = await findOrder(world.shop, order.id);
    expect(timelineOf(found!).slice(0, 3)).toMatchObject([
      { message: { code: "orders.history.requested" } },
      { message: { code: "orders.cost-approved", lines: [{ lineItemId, cost: costNow() }] } },
      { message: { code: "orders.history.began" } },
    ]);
    expect(await approve(shown)).toBe(false);
    expect(order.bought()).toHaveLength(1);
  });

  it("is held if it is a test order, and sent once the merchant approves it", async () => {
    const order = await requestedOrder(world, { test: true });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "test-order" });
    await order.process(7200);
    expect(order.bought()).toEqual([]);
    const version = await versionOf(order.id);
    expect(await approveTestOrder(world.shop, { orderId: order.id, version: version - 1 })).toBe(false);
    expect(await approveTestOrder(world.shop, { orderId: order.id, version })).toBe(true);
    expect(await approveTestOrder(world.shop, { orderId: order.id, version })).toBe(false);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", reason: null });
    expect(order.bought()).toHaveLength(1);
  });

  it.each<["false" | "authorized" | "partly", number]>([
    ["false", 1],
    ["authorized", 1],
    ["partly", 0.5],
  ])(
    "is held with the unpaid amount (paid: %s), and sent once the merchant approves it",
    async (paid, share) => {
      const order = await requestedOrder(world, { paid: paid !== "false" && paid });
      await order.process();
      const row = await order.row();
      expect(row).toMatchObject({ state: "held", reason: "unpaid" });
      const { outstanding } = row.reason_params as { outstanding: Money };
      expect(outstanding.currency).toBe("EUR");
      expect(Number(outstanding.amount)).toBe(orderTotal(inside(world, order.name)) * share);
      await order.process(7200);
      expect(order.bought()).toEqual([]);
      const version = await versionOf(order.id);
      const approve = (seen: Money) => approveUnpaid(world.shop, { orderId: order.id, version, seen });
      // From a page that showed another amount.
      expect(await approve({ ...outstanding, amount: "0.01" })).toBe(false);
      expect(await approve(outstanding)).toBe(true);
      expect(await approve(outstanding)).toBe(false);
      await order.process();
      expect(await order.row()).toMatchObject({ state: "placed", reason: null });
      expect(order.bought()).toHaveLength(1);
      const found = await findOrder(world.shop, order.id);
      expect(timelineOf(found!).map(({ message }) => message)).toContainEqual({
        code: "orders.unpaid-approved",
        outstanding,
      });
    },
  );

  it("is held again if more is unpaid than the merchant has approved", async () => {
    const order = await requestedOrder(world, { paid: "partly" });
    await order.process();
    const { reason_params: params } = await order.row();
    const { outstanding: seen } = params as { outstanding: Money };
    expect(
      await approveUnpaid(world.shop, { orderId: order.id, version: await versionOf(order.id), seen }),
    ).toBe(true);
    // The customer's payment is charged back.
    inside(world, order.name).received = 0;
    await order.process();
    expect(order.bought()).toEqual([]);
    const row = await order.row();
    expect(row).toMatchObject({ state: "held", reason: "unpaid" });
    const { outstanding: now } = row.reason_params as { outstanding: Money };
    expect(Number(now.amount)).toBe(2 * Number(seen.amount));
  });

  it("is held again if the cost rises beyond the approved amount", async () => {
    const { priceMinor } = supplied().variant;
    onTestFinished(() => {
      change(priceMinor);
    });
    const order = await gift();
    await order.process();
    const version = await versionOf(order.id);
    const seen = costsToApprove((await order.row()).reason_params);
    expect(await approveCost(world.shop, { orderId: order.id, version, seen })).toBe(true);
    change(99_900);
    await order.process();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({
      reason: "below-cost",
      reason_params: { lines: [{ cost: { amount: "999.00" } }] },
    });
    change(priceMinor);
    await pressRetry(world.shop, order.id);
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });
});

describe("a line of a customer's order", () => {
  it("is held, not bought again, if another fulfillment order requests it", async () => {
    const order = await requestedOrder(world, { lines: [{ sku: world.skus[0], quantity: 2 }] });
    await order.process();
    addParts(world, order.name, [2]);
    const [, again] = await requestedParts(world, order.name);
    await again!.process();
    expect(order.bought()).toHaveLength(1);
    expect(again!.bought()).toEqual([]);
    expect(await again!.row()).toMatchObject({
      state: "held",
      reason: "already-ordered",
      reason_params: { lines: [expect.any(String) as string] },
    });
  });

  it("is bought only in the quantity that the customer ordered, even if ten fulfillment orders request it at once", async () => {
    const { name } = world.order({ lines: [{ sku: world.skus[0], quantity: 3 }] });
    Object.assign(inside(world, name).fulfillmentOrders[0]!.lines[0]!, { total: 1, remaining: 1 });
    addParts(world, name, Array<number>(9).fill(1));
    const parts = await requestedParts(world, name);
    await Promise.all(parts.map((part) => part.process()));
    const states = await Promise.all(parts.map(async (part) => (await part.row()).state));
    expect(states).toHaveLength(10);
    expect(states.filter((state) => state === "placed")).toHaveLength(3);
    expect(parts.flatMap((part) => part.bought())).toHaveLength(3);
  });

  it("counts as bought while its order is in doubt", async () => {
    wholesale.setFault("placeOrder", "html", 1);
    const order = await requestedOrder(world, { lines: [{ sku: world.skus[0], quantity: 2 }] });
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    addParts(world, order.name, [2]);
    const [, again] = await requestedParts(world, order.name);
    await again!.process();
    expect(await again!.row()).toMatchObject({ state: "held", reason: "already-ordered" });
  });
});

describe("a fault of the supplier", () => {
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
    ["429", { state: "ready", outcome: "supplier-rate-limited", made: 0 }],
    ["429-retry-after", { state: "ready", outcome: "supplier-rate-limited", made: 0 }],
    ["unauthorized", { state: "ready", outcome: "key-unauthorized", made: 0 }],
  ];
  it.each(faults)("leads to a state with a reason, and never to two orders (%s)", async (fault, wanted) => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", fault, 1);
    // The call's own time limit, made shorter if no reply comes.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, "timeout");
    if (fault === "timeout-after-commit") limit.mockImplementation((ms) => timeout(Math.min(ms, 4000)));
    await order.process();
    limit.mockRestore();
    const row = await order.row();
    expect(row.state).toBe(wanted.state);
    expect(row.reason).toBe(wanted.state === "placed" ? null : wanted.outcome);
    expect(await order.outcomes()).toEqual([wanted.outcome]);
    expect(order.bought()).toHaveLength(wanted.made);

    // Whatever is due later is done, by five workers at once: what may exist is never bought again.
    for (const seconds of [10, 110, 3580, 86_300, 110_000]) {
      await timePasses(world.shop, seconds);
      await five(() => order.process());
      await pressRetry(world.shop, order.id);
    }
    expect(order.bought().length).toBeLessThanOrEqual(1);
    const ended = await order.row();
    expect(orderStates).toContain(ended.state);
    // Found by its reference where it was made; ordered again where that is surely safe; else a person decides.
    const expected = wanted.state === "in_doubt" && wanted.made === 0 ? "in_doubt" : "placed";
    expect(ended.state).toBe(expected);
    expect(ended.reason).toBe(expected === "in_doubt" ? "not-found" : null);
  });

  it("never leads to two orders, even if an immediate lookup finds nothing", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    wholesale.setFault("findOrders", "finds-nothing", 1);
    await order.process();
    expect(await order.row()).toMatchObject({
      state: "in_doubt",
      reason: "not-found",
      reason_params: { explanation: { code: "orders.not-found.unproven" } },
    });
    await order.process(3700);
    expect(await order.row()).toMatchObject({ state: "placed" });
    expect(order.bought()).toHaveLength(1);
  });

  it("delays the order as Retry-After demands if it is a 429", async () => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "429-retry-after", 1, 900_000);
    await order.process();
    const row = await order.row();
    expect(row).toMatchObject({ state: "ready", reason: "supplier-rate-limited" });
    expect(waitOf(row)).toBeGreaterThan(840);
    expect(waitOf(row)).toBeLessThanOrEqual(900);
    await order.process(800);
    expect(order.bought()).toEqual([]);
    await order.process(100);
    expect(order.bought()).toHaveLength(1);
    const attempts = await order.attempts();
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(1);
    expect(attempts.map(({ turn }) => turn)).toEqual([1, 2]);
  });

  it("delays the order for an hour if it is a 429 with a very long Retry-After", async () => {
    const order = await requestedOrder(world);
    // Too far in the future for any date.
    wholesale.setFault("placeOrder", "429-retry-after", 1, Number.MAX_SAFE_INTEGER);
    await order.process();
    const row = await order.row();
    expect(row).toMatchObject({ state: "ready", reason: "supplier-rate-limited" });
    expect(waitOf(row)).toBeGreaterThan(3500);
    expect(waitOf(row)).toBeLessThanOrEqual(3600);
  });

  it("holds the order if it is a 422, and “Try again” sends the order under its old reference", async () => {
    const { product, variant } = supplied();
    const change = (stock: number) =>
      wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock }] }, new Date());
    const order = await requestedOrder(world);
    // The product is not shown, so what was read last stands.
    wholesale.setFault("getProduct", "html", 1);
    change(0);
    await order.process();
    change(variant.stock);
    expect(await order.row()).toMatchObject({
      state: "held",
      reason: "rejected",
      due_at: null,
      reason_params: {
        explanation: {
          code: "failure.supplier.rejected.says",
          sentence: expect.stringContaining("in stock") as string,
        },
      },
    });
    await pressRetry(world.shop, order.id);
    await order.process();
    expect(order.bought()).toHaveLength(1);
    expect(await order.attempts()).toMatchObject([
      { generation: 1, turn: 1 },
      { generation: 1, turn: 2 },
    ]);
  });
});

describe("an unusable or missing key", () => {
  it("makes the shop's orders wait, and lets none of them fail", async () => {
    const other = await sellingShop();
    const [first, second] = [await requestedOrder(other), await requestedOrder(other)];
    wholesale.setFault("placeOrder", "unauthorized", 1);
    wholesale.setFault("listProducts", "unauthorized", 1);
    await first.process();
    await second.process();
    for (const order of [first, second])
      expect(await order.row()).toMatchObject({ state: "ready", reason: "key-unauthorized" });
    expect(await second.attempts()).toEqual([]);
    expect([...first.bought(), ...second.bought()]).toEqual([]);
  });

  it("holds the order if the shop is not connected", async () => {
    const other = await sellingShop();
    await disconnect(other.shop, { why: "disconnected" });
    const order = await requestedOrder(other);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "not-connected" });
  });
});

/** Keeps a worker where it has read the request, and not yet decided. */
const BEFORE_DECIDING = "lock table branding_version in access exclusive mode";
/** Keeps it where it has decided, and not yet committed its intent. */
const BEFORE_BEGINNING = "lock table shop_order_line in access exclusive mode";

describe("a worker that was suspended", () => {
  it.each<[string, number, number]>([
    ["", 21_000, 21_000],
    [", even if its clock was 95 s ahead and has been corrected", 21_000, 21_000 - 95_000],
    [", even if the whole machine was suspended", 0, 21_000],
  ])("sends nothing after its deadline%s", async (_, elapsedMs, clockMovedMs) => {
    const order = await requestedOrder(world);
    // It waits while it commits its intent; and then, right before sending, it is late.
    const lock = await holdLock(BEFORE_BEGINNING);
    const processed = order.process();
    await someoneWaits();
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + clockMovedMs });
    const elapsed = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => elapsed() + elapsedMs);
    await lock.release();
    await processed;
    expect(order.bought()).toEqual([]);
    expect(await order.outcomes()).toEqual(["too-late"]);
    expect(await order.row()).toMatchObject({ state: "ready", reason: "too-late" });
  });

  it("writes nothing after its lease has expired, because another worker has the order", async () => {
    const order = await requestedOrder(world, { paid: false });
    const lock = await holdLock(BEFORE_DECIDING);
    const processed = order.process();
    await someoneWaits();
    await query(
      databaseUrl,
      "update supplier_order set leased_until = null, due_at = now() - interval '1 second' where id = $1",
      [order.id],
    );
    const quicker = await claimOrder(world.shop, order.id);
    await lock.release();
    await processed;
    expect(await order.row()).toMatchObject({
      state: "ready",
      reason: null,
      leased_until: quicker!.leasedUntil,
    });
  });
});

describe("a change in the shop while an order is decided", () => {
  /** Keeps the worker where it has read the request, and lets this happen meanwhile. */
  async function processDuring(order: RequestedOrder, meanwhile: () => unknown): Promise<void> {
    const lock = await holdLock(BEFORE_DECIDING);
    const processed = order.process();
    await someoneWaits();
    await meanwhile();
    await lock.release();
    await processed;
  }

  it.each<["refunds/create" | "orders/edited", (name: string, sku: string) => unknown]>([
    ["refunds/create", (name, sku) => shopify.merchant.refundOrder(name, [{ sku, quantity: 1 }], world.shop)],
    ["orders/edited", (name, sku) => shopify.merchant.editOrder(name, [{ sku, quantity: 1 }], world.shop)],
  ])("is read before placing if Shopify reports it: %s", async (topic, change) => {
    const [sku] = world.skus;
    const order = await requestedOrder(world, { lines: [{ sku, quantity: 2 }] });
    await processDuring(order, async () => {
      change(order.name, sku);
      await handleWebhook(topic, { shop: world.shop, subjectId: order.shopOrderId });
    });
    expect(order.bought()).toEqual([]);
    await order.process();
    expect(order.bought()).toMatchObject([{ lines: [{ quantity: 1 }] }]);
  });

  it("is read before placing even without a webhook if the first read is two minutes old", async () => {
    const order = await requestedOrder(world);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    await processDuring(order, () => {
      shopify.merchant.changeAddress(order.name, { city: "Kiel" }, world.shop);
      const elapsed = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => elapsed() + 121_000);
    });
    expect(order.bought()).toEqual([]);
    await order.process();
    expect(order.bought()).toMatchObject([{ shipTo: { city: "Kiel" } }]);
  });

  it("is looked for once more after two minutes, and an unchanged order is sent", async () => {
    const order = await requestedOrder(world);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    await processDuring(order, () => {
      const elapsed = performance.now.bind(performance);
      vi.spyOn(performance, "now").mockImplementation(() => elapsed() + 121_000);
    });
    expect(order.bought()).toHaveLength(1);
  });
});

describe("a merchant's pause right before an attempt", () => {
  it("keeps the order from being sent", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    const lock = await holdLock(BEFORE_BEGINNING);
    const processed = order.process();
    await someoneWaits();
    await pauseOrdering(other.shop);
    await lock.release();
    await processed;
    expect(order.bought()).toEqual([]);
    await order.process();
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "held", reason: "ordering-paused" });
  });
});

describe("an order whose data we read with a key that was replaced", () => {
  it("is not bought with the new key, but read again at once", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    const lock = await holdLock(BEFORE_BEGINNING);
    const processed = order.process();
    await someoneWaits();
    expect(await replaceKey(other.shop, wholesale.account)).toEqual({ kind: "replaced" });
    await lock.release();
    await processed;
    expect(order.bought()).toEqual([]);
    const row = await order.row();
    expect(row).toMatchObject({ state: "ready", reason: null });
    expect(waitOf(row)).toBeLessThanOrEqual(0);
    await order.process();
    expect(order.bought()).toHaveLength(1);
  });
});

describe("a worker whose clock is wrong", () => {
  it.each([95_000, -95_000])(
    "buys once, and proves at the right time that an order is missing, if its clock is wrong by %d ms",
    async (ms) => {
      offering({ lookupConsistentAfterSeconds: 60 });
      const proof = await requestedOrder(world);
      await proof.process();
      onTestFinished(() => {
        vi.useRealTimers();
      });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms, shouldAdvanceTime: true });
      const placed = await requestedOrder(world);
      await placed.process();
      expect(await placed.outcomes()).toEqual(["placed"]);
      // It takes the order, later than it says: until then a lookup finds nothing, which proves nothing.
      wholesale.setFault("placeOrder", "500", 1);
      const order = await requestedOrder(world);
      await order.process();
      await order.process();
      expect(await order.row()).toMatchObject({
        state: "in_doubt",
        reason: "not-found",
        reason_params: { explanation: { code: "orders.not-found.early" } },
      });
      // The attempt counts as over after a minute, and a lookup after another one.
      await order.process(100);
      expect(await order.row()).toMatchObject({ state: "in_doubt" });
      await order.process(300);
      expect(await order.row()).toMatchObject({ state: "ready", reason: "proven-not-ordered" });
    },
  );
});

describe("an order whose request is gone", () => {
  it.each<[string, (name: string) => unknown]>([
    ["canceled by the merchant", (name) => shopify.merchant.cancelFulfillment(name, world.shop)],
    [
      "no longer requested",
      (name) => (inside(world, name).fulfillmentOrders[0]!.requestStatus = "UNSUBMITTED"),
    ],
    ["not there any more", (name) => (inside(world, name).fulfillmentOrders = [])],
  ])("is not bought, and ends with a reason (%s)", async (_, spoil) => {
    const order = await requestedOrder(world);
    spoil(order.name);
    await order.process();
    await order.process(700);
    expect(order.bought()).toEqual([]);
    expect(await order.row()).toMatchObject({ state: "canceled", reason: "gone", due_at: null });
  });
});
