import { readLinkedVariants } from "../../catalog/links/read-linked-variants.server.ts";
import { type OpenKey, openUsableKey } from "../../connection/sealed-key.server.ts";
import { env } from "../../lib/env.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { mayCall } from "../../wholesale/write-gate.ts";
import { type Circumstances, type Decision, decideOrder } from "./decide-order.ts";
import type { Facts } from "./read-facts.server.ts";

/** What becomes of an order, with what that was decided by. */
export type Weighed = {
  decision: Decision;
  linkedVariants: Circumstances["linkedVariants"];
  /** The key that cost and stock were read with; null without one that works. */
  key: OpenKey | null;
};

/**
 * Decides what becomes of an order, by what the shop shows, what our records say, and cost and stock at the supplier at this
 * moment.
 *
 * @param fulfillmentOrder null when the shop has none of that id.
 * @throws Failure when the supplier cannot be asked about cost and stock just now.
 */
export async function weighOrder(
  shop: ShopDomain,
  {
    fulfillmentOrder,
    facts,
    approvedCosts,
    testApproved,
  }: { fulfillmentOrder: FulfillmentOrder | null; facts: Facts } & Pick<
    Circumstances,
    "approvedCosts" | "testApproved"
  >,
): Promise<Weighed> {
  // Without a key that works nothing is bought, so there is nobody to ask, and nothing to lose by what was read last.
  const key = await openUsableKey(shop, facts.connection);
  const linkedVariants =
    key === null ? facts.linkedVariants : await readLinkedVariants(facts.linkedVariants, key);
  const decision = decideOrder({
    ...{ fulfillmentOrder, linkedVariants, approvedCosts, testApproved },
    exchangeRates: facts.exchangeRates,
    connected: facts.connection !== null,
    confirmed: mayCall(assumptions(), "placeOrder"),
    paused: whoPaused(facts),
  });
  return { decision, linkedVariants, key };
}

/** The widest pause is the one shown. */
function whoPaused({ isPausedForAll, isPausedBySupport, pausedAt }: Facts): Circumstances["paused"] {
  if (env.ORDERING === "paused" || isPausedForAll) return "for-all";
  if (isPausedBySupport) return "by-support";
  return pausedAt === null ? "no" : "by-merchant";
}

/** The variants whose links an order depends on. */
export function variantsIn(fulfillmentOrder: Pick<FulfillmentOrder, "lines"> | null): string[] {
  return fulfillmentOrder?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
}
