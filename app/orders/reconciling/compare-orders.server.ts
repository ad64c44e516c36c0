import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { dueAt, isPostponed } from "../../queue/lease.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, OrderLine, SupplierOrderId } from "../../wholesale/resources.ts";
import { findTypedNumber, replaceNumber } from "../doubt/typed-number.server.ts";
import { hasArrived, isEnded } from "../states/order-state.ts";
import { foldCase, hasEnded, isDead, isSameOrder } from "../states/supplier-order.ts";
import { type Attempt, findLatestAttempt, latestFirst } from "../store/attempt-store.server.ts";
import { endAttempt } from "../store/end-attempt.server.ts";
import {
  findRecorded,
  mismatchOfSupplierOrder,
  type OnOrder,
  recordMismatch,
} from "../store/mismatch-store.server.ts";
import { type OrderRow, toOrderRow, wakeOrder } from "../store/order-store.server.ts";

/**
 * Compares the supplier's orders that have a reference of ours with our rows. Resolves doubts, applies orders that were
 * not found before, corrects mistyped numbers, and keeps the number of a duplicate. Holds an order that waits to be
 * sent if the supplier has it already. Records every other difference once for the merchant, because only a person can
 * tell which side is right.
 */
export async function compareOrders(asking: Asking, orders: Order[]): Promise<void> {
  const { shop } = asking;
  const known = await findKnown(shop, orders);
  const judged = orders.map((found) => {
    const row = known.get(foldCase(found.reference)) ?? null;
    return { found, row, judgement: judgeOrder(found, row) };
  });
  const recorded = await findRecorded(
    shop,
    judged.map(({ found, judgement }) => idOf(found, judgement)),
  );
  for (const { found, row, judgement } of judged) {
    if (judgement === "fine") continue;
    if (row !== null && judgement === "resolves-doubt") await resolveFound(row, found);
    else if (concernsSecond(judgement) || !recorded.has(idOf(found, judgement)))
      await confirmMismatch(asking, found);
  }
}

/** Result of comparing an order of the supplier with our records. */
type Judgement =
  | "fine"
  /** Our order is in doubt; the supplier's order resolves the doubt. */
  | "resolves-doubt"
  /** No attempt of ours has that reference. */
  | "unknown"
  /** Alive at the supplier, but ended in our records. */
  | "closed-locally"
  /** Alive at the supplier, but still to be ordered in our records. */
  | "pending-locally"
  /** The supplier has this order in addition to the one that we know. */
  | "second"
  /** A known duplicate that has ended. */
  | "second-ended";

/** Compares an order of the supplier with our row for its reference. @param known null if there is no such row. */
export function judgeOrder(
  found: Order,
  known: Pick<
    OrderRow,
    "state" | "supplierOrderId" | "secondSupplierOrderId" | "earlierSupplierOrders"
  > | null,
): Judgement {
  if (known?.state === "in_doubt") return "resolves-doubt";
  const isKnownSecond = known?.secondSupplierOrderId === found.id;
  if (isDead(found)) return isKnownSecond ? "second-ended" : "fine";
  if (known === null) return "unknown";
  // An earlier order of the row has ended. The row already counts the pieces that it had sent.
  if (hasEnded(found) && known.earlierSupplierOrders.includes(found.id)) return "fine";
  if (hasArrived(known.state)) return isKnownSecond || known.supplierOrderId === found.id ? "fine" : "second";
  // An attempt that is under way records its own outcome.
  if (known.state === "placing") return "fine";
  return isEnded(known.state) ? "closed-locally" : "pending-locally";
}

/** Returns true if our records have no attempt for a live order of the supplier. */
export async function isUnexplained(shop: ShopDomain, found: Order): Promise<boolean> {
  const row = (await findKnown(shop, [found])).get(foldCase(found.reference)) ?? null;
  return judgeOrder(found, row) === "unknown";
}

type Asking = { shop: ShopDomain; key: OpenKey };

/** An order in doubt that is due within this time is left alone, because a worker is about to resolve it. */
const SOON_SECONDS = 60;

