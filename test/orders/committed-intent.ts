import { readLinked } from "../support/linked-variants.ts";
import { NO_COSTS } from "../../app/catalog/pricing/costs.ts";
import { snapshotOf } from "../../app/orders/earnings/earnings.ts";
import { findService } from "../../app/catalog/location/our-location.server.ts";
import { findKey } from "../../app/connection/connection-store.server.ts";
import { ensureReferencePrefix } from "../../app/orders/store/ordering-settings.server.ts";
import { claimOrder } from "../../app/orders/store/order-store.server.ts";
import { NOTHING_APPROVED } from "../../app/orders/placing/approvals.ts";
import { type Begun, beginAttempt } from "../../app/orders/placing/begin-attempt.server.ts";
import { decideOrder } from "../../app/orders/placing/decide-order.ts";
import { NO_PAST } from "../../app/shop/orders/fulfillment-order.ts";
import { readFulfillmentOrder } from "../../app/shop/orders/fulfillment-orders.server.ts";
import { callWholesale } from "../../app/wholesale/call-wholesale.server.ts";
import { abilities } from "../../app/wholesale/contract.ts";
import type { Order } from "../../app/wholesale/resources.ts";
import { choiceRules } from "./testing.ts";
import type { RequestedOrder, SellingShop } from "./shop-world.ts";

export type Intent = {
  attempt: Begun;
  /** Sends the order, as the process does right after, and records no outcome. */
  post: (lines?: Begun["lines"]) => Promise<Order>;
};

const rules = { exchangeRates: [], costs: NO_COSTS };

/** Commits the intent to place an order, as a process does that stands still, or ends, right after it. */
export async function commitIntent({ shop }: SellingShop, order: RequestedOrder): Promise<Intent> {
  const [service, key, claimed] = [
    await findService(shop),
    await findKey(shop),
    await claimOrder(shop, order.id),
  ];
  const ourLocationId = service?.locationId ?? null;
  const fulfillmentOrder = await readFulfillmentOrder(shop, {
    id: order.fulfillmentOrderId,
    shopOrderId: order.shopOrderId,
    ourLocationId,
  });
  const shopVariantIds = fulfillmentOrder?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
  const linkedVariants = await readLinked(shop, shopVariantIds);
  const decision = decideOrder({
    fulfillmentOrder,
    linkedVariants,
    connected: true,
    heldOnRequest: false,
    service: "there",
    paused: "no",
    confirmed: true,
    approved: NOTHING_APPROVED,
    choiceRules: choiceRules(),
    takes: abilities,
    expectedShipping: null,
    ...rules,
  });
  if (claimed === null || key === null || decision.kind !== "place") throw new Error("It cannot be placed.");
  const { lines, shipTo } = decision;
  const prefix = await ensureReferencePrefix(shop);
  const begun = await beginAttempt(claimed, {
    lines,
    past: NO_PAST,
    expectedShipping: null,
    prefix,
    key,
    brandingVersion: null,
    destinationHash: null,
    goesElsewhere: false,
    sends: true,
    isProbe: false,
    outstanding: null,
    snapshot: fulfillmentOrder && snapshotOf(fulfillmentOrder, { supplierCurrency: "EUR", ...rules }),
    rules,
  });
  if (begun.kind !== "begun") throw new Error("The attempt did not begin.");
  const { attempt } = begun;
  const { reference } = attempt;
  const post = (lines = attempt.lines) =>
    callWholesale("placeOrder", {
      input: { reference, lines, shipTo, whiteLabel: false, shippingMethod: null, note: null },
      credential: key.apiKey,
    });
  return { attempt, post };
}
