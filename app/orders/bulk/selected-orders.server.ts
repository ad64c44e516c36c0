import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { isAboutPause } from "../reasons/reason.ts";
import { type Picked, pressSend, readToSend } from "../sending/send-shop-order.server.ts";
import { isSent } from "../views/find-progress.server.ts";
import { type Figures, linesIn } from "../states/order-to-send.ts";
import { listOrdersOf, type OrderPage } from "../views/list-orders.server.ts";
import { findWaitingOf } from "../views/list-to-send.server.ts";
import { findFigures } from "../views/order-contents.server.ts";
import { statusOf } from "../views/order-status.ts";
import { pressOrders } from "./press-orders.server.ts";

/**
 * Maximum number of orders that a merchant may select in Shopify's own list. More would take too long for one dialog.
 */
export const SELECTED_AT_MOST = 100;

/**
 * Maximum number of supplier orders that are read for the selected orders. Shopify rarely splits a customer's order
 * into more than ten fulfillment orders.
 */
const OUR_ORDERS_AT_MOST = 10 * SELECTED_AT_MOST;

/** Number of parallel reads of the shop. */
const AT_ONCE = 4;

/** A customer's order that the merchant has selected, and the effect of "Send to supplier" on it. */
export type SelectedOrder = {
  id: ShopOrderId;
  /** Null if we have no record of the order. */
  name: string | null;
  /**
   * `toSend`: parts whose fulfillment would be requested. `toRetry`: held orders that would be tried again. Excludes
   * parts that a rule or a workflow keeps waiting.
   */
  parts: { toSend: Picked[]; toRetry: Picked[] };
  /** Expected amounts of these parts. */
  figures: Figures[];
  /** True while a part of the order is being sent. */
  isUnderWay: boolean;
  /**
   * The reason if parts of the order are missing in `parts`: a rule, a delay or a workflow keeps them waiting. The
   * merchant can send them on the page "To send" or, once their fulfillment is requested, on the order's own page.
   */
  kept: Message | null;
  /** The result of the latest press of a button; if there is none, the status of the order. */
  status: Message;
};

/**
 * Reads the selected orders, without duplicates, in the sequence of `ids`.
 *
 * @param asksShop true to ask the shop about orders of which we have no record yet.
 */
export async function readSelected(
  shop: ShopDomain,
  ids: ShopOrderId[],
  { asksShop }: { asksShop: boolean },
): Promise<SelectedOrder[]> {
  const wanted = [...new Set(ids)];
  const known = await readKnown(shop, wanted);
  if (!asksShop) return wanted.map((id) => toSelected(id, known.get(id), null));
  const unknown = wanted.filter((id) => !known.has(id));
  const why = new Map<ShopOrderId, Message>();
  for (let from = 0; from < unknown.length; from += AT_ONCE)
    await Promise.all(
      unknown.slice(from, from + AT_ONCE).map(async (id) => {
        const refusal = await askShop(shop, id);
        if (refusal !== null) why.set(id, refusal);
      }),
    );
  const read = unknown.length === 0 ? known : await readKnown(shop, wanted);
  return wanted.map((id) => toSelected(id, read.get(id), why.get(id) ?? null));
}

/**
 * Reads an order from the shop, and stores its parts that wait to be sent. Returns the reason if the order cannot be
 * sent, or if the shop does not answer; otherwise null.
 */
async function askShop(shop: ShopDomain, id: ShopOrderId): Promise<Message | null> {
  try {
    return await readToSend(shop, id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, shopOrderId: id, failure: error.code }, "orders.selected-not-read");
    return error.explanation;
  }
}

/**
 * Our rows for a customer's order. `waiting`: parts that wait, or that the merchant sent lately. `orders`: the supplier
 * orders, latest first.
 */
type Known = {
  waiting: { row: Awaited<ReturnType<typeof findWaitingOf>>[number]; figures: Figures | undefined }[];
  orders: OrderPage["orders"];
};

async function readKnown(shop: ShopDomain, ids: ShopOrderId[]): Promise<Map<string, Known>> {
  return inShop(shop, async (tx, now) => {
    const rows = await findWaitingOf(tx, { shop, now }, ids);
    const figures = await findFigures(
      tx,
      shop,
      rows.map((row) => ({ ...row, lines: linesIn(row.lines) })),
    );
    const listed = await listOrdersOf(tx, { shop, now }, ids, { atMost: OUR_ORDERS_AT_MOST });
    const known = new Map<string, Known>();
    const of = (id: string) => {
      const its = known.get(id) ?? { waiting: [], orders: [] };
      known.set(id, its);
      return its;
    };
    for (const row of rows) of(row.shopOrderId).waiting.push({ row, figures: figures.get(row.id) });
    for (const order of listed) of(order.shopOrderId).orders.push(order);
    return known;
  });
}

