import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import { messageOf } from "../reasons/reason-words.ts";
import type { ReasonCode } from "../reasons/reason.ts";
import { atSupplierStates } from "../states/order-state.ts";
import { isUnexplained } from "./compare-orders.server.ts";

/** A difference between the shop, our records and the supplier, and the page with the buttons for it. */
export type FoundDifference = {
  /** Names the order or package, so that the next comparison recognizes the difference. */
  subject: string;
  message: Message;
  url: `/app/${string}`;
  action: Message;
};

const OPEN_ORDER: Message = { code: "reconciliation.open-order" };

/**
 * Reasons that say that shop, records and supplier differ about an order. Packages are not among them: the list has an
 * entry per package.
 */
const REASONS: ReasonCode[] = [
  "accepted-before-records",
  "found-dead",
  "found-different",
  "found-twice",
  "found-unreadable",
  "not-found",
  "already-at-supplier",
  "changed-in-shop",
  "address-changed-too-late",
  "not-canceled",
  "not-accepted",
  "not-declined",
  "update-differs",
  "unknown-to-supplier",
  "other-account",
  "rest-canceled",
  "canceled-after-shipping",
  "canceled-at-supplier",
  "rejected-at-supplier",
  "duplicate-at-supplier",
  "still-open-at-supplier",
  "differs-at-supplier",
];

/** Limit of orders, and of packages. No person looks through so many, and a larger number would have a common cause. */
export const ORDERS_AT_MOST = 5000;
/** Limit of unexplained orders: each costs a call to the supplier. */
const UNKNOWN_AT_MOST = 50;
/**
 * A cancellation that takes longer than this counts as a difference. A package that Shopify does not show for longer
 * counts as well.
 */
const USUAL_SECONDS = 3600;

/**
 * Returns the differences of orders that the comparisons with shop and supplier have found, except those that the
 * merchant has marked as resolved. Changes nothing.
 */
export async function findOrderDifferences(shop: ShopDomain): Promise<FoundDifference[]> {
  const { rows, packages, unknown } = await readInShop(shop, async (tx, now) => {
    const usually = after(now, -USUAL_SECONDS);
    const newest = { orderBy: { requestedAt: "desc" }, take: ORDERS_AT_MOST } as const;
    const alive = { state: { in: atSupplierStates }, cancelRequestedAt: { lt: usually } };
    return {
      rows: await tx.supplierOrder.findMany({
        where: { shop, OR: [{ reason: { in: REASONS } }, alive] },
        ...newest,
        select: {
          id: true,
          orderName: true,
          reason: true,
          reasonParams: true,
          acknowledgedReason: true,
          supplierOrderId: true,
        },
      }),
      packages: await tx.shipment.findMany({
        where: {
          shop,
          OR: [{ state: "failed" }, { state: "due", retryCount: { gt: 0 }, shippedAt: { lt: usually } }],
        },
        select: {
          id: true,
          orderId: true,
          problem: true,
          order: { select: { orderName: true, reason: true, acknowledgedReason: true } },
        },
        orderBy: { id: "desc" },
        take: ORDERS_AT_MOST,
      }),
      unknown: await tx.activity.findMany({
        where: {
          shop,
          kind: "orders.mismatch",
          message: { path: ["code"], equals: "orders.mismatch.unknown" },
        },
        orderBy: { at: "desc" },
        take: UNKNOWN_AT_MOST,
        select: { message: true },
      }),
    };
  });
  const orders = rows.flatMap((row): FoundDifference[] => {
    const { id, orderName: order, reason, acknowledgedReason, reasonParams } = row;
    if (reason !== null && reason === acknowledgedReason) return [];
    const why: Message =
      reason !== null && (REASONS as string[]).includes(reason)
        ? messageOf({ reason, reasonParams })
        : { code: "reconciliation.still-alive", number: row.supplierOrderId ?? "" };
    return [
      {
        subject: `order:${id}`,
        message: { code: "reconciliation.order", order, why },
        url: `/app/orders/${id}`,
        action: OPEN_ORDER,
      },
    ];
  });
  const named = new Set(orders.map(({ url }) => url));
  const notShown = packages.flatMap(({ id, orderId, order: { orderName: order, ...its }, problem }) => {
    const url = `/app/orders/${orderId}` as const;
    const isResolved = its.reason === NOT_SHOWN && its.acknowledgedReason === NOT_SHOWN;
    if (named.has(url) || isResolved) return [];
    const why: Message = storedMessage(problem) ?? { code: "reconciliation.package-waits" };
    const message: Message = { code: "reconciliation.package", order, why };
    return [{ subject: `package:${id}`, message, url, action: OPEN_ORDER }];
  });
  return [...orders, ...notShown, ...(await stillUnknown(shop, unknown))];
}

/** The reason of an order with packages that the shop does not show. */
export const NOT_SHOWN = "shipment-not-shown" satisfies ReasonCode;

/** Reads these orders of the supplier again, and returns those that our records still do not explain. */
async function stillUnknown(shop: ShopDomain, entries: { message: unknown }[]): Promise<FoundDifference[]> {
  const key = entries.length === 0 ? null : await findUsableKey(shop);
  const found = new Map<string, FoundDifference>();
  for (const { message: stored } of entries) {
    const message = storedMessage(stored);
    if (message === null || message.code !== "orders.mismatch.unknown") continue;
    const { number } = message;
    if (typeof number !== "string" || found.has(number)) continue;
    const order = key && (await readOrder({ shop, key }, number as SupplierOrderId));
    if (order === "gone" || (order && !(await isUnexplained(shop, order)))) continue;
    found.set(number, {
      subject: `supplier:${number}`,
      message,
      url: "/app/orders",
      action: { code: "reconciliation.open-orders" },
    });
  }
  return [...found.values()];
}

/** Returns "gone" if the supplier has no such order; null if its answer proves nothing. */
async function readOrder(
  asking: { shop: ShopDomain; key: OpenKey },
  id: SupplierOrderId,
): Promise<Order | "gone" | null> {
  try {
    return await callAsShop(asking, "getOrder", { id }, { pace: "bulk" });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 404) return "gone";
    if (error.code === "rejected" || error.code === "unexpected-reply") return null;
    throw error;
  }
}
