import type { Tx } from "../../lib/database/db.server.ts";
import { execute, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";

/**
 * Marks orders on the list of orders to send that a workflow holds, so that no button that was shown before sends them. Skips
 * those that the merchant is sending. Returns how many it has marked.
 */
export async function markHeld(
  tx: Tx,
  shop: ShopDomain,
  { shopOrderIds, now }: { shopOrderIds: string[]; now: Date },
): Promise<number> {
  const why = { code: "rules.kept.on-request" } satisfies Message;
  return execute(tx)`
    update unrequested_order waiting set
      version = version + case when kept_because ->> 'code' = ${why.code} then 0 else 1 end, kept_because = ${JSON.stringify(why)}::jsonb,
      kept_since = coalesce(kept_since, ${now}), judged_version = shop_version, judge_due_at = null,
      judge_leased_until = null, judge_retry_count = 0
    where shop = ${shop} and shop_order_id = any(${sqlArray(shopOrderIds)}::text[]) and left_at is null and due_at is null
      and exists (select from order_hold hold where hold.shop = waiting.shop and hold.shop_order_id = waiting.shop_order_id)`;
}

/** Returns true if a workflow holds a customer's order. */
export async function isOnHold(tx: Tx, shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  return (await tx.orderHold.count({ where: { shop, shopOrderId } })) > 0;
}

/** Releases workflows' holds of customers' orders, because they are to be sent now. */
export async function releaseHolds(tx: Tx, shop: ShopDomain, shopOrderIds: string[]): Promise<void> {
  if (shopOrderIds.length > 0)
    await tx.orderHold.deleteMany({ where: { shop, shopOrderId: { in: shopOrderIds } } });
}
