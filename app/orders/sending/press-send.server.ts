import { inShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { enqueueAll } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { releaseHolds } from "../holding/hold-order.server.ts";

/** An order on the merchant's page, with its version there. */
export type Picked = { id: string; version: number };

/**
 * Makes the picked orders due to be sent (a person's "Send to supplier"). One that has changed since the page was read is not
 * sent, and its result says so. One that is being sent already stays as it is. Overrides the rules that keep an order, and a workflow's hold.
 *
 * @param options `inPart`: lines that cannot be ordered wait ("Send what can be sent").
 * @returns `no-permission` if the app may not request fulfillment: an optional scope. Otherwise the number of picked orders
 *   that are being sent or have a result, also by an earlier press, such as the first click of two.
 */
export async function pressSend(
  shop: ShopDomain,
  picked: Picked[],
  { inPart = false }: { inPart?: boolean } = {},
): Promise<"no-permission" | number> {
  if (await isScopeDenied(shop, REQUESTING_SCOPE)) return "no-permission";
  return inShop(shop, async (tx, now) => {
    const rows = await queryRows<{ id: string; shopOrderId: string; isDue: boolean }>(tx)`
      update unrequested_order waiting set pressed_at = ${now}, retry_count = 0, judge_due_at = null, judge_leased_until = null,
        judged_version = null, in_part = ${inPart},
        due_at = case when waiting.version = picked.version then ${now}::timestamptz end,
        result = case when waiting.version <> picked.version then ${JSON.stringify(EDITED)}::jsonb end
      from unnest(${picked.map(({ id }) => id)}::uuid[], ${picked.map(({ version }) => version)}::int[])
        as picked (id, version)
      where shop = ${shop} and waiting.id = picked.id and left_at is null and due_at is null
      returning waiting.id, waiting.shop_order_id as "shopOrderId", due_at is not null as "isDue"`;
    const due = rows.filter(({ isDue }) => isDue);
    await releaseHolds(
      tx,
      shop,
      due.map(({ shopOrderId }) => shopOrderId),
    );
    await enqueueAll(
      tx,
      jobs["orders.send"],
      due.map(({ id: orderId }) => ({ shop, orderId })),
    );
    const ids = picked.map(({ id }) => id);
    return tx.unrequestedOrder.count({ where: { shop, id: { in: ids }, pressedAt: { not: null } } });
  });
}

const EDITED = { code: "to-send.result.edited" } satisfies Message;
