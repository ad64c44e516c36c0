import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { judgeAssessedOrder } from "../../../app/orders/ingest/judge-kept-orders.server.ts";
import type { OrderView } from "../../sandbox/shop/merchant-views.ts";
import { emptyTables, query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, type SellingShop } from "../shop-world.ts";
import { hearPaid, judgeLater, poll, ruledShop } from "./testing.ts";

/**
 * A delayed order through random changes in the shop and random crashes. Whenever it is requested, the shop must show at that
 * moment that it may be; and an order that may be sent in the end is bought, once.
 */

openQueue();

/** `npm run check:nightly` runs 540, in twelve processes: each case takes a shop, and the test world has fifty. */
const RUNS = Number(process.env["RULE_RUNS"] ?? 8);

const TIMEOUT_MS = 60_000 + RUNS * 5000;

/** In minutes. */
const DELAY = 15;

type Step =
  | { do: "wait"; minutes: number }
  | { do: "edit" | "refund"; pieces: number }
  | { do: "tag"; tags: string[] }
  | { do: "risk"; level: "HIGH" | "LOW" | "PENDING"; isHeard: boolean }
  | { do: "cancel" | "hold" | "release" | "poll" | "hear" | "die-claimed" | "lose-request" | "lose-answer" };

const step = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("wait"), minutes: fc.constantFrom(1, 4, 9, 16) }) },
  fc.record({ do: fc.constantFrom("edit", "refund"), pieces: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant("tag"), tags: fc.subarray(["Stop", "other"]) }),
  fc.record({
    do: fc.constant("risk"),
    level: fc.constantFrom("HIGH", "LOW", "PENDING"),
    isHeard: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("cancel", "hold", "release", "poll", "hear") }),
  fc.record({ do: fc.constantFrom("die-claimed", "lose-request", "lose-answer") }),
);

/** A step that Shopify refuses, such as releasing what is not on hold, changes nothing. */
async function take(world: SellingShop, order: OrderView, each: Step): Promise<void> {
  const { shop } = world;
  const { name } = order;
  switch (each.do) {
    case "wait": {
      const known = inside(world, name);
      known.updatedAt = new Date(known.updatedAt.getTime() - each.minutes * 60_000);
      return judgeLater(world, each.minutes);
    }
    case "edit":
      return attempt(() =>
        shopify.merchant.editOrder(name, [{ sku: world.skus[0], quantity: each.pieces }], shop),
      );
    case "refund":
      return attempt(() =>
        shopify.merchant.refundOrder(name, [{ sku: world.skus[0], quantity: each.pieces }], shop),
      );
    case "tag":
      return attempt(() => shopify.merchant.tagOrder(name, each.tags, shop));
    case "risk":
      if (!each.isHeard) inside(world, name).riskAssessments = [each.level];
      else {
        shopify.merchant.assessRisk(name, each.level, shop);
        // The inbox repeats a webhook whose handler fails.
        await judgeAssessedOrder(shop, { subjectId: order.id }).catch(() => undefined);
      }
      return;
    case "cancel":
      return attempt(() => shopify.merchant.cancelOrder(name, {}, shop));
    case "hold":
      return attempt(() => shopify.merchant.holdFulfillment(name, shop));
    case "release":
      return attempt(() => shopify.merchant.releaseFulfillment(name, shop));
    case "poll":
      return poll(world);
    case "hear":
      return hearPaid(world, order).catch(() => undefined);
    case "die-claimed":
      await query(
        databaseUrl,
        "update unrequested_order set judge_leased_until = now() + interval '10 minutes' where shop = $1 and judge_due_at is not null",
        [shop],
      );
      return;
    case "lose-request":
      shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502", 1);
      return;
    case "lose-answer":
      shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502-after-commit", 1);
  }
}

function attempt(change: () => unknown): Promise<void> {
  try {
    change();
  } catch {
    // Refused.
  }
  return Promise.resolve();
}

/** Returns why the order must not be requested now, as the shop shows it; null if it may be. */
function obstacleTo(world: SellingShop, { name }: OrderView): string | null {
  const { cancelledAt, financialStatus, tags, riskAssessments, fulfillmentOrders } = inside(world, name);
  if (cancelledAt !== null) return "canceled";
  if (financialStatus !== "PAID") return "refunded";
  if (tags.includes("Stop")) return "tagged";
  if (riskAssessments.some((level) => level !== "LOW")) return "risky";
  return fulfillmentOrders.some(
    ({ status, lines }) => isOpen(status) && lines.some(({ remaining }) => remaining > 0),
  )
    ? null
    : "nothing open";
}

/** An accepted request is in progress. */
function isOpen(status: string): boolean {
  return status === "OPEN" || status === "IN_PROGRESS";
}

/** Returns the pieces that are to be fulfilled: an edit that adds some opens another part. */
function openPieces(world: SellingShop, { name }: OrderView): number {
  const open = inside(world, name).fulfillmentOrders.filter(({ status }) => isOpen(status));
  return open.flatMap(({ lines }) => lines).reduce((sum, { remaining }) => sum + remaining, 0);
}

function piecesIn(orders: Awaited<ReturnType<SellingShop["bought"]>>): number {
  return orders.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
}

function requestsOf(world: SellingShop, { name }: OrderView): number {
  return inside(world, name).fulfillmentOrders.flatMap(({ merchantRequests }) => merchantRequests).length;
}

describe("a delayed order", () => {
  it(
    "is requested only after its delay and without an obstacle, and is bought once if no obstacle is left",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
          await emptyTables(databaseUrl);
          shopify.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502", 0);
          const world = await ruledShop({ delay: { kind: "minutes", minutes: DELAY }, neverTags: ["stop"] });
          const order = world.order({ lines: [{ sku: world.skus[0], quantity: 3 }] });
          await hearPaid(world, order);
          let minutes = 0;
          for (const each of steps) {
            await take(world, order, each);
            if (each.do === "wait") minutes += each.minutes;
            if (requestsOf(world, order) === 0) continue;
            expect({ obstacle: obstacleTo(world, order), isLate: minutes >= DELAY }).toEqual({
              obstacle: null,
              isLate: true,
            });
            break;
          }
          for (let later = 0; later < 3; later += 1) {
            await take(world, order, { do: "wait", minutes: 16 });
            await poll(world);
            await world.processDue();
          }
          const alive = (await world.bought()).filter(({ status }) => status !== "cancelled");
          const obstacle = obstacleTo(world, order);
          expect({ obstacle, bought: piecesIn(alive), requests: requestsOf(world, order) }).toEqual({
            obstacle,
            bought: obstacle === null ? openPieces(world, order) : 0,
            requests: alive.length,
          });
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );
});