/** Finds our orders by reference, ignoring case. */
async function findKnown(shop: ShopDomain, orders: Order[]): Promise<Map<string, OrderRow>> {
  const attempts = await inShop(shop, (tx) =>
    tx.orderAttempt.findMany({
      where: { shop, reference: { in: orders.map(({ reference }) => foldCase(reference)) } },
      include: { order: true },
    }),
  );
  return new Map(attempts.map(({ reference, order }) => [reference, toOrderRow(order)]));
}

/**
 * Returns true for duplicates. Their number is stored even after they were reported, because a cancellation needs it.
 */
function concernsSecond(judgement: Judgement): boolean {
  return judgement === "second" || judgement === "second-ended";
}

/**
 * Reports a difference. Reads the supplier's order and our row again first, because the list may be old, and reports
 * nothing if they agree now. Reads our row last, because the supplier's reply may take a while.
 */
async function confirmMismatch(asking: Asking, found: Order): Promise<void> {
  const { shop } = asking;
  const again = await readAgain(asking, found);
  const row = (await findKnown(shop, [found])).get(foldCase(found.reference)) ?? null;
  const judgement = judgeOrder(again, row);
  if (row !== null && judgement === "second-ended") return forgetSecond(row, found);
  if (row !== null && (judgement === "closed-locally" || judgement === "pending-locally")) {
    if (await applyLate(row, found)) return;
  }
  const message = mismatchOf(judgement, found, row);
  if (message === null) return;
  if (judgement === "unknown" && (await isAskedAbout(shop, found))) return;
  if (row !== null && judgement === "second" && (await correctTypedNumber(asking, row, found))) return;
  const about = row
    ? ({ label: row.orderName, url: `/app/orders/${row.id}` } as const)
    : ({ label: { code: "orders.title" }, url: "/app/orders" } as const);
  const ids = mismatchOfSupplierOrder(found.id, judgement);
  await recordMismatch(shop, { ...ids, about, message, onOrder: onOrder(judgement, found, row) });
}

/** Forgets a duplicate that has ended. */
async function forgetSecond({ shop, id }: OrderRow, { id: number }: Order): Promise<void> {
  await inShop(shop, (tx) =>
    tx.supplierOrder.updateMany({
      where: { shop, id, secondSupplierOrderId: number },
      data: { secondSupplierOrderId: null },
    }),
  );
}

/**
 * Returns true if an order of ours is in doubt about this supplier's order. Its page asks the merchant already, so no
 * difference is reported.
 */
async function isAskedAbout(shop: ShopDomain, { id, reference }: Order): Promise<boolean> {
  const names = [
    { path: ["number"], equals: id },
    { path: ["reference"], equals: foldCase(reference) },
  ];
  const where = { shop, state: "in_doubt", OR: names.map((reasonParams) => ({ reasonParams })) };
  return (await inShop(shop, (tx) => tx.supplierOrder.count({ where }))) > 0;
}

/** Replaces a mistyped number if `found` is the order that was sent. */
async function correctTypedNumber(asking: Asking, { id: orderId }: OrderRow, found: Order): Promise<boolean> {
  const { shop } = asking;
  const { attempt } = await findLatestAttempt(shop, orderId);
  const typed = await inShop(shop, (tx) => findTypedNumber(tx, { shop, orderId }));
  if (typed === null || !isSameOrder(found, attempt)) return false;
  if (await isKnownAs(asking, { number: typed.number as SupplierOrderId, attempt })) return false;
  return replaceNumber(shop, { orderId, wrong: typed.number, outcome: foundAs(found).outcome });
}

/** Returns true if the supplier has the attempt's order under that number. */
async function isKnownAs(
  asking: Asking,
  { number, attempt }: { number: SupplierOrderId; attempt: Attempt },
): Promise<boolean> {
  try {
    return isSameOrder(await callAsShop(asking, "getOrder", { id: number }, { pace: "bulk" }), attempt);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return false;
    throw error;
  }
}

