import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import type { HiddenOrder, RequestableOrder } from "../../shop/orders/fulfillment-requests.server.ts";

/** Stores which orders are hidden now, so that the warnings about the others are settled. */
export async function storeHidden(shop: ShopDomain, hidden: HiddenOrder[]): Promise<void> {
  const hiddenOrders = [...new Set(hidden.map(({ shopOrderId }) => shopOrderId))];
  await inShop(shop, (tx) => tx.requestPoll.updateMany({ where: { shop }, data: { hiddenOrders } }));
}

/** Tells the merchant once that an order is to be sent now, but is too old to be ordered automatically. */
export async function recordHiddenOrder(
  shop: ShopDomain,
  { id, name: order }: { id: string; name: string },
): Promise<void> {
  const kind = "orders.request-hidden";
  const url = adminOrderUrl(id);
  await inShop(shop, async (tx, now) => {
    await tx.requestPoll.updateMany({
      where: { shop, NOT: { hiddenOrders: { has: id } } },
      data: { hiddenOrders: { push: id } },
    });
    const told = { shop, kind, subjectUrl: url };
    if ((await tx.activity.findFirst({ where: told, select: { id: true } })) !== null) return;
    await recordActivity(tx, {
      shop,
      kind,
      tone: "warning",
      at: now,
      subject: { label: order, url },
      message: { code: "orders.activity.request-hidden", order },
    });
  });
}

/** Time until a problem is recorded again. Each poll meets the same problem. */
const TELL_AGAIN_SECONDS = 86_400;

/** Tells the merchant, at most once a day, that an order's fulfillment could not be requested. */
export async function recordProblem(
  shop: ShopDomain,
  { id, name: order }: RequestableOrder,
  explanation: Message,
): Promise<void> {
  log.warn({ shop, shopOrderId: id, problem: explanation }, "orders.request-failed");
  const kind = "orders.request-failed";
  const url = adminOrderUrl(id);
  await inShop(shop, async (tx, now) => {
    const told = { shop, kind, subjectUrl: url, at: { gt: after(now, -TELL_AGAIN_SECONDS) } };
    if ((await tx.activity.findFirst({ where: told, select: { id: true } })) !== null) return;
    await recordActivity(tx, {
      shop,
      kind,
      tone: "warning",
      at: now,
      subject: { label: order, url },
      message: { code: "orders.activity.request-failed", order, explanation },
    });
  });
}
