import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import type { Placed } from "../states/outcome.ts";
import {
  foldCase,
  hasIdentity,
  hasSamePieces,
  identify,
  isDead,
  isSameOrder,
} from "../states/supplier-order.ts";
import { appendIfNew, type Attempt, type AttemptId, latestFirst } from "../store/attempt-store.server.ts";
import {
  announceUpdate,
  changeLocked,
  lockOrder,
  type OrderRow,
  toOrderRow,
} from "../store/order-store.server.ts";
import { ignoreFailure, lookUp } from "./look-up-order.server.ts";

/** The supplier's view of a number that a person typed. */
type CheckedNumber =
  /** The number belongs to this order. */
  | { kind: "verified" }
  /**
   * The supplier has our order under `number`, not under the typed number. The order there has our reference and some
   * of our pieces.
   */
  | { kind: "found"; number: SupplierOrderId }
  | { kind: "contradicted"; explanation: Message }
  /** The supplier's order has another reference or none. Its items are the same, or not shown. */
  | { kind: "other-reference"; found: Order }
  /** The supplier shows no such order, or cannot be read. */
  | { kind: "unverified"; number: SupplierOrderId };

/** Checks a number that a person typed against the supplier's orders. */
export async function checkNumber(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  { number, attempt, key }: { number: SupplierOrderId; attempt: Attempt; key: OpenKey | null },
): Promise<CheckedNumber> {
  const ours = key && (await findByReference({ shop, key }, attempt));
  if (ours !== null) return ours === number ? { kind: "verified" } : { kind: "found", number: ours };
  const found = key && (await ignoreFailure(() => callAsShop({ shop, key }, "getOrder", { id: number })));
  // A person has looked at the order, so our reference is proof enough, even if the order has none of our pieces.
  if (found !== null && hasIdentity(found, attempt)) return { kind: "verified" };
  // The supplier has reopened an order that one of our earlier attempts had placed.
  if (found !== null && !isDead(found) && (await isOfAttempt({ shop, orderId }, found)))
    return { kind: "verified" };
  const other = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, supplierOrderId: number, id: { not: orderId } } }),
  );
  if (other !== null)
    return contradicted({ code: "orders.contradicted.number-in-use", number, order: other.orderName });
  if (found === null) return { kind: "unverified", number };
  if (await mayStandFor(shop, { found, attempt })) return { kind: "other-reference", found };
  return contradicted({ code: "orders.contradicted.other-order", number, reference: attempt.reference });
}

/**
 * Returns an order if it is placed and a person typed its present number. Returns null if the supplier returned the
 * number, or the order is not placed.
 */
export async function findTypedNumber(
  tx: Tx,
  { shop, orderId }: { shop: ShopDomain; orderId: string },
): Promise<{ order: OrderRow; attemptId: string; number: string } | null> {
  const row = await tx.supplierOrder.findUnique({ where: { shop_id: { shop, id: orderId } } });
  if (row?.state !== "placed" || row.supplierOrderId === null) return null;
  const attempt = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (attempt === null) return null;
  const last = await tx.orderAttemptOutcome.findFirst({
    where: { shop, attemptId: attempt.id, kind: { in: ["placed", "found", "confirmed-ordered"] } },
    orderBy: { id: "desc" },
  });
  if (last?.kind !== "confirmed-ordered" || last.supplierOrderId !== row.supplierOrderId) return null;
  return { order: toOrderRow(row), attemptId: last.attemptId, number: row.supplierOrderId };
}

/**
 * Replaces a number that a person typed, and makes the order's update due at once.
 *
 * @param found the supplier's order of the new number, if its reference is not ours.
 * @returns false if the order no longer has the wrong number, or another attempt has followed.
 */
export async function replaceNumber(
  shop: ShopDomain,
  {
    orderId,
    wrong,
    outcome,
    found,
  }: { orderId: string; wrong: string; outcome: Placed; found?: Order | undefined },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    await lockOrder(tx, { shop, id: orderId });
    const typed = await findTypedNumber(tx, { shop, orderId });
    if (typed?.number !== wrong) return false;
    const { order } = typed;
    const attemptId = found
      ? await appendAttemptFor(tx, { shop, orderId, ...typed, found })
      : typed.attemptId;
    if (attemptId === null) return false;
    await appendIfNew(tx, { shop, attemptId, outcome, now });
    const { number: supplierOrderId } = outcome;
    await changeLocked(tx, order, {
      supplierOrderId,
      ...(order.secondSupplierOrderId === supplierOrderId && { secondSupplierOrderId: null }),
      reason: null,
      updateDueAt: now,
    });
    await announceUpdate(tx, order);
    return true;
  });
}

/**
 * Appends an attempt for an order that the supplier has under another reference than ours, or under none. Updates,
 * cancellations and comparisons use that reference from then on.
 *
 * @param attemptId the latest attempt, which this one follows.
 * @returns the new attempt's id; null if a later attempt exists, or another attempt has that reference.
 */
export async function appendAttemptFor(
  tx: Tx,
  { shop, orderId, attemptId, found }: AttemptId & { found: Order },
): Promise<string | null> {
  await lockOrder(tx, { shop, id: orderId });
  const latest = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (latest?.id !== attemptId) return null;
  const { keyGeneration, account, startedAt } = latest;
  const [standing] = await tx.orderAttempt.createManyAndReturn({
    data: [
      {
        shop,
        orderId,
        keyGeneration,
        account,
        startedAt,
        deadline: startedAt,
        reference: identify(found),
        lines: found.lines,
        generation: latest.generation + 1,
        turn: 1,
      },
    ],
    skipDuplicates: true,
  });
  return standing?.id ?? null;
}

/** Returns true if the supplier's order has the reference of an attempt of our order. */
async function isOfAttempt(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  found: Order,
): Promise<boolean> {
  const attempts = await inShop(shop, (tx) => tx.orderAttempt.findMany({ where: { shop, orderId } }));
  return attempts.some((attempt) => hasIdentity(found, attempt));
}

/**
 * Returns true if the found order may be from before our records: placed by an earlier installation or by
 * hand. An order with the reference of a known attempt belongs to that attempt.
 */
async function mayStandFor(
  shop: ShopDomain,
  { found, attempt }: { found: Order; attempt: Attempt },
): Promise<boolean> {
  if (!(found.lines.length === 0 || hasSamePieces(found, attempt))) return false;
  const reference = identify(found);
  const where = { shop, reference: { in: [reference, foldCase(reference)] } };
  return (await inShop(shop, (tx) => tx.orderAttempt.count({ where }))) === 0;
}

/**
 * Returns the only live order that the supplier has under the attempt's reference and with any of its pieces;
 * null if there is no such order, or more than one.
 */
async function findByReference(
  asking: { shop: ShopDomain; key: OpenKey },
  attempt: Attempt,
): Promise<SupplierOrderId | null> {
  if (!abilities.findOrderByReference) return null;
  const found = await ignoreFailure(() => lookUp(asking, attempt.reference));
  const [only, ...others] = found?.exact.filter((each) => !isDead(each)) ?? [];
  return only !== undefined && others.length === 0 && isSameOrder(only, attempt) ? only.id : null;
}

function contradicted(explanation: Message): CheckedNumber {
  return { kind: "contradicted", explanation };
}
