import { type NewEntry, recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import type { HiddenOrder, RequestableOrder } from "../../shop/orders/fulfillment-requests.server.ts";

/**
 * Stores the ids of the orders that Shopify now hides from us. Warnings about all other orders then count as settled.
 */
export async function storeHidden(shop: ShopDomain, hidden: HiddenOrder[]): Promise<void> {
  const hiddenOrders = [...new Set(hidden.map(({ shopOrderId }) => shopOrderId))];
  await inShop(shop, (tx) => tx.requestPoll.updateMany({ where: { shop }, data: { hiddenOrders } }));
}

/** Warns the merchant once that an order should be sent now, but is too old to be ordered automatically. */
export async function recordHiddenOrder(
  shop: ShopDomain,
  { id, name: order }: { id: string; name: string },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await tx.requestPoll.updateMany({
      where: { shop, NOT: { hiddenOrders: { has: id } } },
      data: { hiddenOrders: { push: id } },
    });
    const message = { code: "orders.activity.request-hidden", order } as const;
    await recordUnlessTold(tx, { shop, id, order, kind: "orders.request-hidden", message, at: now }, null);
  });
}

/** Minimum time between two warnings about an order. Without it, each poll would repeat the warning. */
const TELL_AGAIN_SECONDS = 86_400;

/** Warns the merchant, at most once a day, that an order's fulfillment could not be requested. */
export async function recordProblem(
  shop: ShopDomain,
  { id, name: order }: RequestableOrder,
  explanation: Message,
): Promise<void> {
  log.warn({ shop, shopOrderId: id, problem: explanation }, "orders.request-failed");
  await inShop(shop, async (tx, now) => {
    const message = { code: "orders.activity.request-failed", order, explanation } as const;
    const entry = { shop, id, order, kind: "orders.request-failed", message, at: now } as const;
    await recordUnlessTold(tx, entry, after(now, -TELL_AGAIN_SECONDS));
  });
}

type AboutOrder = Pick<NewEntry, "shop" | "kind" | "at" | "message"> & { id: string; order: string };

/** Records a warning about a customer's order, unless there is one of its kind since `since` (null: at any time). */
async function recordUnlessTold(tx: Tx, entry: AboutOrder, since: Date | null): Promise<void> {
  const { shop, kind, id, order, message, at } = entry;
  const url = adminOrderUrl(id);
  const told = { shop, kind, subjectUrl: url, ...(since && { at: { gt: since } }) };
  if ((await tx.activity.findFirst({ where: told, select: { id: true } })) !== null) return;
  const what = { code: "orders.reason.part-not-requested.label" } as const;
  const subject = { label: order, url, what };
  await recordActivity(tx, { shop, kind, tone: "warning", at, subject, message });
}
