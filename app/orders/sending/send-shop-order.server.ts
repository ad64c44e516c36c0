import type { z } from "zod";

import { findService } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { databaseTime, inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { isRequestable, REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { readRequestable } from "../../shop/orders/fulfillment-requests.server.ts";
import { storeLines } from "../ingest/store-unrequested.server.ts";
import type { seenLoss } from "../placing/approvals.ts";
import { retryOrder } from "../placing/retry-order.server.ts";
import { isAboutPause } from "../reasons/reason.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { enqueueAll } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { setDueAt } from "../../queue/lease.server.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import { releaseHolds } from "../holding/hold-order.server.ts";

type Sent = { kind: "sending" | "nothing-to-send" } | { kind: "refused"; why: Message };

/**
 * Sends a customer's order as it is now, from the order block or a workflow. The order block and the workflow show no
 * costs or unpaid amounts. Therefore this approves nothing that a person has to see first.
 *
 * @param options `sendsKept`: also sends what rules, a delay or a workflow keep, and releases the workflow's hold. The
 *   order block does not show what keeps an order, so it must not override that.
 * @throws Failure if the shop does not answer.
 */
export async function sendShopOrder(
  shop: ShopDomain,
  id: ShopOrderId,
  { sendsKept }: { sendsKept: boolean },
): Promise<Sent> {
  if ((await findConnection(shop)) === null)
    return { kind: "refused", why: { code: "to-send.result.not-connected" } };
  if ((await findOrders(shop, id)).length === 0) {
    const why = await readToSend(shop, id);
    if (why !== null) return { kind: "refused", why };
  }
  let waiting = await findWaiting(shop, id);
  let isSending = false;
  // Rules may judge a part after we have read its version. The press then finds another version, so we repeat it.
  for (let tries = 0; tries < TRIES && !isSending; tries += 1) {
    // A part that is being sent may still have a reason in `kept`. A person has overridden that reason.
    const pressed = waiting.filter(({ kept, dueAt }) => sendsKept || kept === null || dueAt !== null);
    if (pressed.length === 0) break;
    if ((await pressSend(shop, pressed)) === "no-permission")
      return { kind: "refused", why: { code: "blocks.no-permission" } };
    waiting = await findWaiting(shop, id);
    isSending = pressed.some((part) => waiting.every((row) => row.id !== part.id || row.dueAt !== null));
  }
  const held = (await findOrders(shop, id)).filter(
    ({ state, reason, cancelRequestedAt }) =>
      state === "held" && cancelRequestedAt === null && (reason === null || !isAboutPause(reason)),
  );
  const retried = held.filter(({ reason }) => sendsKept || reason !== "held-on-request");
  for (const { id: orderId, version } of retried)
    if (await retryOrder(shop, { orderId, version })) isSending = true;
  if (isSending) return { kind: "sending" };
  const why = storedMessage(waiting.find(({ kept }) => kept !== null)?.kept);
  if (why !== null) return { kind: "refused", why: { code: "blocks.send.kept", why } };
  if (retried.length < held.length) return { kind: "refused", why: { code: "blocks.send.held" } };
  return { kind: "nothing-to-send" };
}

const TRIES = 3;

/** Returns the parts of an order that are to be sent, or are being sent. */
function findWaiting(shop: ShopDomain, shopOrderId: ShopOrderId) {
  return inShop(shop, (tx) =>
    tx.unrequestedOrder.findMany({
      where: { shop, shopOrderId, leftAt: null },
      select: { id: true, version: true, kept: true, dueAt: true },
    }),
  );
}

function findOrders(shop: ShopDomain, shopOrderId: ShopOrderId) {
  return inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId },
      select: { id: true, version: true, state: true, reason: true, cancelRequestedAt: true },
    }),
  );
}

/**
 * Stores the parts of an order that may be requested, because the last poll may not have seen the order yet.
 *
 * @returns the reason if no part may be requested because the order is unpaid or a test order; otherwise null.
 * @throws Failure if the shop does not answer.
 */
export async function readToSend(shop: ShopDomain, id: ShopOrderId): Promise<Message | null> {
  const service = await findService(shop);
  if (service === null) return null;
  const asOf = await databaseTime();
  const order = await readRequestable(shop, { id, ourLocationId: service.locationId });
  if (order === null || order.canceled) return null;
  const orders = order.fulfillmentOrders
    .filter(isRequestable)
    .map(({ id: fulfillmentOrderId, openedAt }) => ({
      fulfillmentOrderId,
      shopOrderId: id,
      orderName: order.name,
      openedAt,
      shopVersion: order.shopVersion,
    }));
  if (orders.length === 0) return null;
  if (order.test) return { code: "blocks.test-order" };
  if (!order.paid) return { code: "blocks.unpaid" };
  await storeLines(shop, { orders, asOf });
  return null;
}

/**
 * An order on the merchant's page, with the version that the page shows. `acceptedLoss`: the loss that the merchant saw
 * and accepts.
 */
export type Picked = { id: string; version: number; acceptedLoss?: z.input<typeof seenLoss> | undefined };

/**
 * Makes the picked orders due to be sent (a person's "Send to supplier"). An order that has changed since the page was
 * read is not sent, and its result says so. An order that is being sent already stays as it is. Overrides the rules
 * that keep an order, and a workflow's hold.
 *
 * @param options `inPart`: lines that cannot be ordered wait ("Send what can be sent").
 * @returns `no-permission` if the app lacks the optional scope to request fulfillment. Otherwise the number of picked
 *   orders that are being sent or have a result. Includes results of an earlier press, such as the first click of two.
 */
export async function pressSend(
  shop: ShopDomain,
  picked: Picked[],
  { inPart = false }: { inPart?: boolean } = {},
): Promise<"no-permission" | number> {
  if (await isScopeDenied(shop, REQUESTING_SCOPE)) return "no-permission";
  return inShop(shop, async (tx, now) => {
    const rows = await queryRows<{ id: string; shopOrderId: string; isDue: boolean }>(tx)`
      update unrequested_order waiting set pressed_at = ${now}, retry_count = 0, ${setDueAt("UnrequestedOrder.judge", null)},
        judged_version = null, in_part = ${inPart}, request_sent_at = null,
        accepted_loss = case when waiting.version = picked.version then picked.accepted_loss::jsonb end,
        due_at = case when waiting.version = picked.version then ${now}::timestamptz end,
        result = case when waiting.version <> picked.version then ${JSON.stringify(EDITED)}::jsonb end
      from unnest(${picked.map(({ id }) => id)}::uuid[], ${picked.map(({ version }) => version)}::int[],
          ${picked.map(({ acceptedLoss }) => (acceptedLoss ? JSON.stringify(acceptedLoss) : null))}::text[])
        as picked (id, version, accepted_loss)
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