function toSelected(id: ShopOrderId, known: Known | undefined, why: Message | null): SelectedOrder {
  const waiting = known?.waiting ?? [];
  const orders = known?.orders ?? [];
  const open = waiting.filter(isOpen).filter((part) => !isKept(part));
  const kept = keptIn(waiting) ?? (orders.some(isHeldOnRequest) ? HELD_ON_REQUEST : null);
  const held = orders.filter((order) => {
    const { state, reason, cancelRequestedAt } = order;
    if (state !== "held" || cancelRequestedAt !== null || isHeldOnRequest(order)) return false;
    return reason === null || !isAboutPause(reason);
  });
  return {
    id,
    name: waiting[0]?.row.orderName ?? orders[0]?.orderName ?? null,
    parts: {
      toSend: open.map(({ row: { id: part, version } }) => ({ id: part, version })),
      toRetry: held.map(({ id: order, version }) => ({ id: order, version })),
    },
    figures: [
      ...open.flatMap(({ figures }) => figures ?? []),
      ...held.flatMap(({ expected }) => expected ?? []),
    ],
    isUnderWay:
      waiting.some(({ row }) => row.dueAt !== null) ||
      // Right after we requested fulfillment in the shop, there is no supplier order yet.
      (orders.length === 0 && waiting.some(({ row }) => row.leftAt !== null && isSent(row.result))) ||
      orders.some(({ state }) => state === "ready" || state === "placing"),
    kept,
    status: statusIn({ waiting, orders }, open.length + held.length === 0 ? kept : null) ??
      (open.length > 0 ? { code: "blocks.send.waits" } : why) ?? { code: "blocks.nothing-of-supplier" },
  };
}

type Part = Known["waiting"][number];

function isOpen({ row }: Part): boolean {
  return row.waits && row.dueAt === null;
}

function isKept(part: Part): boolean {
  return isOpen(part) && storedMessage(part.row.kept) !== null;
}

function keptIn(waiting: Part[]): Message | null {
  const why = storedMessage(waiting.find(isKept)?.row.kept);
  return why && { code: "blocks.send.kept", why };
}

/**
 * Returns true if a workflow of Shopify Flow holds the order. The dialog does not retry such an order, because a retry
 * would release the hold without showing it to the merchant.
 */
function isHeldOnRequest({ state, reason, cancelRequestedAt }: Known["orders"][number]): boolean {
  return state === "held" && reason === "held-on-request" && cancelRequestedAt === null;
}

const HELD_ON_REQUEST = { code: "blocks.send.held" } satisfies Message;

/**
 * Returns the latest status of an order: the result of a press, or the status of the newest supplier order.
 *
 * @param kept why the other parts are not sent. Shown instead of the results of earlier presses on these parts.
 */
function statusIn({ waiting, orders: [latest] }: Known, kept: Message | null): Message | null {
  if (waiting.some(({ row }) => row.dueAt !== null)) return { code: "to-send.sending" };
  const pressed = waiting.find((part) => part.row.result !== null && !(kept && isKept(part)))?.row;
  if (kept && !pressed) return kept;
  const isOlder = pressed?.pressedAt && latest && latest.requestedAt < pressed.pressedAt;
  if (latest && !isOlder) return isHeldOnRequest(latest) ? HELD_ON_REQUEST : statusOf(latest).message;
  return pressed ? storedMessage(pressed.result) : null;
}

/**
 * Sends the parts of the selected orders that the preview showed. A part that has changed since the preview is not
 * sent, and its result says so. Approves no costs and no unpaid amounts. If the same press arrives twice, it acts once.
 *
 * @param pressId a UUID that the dialog made for this press.
 * @returns `no-permission` if the app may not request fulfillment: then nothing was sent.
 */
export async function sendSelected(
  shop: ShopDomain,
  { pressId, toSend, toRetry }: { pressId: string; toSend: Picked[]; toRetry: Picked[] },
): Promise<"no-permission" | "pressed"> {
  if (toSend.length > 0 && (await pressSend(shop, toSend)) === "no-permission") return "no-permission";
  if (toRetry.length > 0) await pressOrders(shop, { pressId, action: "retry", picked: toRetry });
  return "pressed";
}
