/**
 * One line of a customer's order through random requests, packages, refunds and edits: the real code, on a real database and
 * over real HTTP. The supplier's own ledger never exceeds the customer's pieces.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { pushShipments } from "../../../app/orders/tracking/push-shipments.server.ts";
import { readUpdate } from "../../../app/orders/tracking/read-update.server.ts";
import { MerchantRefusal } from "../../sandbox/shop/merchant-refusal.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify, wholesale } from "../../support/world.ts";
import { inside, type RequestedOrder, requestedParts, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

const { merchant } = shopify;
const { ledger } = wholesale.supplier;

const pieces = fc.integer({ min: 1, max: 2 });
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant("request" as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("add" as const), pieces }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("ship" as const), pieces }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("refund" as const),
      pieces,
      hasLeft: fc.boolean(),
      restockType: fc.constantFrom("CANCEL" as const, "NO_RESTOCK" as const, "RETURN" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("remove" as const), pieces }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("by-hand" as const), pieces }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("give-up" as const) }) },
);

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

type Case = { world: SellingShop; name: string; sku: string; parts: Map<string, RequestedOrder> };

/** Pieces that the supplier has sent or will send. */
function bought({ parts }: Case): number {
  const orders = [...parts.values()].flatMap((part) => part.bought());
  const lines = orders.flatMap((order) =>
    hasEnded(order) ? order.shipments.flatMap((shipment) => shipment.lines) : order.lines,
  );
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

function hasEnded({ status }: ReturnType<RequestedOrder["bought"]>[number]): boolean {
  return status === "cancelled" || status === "rejected";
}

/** Pieces that the customer got or is to get: as ordered, without those that were removed before they left. */
function wanted({ world, name }: Case): number {
  const [line] = inside(world, name).lines;
  return line!.quantity - (line!.removed - line!.returned);
}

async function act(each: Case, step: Event): Promise<void> {
  const { world, name, sku } = each;
  const [line] = inside(world, name).lines;
  switch (step.what) {
    case "request":
      return request(each);
    case "add":
      merchant.editOrder(name, [{ sku, quantity: line!.quantity - line!.removed + step.pieces }], world.shop);
      return;
    case "remove":
      merchant.editOrder(name, [{ sku, quantity: line!.quantity - line!.removed - step.pieces }], world.shop);
      return;
    case "refund": {
      const { pieces: quantity, hasLeft, restockType } = step;
      merchant.refundOrder(name, [{ sku, quantity, hasLeft, restockType }], world.shop);
      return;
    }
    case "by-hand":
      merchant.fulfill(name, { quantity: step.pieces }, world.shop);
      return;
    case "ship":
    case "give-up":
      return supply(each, step);
  }
}

async function request(each: Case): Promise<void> {
  const { world, name, parts } = each;
  for (const part of await requestedParts(world, name)) {
    parts.set(part.id, part);
    const before = bought(each);
    await part.process();
    const [now, most] = [bought(each), wanted(each)];
    if (now > before) expect(now).toBeLessThanOrEqual(most);
    await part.process();
  }
}

/** The supplier ships pieces of one of its orders, or ends it. The app reads that, and shows it in the shop. */
async function supply(
  { world, parts }: Case,
  step: Extract<Event, { what: "ship" | "give-up" }>,
): Promise<void> {
  for (const [orderId, part] of parts) {
    const order = part
      .bought()
      .find(({ status }) => ["received", "processing", "partially_shipped"].includes(status));
    if (order === undefined) continue;
    if (step.what === "give-up") ledger.giveUp(order.id);
    else {
      const sent = order.shipments
        .flatMap(({ lines }) => lines)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      const [{ variantId, quantity } = { variantId: "", quantity: 0 }] = order.lines;
      const lines = [{ variantId, quantity: Math.min(step.pieces, quantity - sent) }];
      ledger.ship(order.id, { carrier: "DHL", trackingNumber: `${order.id}-${String(sent)}`, lines });
    }
    await timePasses(world.shop, 3700);
    await readUpdate({ shop: world.shop, orderId });
    await pushShipments({ shop: world.shop, orderId });
    await timePasses(world.shop, 300);
    await part.process();
    return;
  }
}

/** Moves what the shop has recorded back by a minute, since its times are whole seconds. */
function aMinutePasses({ world, name }: Case): void {
  const { fulfillments, refunds } = inside(world, name);
  for (const each of [...fulfillments, ...refunds])
    each.createdAt = new Date(each.createdAt.getTime() - 60_000);
}

describe("placeOrder among random refunds and packages", () => {
  it("never buys more pieces than the customer should get, and buys them all if every refund is a return", async () => {
    const world = await sellingShop();
    const [sku] = world.skus;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(event, { maxLength: 9 }),
        async (quantity, events) => {
          // Enough that each part of the order pays for a package of its own: a part that would lose money is held.
          const { name } = world.order({ lines: [{ sku, quantity }], money: { shipping: 200 } });
          const each: Case = { world, name, sku, parts: new Map() };
          await request(each);
          for (const step of events) {
            try {
              await act(each, step);
            } catch (error) {
              if (!(error instanceof MerchantRefusal)) throw error;
            }
            aMinutePasses(each);
          }
          await act(each, { what: "request" }).catch((error: unknown) => {
            if (!(error instanceof MerchantRefusal)) throw error;
          });
          const plain = events.every(
            (step) =>
              !["by-hand", "remove", "give-up"].includes(step.what) &&
              (step.what !== "refund" || (step.hasLeft && step.restockType !== "CANCEL")),
          );
          if (plain) expect(bought(each)).toBe(wanted(each));
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  });
});