function onOrder(judgement: Judgement, { id: number }: Order, row: OrderRow | null): OnOrder | undefined {
  if (row === null) return undefined;
  const { id: orderId, supplierOrderId } = row;
  switch (judgement) {
    case "second":
      return {
        orderId,
        second: number,
        reason: { code: "duplicate-at-supplier", number: supplierOrderId ?? "", other: number },
      };
    case "closed-locally":
      return { orderId, reason: { code: "still-open-at-supplier", number } };
    case "pending-locally":
      return { orderId, reason: { code: "already-at-supplier", number }, holds: true };
    case "fine":
    case "resolves-doubt":
    case "second-ended":
    case "unknown":
      return undefined;
  }
}

/**
 * Applies a late success: the supplier has an order of an attempt that was not found before.
 *
 * @returns false if the order is different, or if we knew it before. A known order is alive again, so a person has to
 *   judge.
 */
async function applyLate({ shop, id: orderId }: OrderRow, found: Order): Promise<boolean> {
  const attempt = await inShop(shop, async (tx) => {
    const isKnown = await tx.orderAttemptOutcome.count({
      where: { shop, attempt: { orderId }, supplierOrderId: found.id },
    });
    if (isKnown > 0) return null;
    return tx.orderAttempt.findFirst({
      where: { shop, orderId, reference: foldCase(found.reference) },
      orderBy: latestFirst,
    });
  });
  if (attempt === null) return false;
  const { id: attemptId, reference, lines } = attempt;
  if (!isSameOrder(found, { reference, lines: lines as OrderLine[] })) return false;
  await endAttempt({ shop, orderId, attemptId }, foundAs(found));
  return true;
}

function foundAs(found: Order) {
  const outcome = { code: "found", number: found.id } as const;
  return { outcome, cost: found.cost };
}

async function readAgain(asking: Asking, found: Order): Promise<Order> {
  try {
    return await callAsShop(asking, "getOrder", { id: found.id }, { pace: "bulk" });
  } catch (error) {
    const isNotShown =
      error instanceof Failure && (error.code === "rejected" || error.code === "unexpected-reply");
    if (!isNotShown) throw error;
    // The supplier answers no lookup of this order, so we use its entry in the supplier's list.
    return found;
  }
}

function mismatchOf(judgement: Judgement, found: Order, row: OrderRow | null): Message | null {
  const { id: number, reference } = found;
  const order = row?.orderName ?? "";
  switch (judgement) {
    case "fine":
    case "resolves-doubt":
    case "second-ended":
      return null;
    case "unknown":
      return { code: "orders.mismatch.unknown", number, reference };
    case "closed-locally":
    case "pending-locally":
      return { code: `orders.mismatch.${judgement}`, order, number };
    case "second":
      return { code: "orders.mismatch.second", order, number, other: row?.supplierOrderId ?? "" };
  }
}

/** Returns the key under which a mismatch is recorded once. */
function idOf({ id }: Order, judgement: Judgement): string {
  return mismatchOfSupplierOrder(id, judgement).id;
}

/**
 * Resolves an order in doubt that the supplier's list contains. If the supplier can look up references, makes the order
 * due, and a lookup decides. If not, the list itself decides, provided that the listed order is alive and has any of
 * the pieces that were sent.
 */
async function resolveFound({ shop, id: orderId }: OrderRow, found: Order): Promise<void> {
  if (abilities.findOrderByReference) {
    await inShop(shop, async (tx, now) => {
      const soon = after(now, SOON_SECONDS);
      const { count } = await tx.supplierOrder.updateMany({
        where: { shop, id: orderId, state: "in_doubt", OR: [{ dueAt: null }, isPostponed(soon)] },
        data: dueAt(now),
      });
      if (count > 0) await wakeOrder(tx, { shop, id: orderId });
    });
    return;
  }
  const { attempt } = await findLatestAttempt(shop, orderId);
  if (isDead(found) || !isSameOrder(found, attempt)) return;
  await endAttempt({ shop, orderId, attemptId: attempt.id }, foundAs(found));
}
