import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { atSupplierStates, countedStates } from "../states/order-state.ts";
import { explainingAcceptance } from "../states/outcome.ts";
import {
  type KnownAttempt,
  latestFirst,
  nextReference,
  readAttempts,
  sendsNothing,
} from "../store/attempt-store.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";
import type { PlannedLine } from "./decide-order.ts";

/** A reference under which the supplier had orders, and the numbers of these orders. */
export type Earlier = Pick<KnownAttempt, "reference" | "keyGeneration" | "account"> & {
  numbers: SupplierOrderId[];
};

/** Our records of a request. */
export type Records = {
  /** True if an order of ours explains why the shop's request is accepted. */
  isExplained: boolean;
  /** Start of the latest attempt that proves if the next reference was used; null if there is none. */
  attemptedAt: Date | null;
  /** True if a person has said that the next reference was not ordered. */
  isDecided: boolean;
  /** The next reference. */
  reference: string;
  /** Closed fulfillment orders of the same customer's order for which we know no live order. */
  forgotten: string[];
  /**
   * References under which the supplier had an order for this request, or for the same lines. For each order, the
   * latest reference comes first.
   */
  earlier: Earlier[];
};

type Request = {
  request: Pick<FulfillmentOrder, "shopOrderId" | "closedOthers">;
  lines: PlannedLine[];
  prefix: string;
};

/** Reads our records of a request. */
export async function readRecords(
  { shop, id: orderId, fulfillmentOrderId }: Pick<ClaimedOrder, "shop" | "id" | "fulfillmentOrderId">,
  { request: { shopOrderId, closedOthers }, lines, prefix }: Request,
): Promise<Records> {
  return inShop(shop, async (tx) => {
    const explained = await tx.orderAttemptOutcome.count({
      where: { shop, attempt: { orderId }, kind: { in: explainingAcceptance } },
    });
    const latest = await tx.orderAttempt.findFirst({
      where: { shop, orderId },
      orderBy: latestFirst,
    });
    const others = await findUncounted(tx, { shop, orderId, shopOrderId, lines });
    const all = await readAttempts(tx, [{ shop, id: orderId }, ...others]);
    const attempts = all.get(orderId) ?? [];
    const { reference } = nextReference(attempts, { fulfillmentOrderId, prefix });
    const decided = await tx.orderAttempt.findMany({
      where: { shop, orderId, reference, outcomes: { some: { kind: "confirmed-not-ordered" } } },
    });
    // Counts only orders that the supplier has. If our latest order is in another state, our records may lack a newer
    // order.
    const recorded = await tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: closedOthers }, state: { in: atSupplierStates } },
      select: { fulfillmentOrderId: true },
    });
    const known = new Set(recorded.map((each) => each.fulfillmentOrderId));
    const forgotten = closedOthers.filter((each) => !known.has(each));
    // An attempt under an earlier reference proves nothing about the next one. An attempt that sent nothing, because a
    // lookup failed, proves nothing either, unless a person has decided about it.
    const isOfReference = latest?.reference === reference;
    // An attempt that sent nothing only recorded a search. The person's answer to it is about the next reference.
    const isDecided = decided.some(sendsNothing);
    const isEvidence = isOfReference && (!sendsNothing(latest) || decided.some(({ id }) => id === latest.id));
    const attemptedAt = isEvidence ? latest.startedAt : null;
    const earlier = [...attempts, ...others.flatMap(({ id }) => all.get(id) ?? [])];
    return {
      isExplained: explained > 0,
      attemptedAt,
      isDecided,
      reference,
      forgotten,
      earlier: usedUp(earlier, reference),
    };
  });
}

/**
 * Finds other orders of the same customer's order for these lines. Only finds orders whose pieces do not count as
 * ordered, because they have ended or are not sent. A new request of the merchant may be a new fulfillment order, with
 * a row of its own.
 */
async function findUncounted(
  tx: Tx,
  {
    shop,
    orderId,
    shopOrderId,
    lines,
  }: { shop: ShopDomain; orderId: string; shopOrderId: string; lines: PlannedLine[] },
): Promise<{ shop: ShopDomain; id: string }[]> {
  const others = await tx.supplierOrder.findMany({
    where: { shop, shopOrderId, id: { not: orderId }, state: { notIn: countedStates } },
    select: { id: true },
    orderBy: { requestedAt: "desc" },
  });
  if (others.length === 0) return [];
  const sharing = await tx.supplierOrderLine.findMany({
    where: {
      shop,
      orderId: { in: others.map(({ id }) => id) },
      lineItemId: { in: lines.map(({ lineItemId }) => lineItemId) },
    },
    select: { orderId: true },
  });
  const ids = new Set(sharing.map((line) => line.orderId));
  return others.flatMap(({ id }) => (ids.has(id) ? [{ shop, id }] : []));
}

/** Returns the references under which the supplier had an order. Leaves out the next reference. */
function usedUp(attempts: KnownAttempt[], next: string): Earlier[] {
  const used = attempts.filter((each) => each.usesUpReference && each.reference !== next);
  return [...Map.groupBy(used, ({ reference }) => reference).values()].flatMap(([latest, ...others]) => {
    if (latest === undefined) return [];
    const outcomes = [latest, ...others].flatMap((each) => each.outcomes);
    return [{ ...latest, numbers: [...new Set(outcomes.flatMap(({ params }) => numbersIn(params)))] }];
  });
}

function numbersIn(params: unknown): SupplierOrderId[] {
  const { number, numbers = [] } = (params ?? {}) as {
    number?: SupplierOrderId;
    numbers?: SupplierOrderId[];
  };
  return number === undefined ? numbers : [number];
}
