import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { acknowledgeOrder } from "../updates/acknowledge-order.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { RESULTS_SHOWN_SECONDS } from "../states/order-group.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import { approveCostInBulk } from "../placing/approve-order.server.ts";
import { retryOrder } from "../placing/retry-order.server.ts";
import { type PressedColumns, type ResultNow, resultNow } from "../views/result-now.ts";
import type { BulkAction, PickedOrder } from "./picked-order.ts";

/** The present result of a press for one order. `result` is null until the result is known. */
export type PressResult = ResultNow & { orderId: string; orderName: string | null };

/**
 * Maximum number of orders per press of a button. More would take too long for one request, and no merchant would look
 * through them.
 */
export const PRESSED_AT_MOST = 500;

/**
 * Number of orders that are changed in parallel, so that Postgres commits several of them with one disk write. Must be
 * lower than the process's number of database connections.
 */
const AT_ONCE = 4;

/**
 * Does for several orders what a button does on the page of one order. Changes an order only if it still has the
 * version that the merchant saw. Stores a result per order, so that a reload of the page shows it. A press that arrives
 * twice acts once.
 *
 * @param pressId a UUID that the page made for this press.
 */
export async function pressOrders(
  shop: ShopDomain,
  { pressId, action, picked }: { pressId: string; action: BulkAction; picked: PickedOrder[] },
): Promise<void> {
  const begun = await inShop(shop, (tx, now) => beginPress(tx, { shop, pressId, picked, now }));
  const results: Pressed[] = [];
  try {
    // `delete` returns true once per id, so an order that was picked twice is handled once.
    const due = picked.filter(({ id }) => begun.delete(id));
    while (due.length > 0) {
      const some = due.splice(0, AT_ONCE);
      results.push(...(await Promise.all(some.map((order) => pressOne(shop, action, order)))));
    }
  } finally {
    await inShop(shop, (tx) => endPress(tx, { shop, pressId, results }));
  }
}

/** Inserts a row per picked order, unless this press already has one. @returns the order ids of the new rows. */
async function beginPress(
  tx: Tx,
  { shop, pressId, picked, now }: { shop: ShopDomain; pressId: string; picked: PickedOrder[]; now: Date },
): Promise<Set<string>> {
  await execute(tx)`
    delete from order_press where shop = ${shop} and pressed_at < ${after(now, -KEPT_SECONDS)}`;
  const rows = await queryRows<{ id: string }>(tx)`
    insert into order_press (shop, press_id, order_id, order_name, pressed_at)
    select ${shop}, ${pressId}::uuid, picked.id, known.order_name, ${now}
    from (select distinct id from unnest(${sqlArray(picked.map(({ id }) => id))}::uuid[]) as id) picked
    left join supplier_order known on known.shop = ${shop} and known.id = picked.id
    on conflict do nothing returning order_id as id`;
  return new Set(rows.map(({ id }) => id));
}

async function endPress(
  tx: Tx,
  { shop, pressId, results }: { shop: ShopDomain; pressId: string; results: Pressed[] },
): Promise<void> {
  await execute(tx)`
    update order_press set result = done.result
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as done (id uuid, result jsonb)
    where shop = ${shop} and press_id = ${pressId}::uuid and order_id = done.id`;
}

type Pressed = { id: string; result: Message };

async function pressOne(shop: ShopDomain, action: BulkAction, order: PickedOrder): Promise<Pressed> {
  const { id } = order;
  try {
    return { id, result: { code: await pressButton(shop, action, order) } };
  } catch (err) {
    log.error({ shop, orderId: id, action, err }, "orders.press-failed");
    return { id, result: { code: "bulk.result.failed" } };
  }
}

/**
 * Does for one order what the button does.
 *
 * @returns the result's code. `changed`: the order is no longer as the merchant saw it. `one-by-one`: the order is
 *   unpaid or a test order, so the merchant must approve it on its own page.
 */
async function pressButton(
  shop: ShopDomain,
  action: BulkAction,
  { id: orderId, version, reason, costs }: PickedOrder,
): Promise<ResultCode> {
  const onPage = { orderId, version };
  const codeIf = (isDone: boolean) => (isDone ? (`bulk.result.${action}` as const) : "bulk.result.changed");
  switch (action) {
    case "retry":
      return codeIf(await retryOrder(shop, onPage));
    case "cancel":
      return codeIf(await requestCancellation(shop, onPage));
    case "acknowledge":
      return codeIf(await acknowledgeOrder(shop, { ...onPage, reason: reason ?? "" }));
    case "approve": {
      const approved = await approveCostInBulk(shop, { ...onPage, seen: costs });
      return approved === "one-by-one" ? "bulk.result.one-by-one" : codeIf(approved === "approved");
    }
  }
}

type ResultCode = `bulk.result.${BulkAction | "changed" | "one-by-one"}`;

/** Reads the results of the shop's latest press, for `RESULTS_SHOWN_SECONDS` or until they are dismissed. */
export async function findPressResults(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<{ pressedAt: Date | null; results: PressResult[] }> {
  const rows = await queryRows<PressedRow>(tx)`
    select pressed.order_id as "orderId", pressed.order_name as "orderName", result, pressed_at as "pressedAt", state, reason,
      reason_params as "reasonParams", acknowledged_reason as "acknowledgedReason", cancel_requested_at as "cancelRequestedAt",
      coalesce(due_at <= ${now} or leased_until > ${now}, false) as "isDue"
    from order_press pressed
    left join supplier_order known on known.shop = pressed.shop and known.id = pressed.order_id
    where pressed.shop = ${shop} and pressed_at > ${after(now, -RESULTS_SHOWN_SECONDS)} and press_id = (
      select press_id from order_press where shop = ${shop} order by pressed_at desc, press_id limit 1)
      and not exists (select from ordering_settings where shop = ${shop} and press_dismissed_at >= pressed_at)
    order by pressed.order_id desc`;
  return {
    pressedAt: rows[0]?.pressedAt ?? null,
    results: rows.map(({ orderId, orderName, pressedAt, result, state, ...order }) => {
      const known = storedMessage(result) ?? (pressedAt < after(now, -LOST_SECONDS) ? LOST : null);
      return { orderId, orderName, ...resultNow(known, state && { ...order, state }) };
    }),
  };
}

type PressedRow = PressedColumns & { orderId: string; orderName: string | null; isDue: boolean };

/**
 * Hides the results of the press at `pressedAt`, and of earlier presses. `of`: `press` for the buttons that act on
 * several orders, `send` for “Send”.
 */
export async function dismissResults(
  shop: ShopDomain,
  { of, pressedAt }: { of: "press" | "send"; pressedAt: Date },
): Promise<void> {
  await ensureReferencePrefix(shop);
  const column = of === "press" ? "pressDismissedAt" : "sendDismissedAt";
  // Never moves the time back: a click on an older page would show newer, dismissed results again.
  const isEarlier = { OR: [{ [column]: null }, { [column]: { lt: pressedAt } }] };
  const data = { [column]: pressedAt };
  await inShop(shop, (tx) => tx.orderingSettings.updateMany({ where: { shop, ...isEarlier }, data }));
}

/**
 * Time after which a missing result counts as lost. A press takes some seconds, so after a minute its process must have
 * crashed.
 */
const LOST_SECONDS = 60;

const LOST = { code: "bulk.result.failed" } satisfies Message;

const KEPT_SECONDS = 86_400;
