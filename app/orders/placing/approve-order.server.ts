import { isDeepStrictEqual } from "node:util";

import type { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { partIn } from "../reasons/purchase.ts";
import { isAboutCost, isApprovedOneByOne } from "../reasons/reason.ts";
import type { CostLine } from "../reasons/reason-params.ts";
import {
  changeLocked,
  lockOrder,
  type OrderRow,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { type ApprovedCosts, costsOf, costsToApprove, unpaidToApprove } from "./approvals.ts";

/** The order on the person's page: an approval holds for this version only. */
type OnPage = { orderId: string; version: number };

/**
 * Approves the costs for which an order is held (a person's "Order anyway"). The order is due at once. Approves no
 * higher costs, and no higher loss, than the person has seen.
 *
 * @param seen the costs and the loss on the page. If the order is held for other costs by now, nothing is approved.
 * @returns true if it was approved.
 */
export async function approveCost(
  shop: ShopDomain,
  { seen, ...onPage }: OnPage & { seen: ApprovedCosts },
): Promise<boolean> {
  return approve(shop, onPage, (held, now) => costApprovalOf(held, { seen, now }));
}

/**
 * Approves the costs of one of several orders that a person picked. The page asks about each unpaid order and each test
 * order on its own, so this function never approves them.
 *
 * @param seen the costs and the loss on the page. Without them, nothing is approved.
 * @returns `one-by-one` if the order is held because it isn't fully paid or is a test order, even if the page showed
 *   another reason.
 */
export async function approveCostInBulk(
  shop: ShopDomain,
  { orderId, version, seen }: OnPage & { seen: ApprovedCosts | undefined },
): Promise<"approved" | "changed" | "one-by-one"> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order === null || !isHeld(order)) return "changed";
    if (isApprovedOneByOne(order.reason)) return "one-by-one";
    if (order.version !== version || seen === undefined) return "changed";
    const approval = costApprovalOf(order, { seen, now });
    if (approval === null) return "changed";
    await storeApproval(tx, order, { approval, now });
    return "approved";
  });
}

function costApprovalOf(
  { reason, reasonParams, approvedCosts }: HeldOrder,
  { seen, now }: { seen: ApprovedCosts; now: Date },
): Approval | null {
  if (!isAboutCost(reason)) return null;
  const costs = costsToApprove(reasonParams);
  if (Object.keys(costs).length === 0 || !isDeepStrictEqual(costs, seen)) return null;
  const { lines } = reasonParams as { lines: CostLine[] };
  return {
    stored: { approvedCosts: { ...(approvedCosts as object), ...costsOf(lines, { costs, at: now }) } },
    kind: "orders.cost-approved",
    what: { code: "orders.cost-approved", lines },
  };
}

/**
 * Approves one of Shopify's test orders (a person's "Send anyway"). The order is due at once, and bought although no
 * customer pays.
 *
 * @returns true if it was approved.
 */
export async function approveTestOrder(shop: ShopDomain, onPage: OnPage): Promise<boolean> {
  return approve(shop, onPage, ({ reason }, now) => {
    if (reason !== "test-order") return null;
    const what = { code: "orders.test-order-approved" } as const;
    return { stored: { testApprovedAt: now }, kind: what.code, what };
  });
}

/**
 * Approves an order that is not paid in full (a person's "Send anyway"). The order is due at once, and bought unless more
 * than this amount is outstanding by then.
 *
 * @param seen the outstanding amount on the page. If another amount is outstanding by now, nothing is approved.
 * @returns true if it was approved.
 */
export async function approveUnpaid(
  shop: ShopDomain,
  { seen, ...onPage }: OnPage & { seen: Money },
): Promise<boolean> {
  return approve(shop, onPage, ({ reason, reasonParams }, now) => {
    if (reason !== "unpaid" || !isDeepStrictEqual(unpaidToApprove(reasonParams), seen)) return null;
    const what = { code: "orders.unpaid-approved", outstanding: seen } as const;
    return { stored: { unpaidApproved: { ...seen, at: now.toISOString() } }, kind: what.code, what };
  });
}

/**
 * Approves one held order by what the page showed: its costs, the outstanding amount, or neither for a test order.
 *
 * @returns true if it was approved.
 */
export async function approveSeen(
  shop: ShopDomain,
  {
    costs,
    outstanding,
    ...onPage
  }: OnPage & { costs?: ApprovedCosts | undefined; outstanding?: Money | undefined },
): Promise<boolean> {
  if (costs) return approveCost(shop, { ...onPage, seen: costs });
  if (outstanding) return approveUnpaid(shop, { ...onPage, seen: outstanding });
  return approveTestOrder(shop, onPage);
}

/**
 * Approves an order whose note the supplier does not take (a person's "Send without the note"). The order is due at once.
 *
 * @returns true if it was approved.
 */
export async function approveWithoutNote(shop: ShopDomain, onPage: OnPage): Promise<boolean> {
  return approve(shop, onPage, ({ reason }, now) => {
    if (reason !== "note-too-long" && reason !== "note-not-taken") return null;
    const what = { code: "orders.note-omitted" } as const;
    return { stored: { noteOmittedAt: now }, kind: what.code, what };
  });
}

/**
 * Makes a held order due, to request only the lines that can be ordered (a person's "Send what can be sent"). The
 * worker decides by cost and stock at that moment which lines these are.
 *
 * @returns `no-permission` if the merchant has not granted the optional scope to request fulfillment. Otherwise true
 * if the order is due.
 */
export async function sendPart(shop: ShopDomain, onPage: OnPage): Promise<boolean | "no-permission"> {
  if (await isScopeDenied(shop, REQUESTING_SCOPE)) return "no-permission";
  return approve(shop, onPage, ({ reasonParams }, now) => {
    const part = partIn(reasonParams);
    if (part === null) return null;
    const what = { code: "orders.part-wanted", items: part.sends } as const;
    return { stored: { partWantedAt: now }, kind: what.code, what };
  });
}

type Approval = {
  stored: Pick<
    Prisma.SupplierOrderUpdateManyMutationInput,
    "approvedCosts" | "noteOmittedAt" | "partWantedAt" | "testApprovedAt" | "unpaidApproved"
  >;
  kind: `orders.${string}-approved` | "orders.note-omitted" | "orders.part-wanted";
  what: Message;
};

/**
 * Stores an approval of a held order and makes it due. Does nothing if the order no longer has the version and reason
 * that the person saw.
 */
async function approve(
  shop: ShopDomain,
  { orderId, version }: OnPage,
  decide: (held: HeldOrder, now: Date) => Approval | null,
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || !isHeld(order)) return false;
    const approval = decide(order, now);
    if (approval === null) return false;
    await storeApproval(tx, order, { approval, now });
    return true;
  });
}

/** A held order whose cancellation is not requested. */
type HeldOrder = OrderRow & { reason: string };

function isHeld(order: OrderRow): order is HeldOrder {
  return order.state === "held" && order.reason !== null && order.cancelRequestedAt === null;
}

async function storeApproval(
  tx: Tx,
  order: OrderRow,
  { approval: { stored, kind, what }, now }: { approval: Approval; now: Date },
): Promise<void> {
  // Ends the claim of a worker that still reads the order, because that worker would decide by the earlier approvals.
  await changeLocked(tx, order, { to: "ready", reason: null, dueAt: now, retryCount: 0, ...stored });
  await wakeOrder(tx, order);
  await recordOrderActivity(tx, order, { kind, tone: "info", what, at: now });
}
