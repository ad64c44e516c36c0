import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import type { OrderView, ProductView } from "./shop/merchant-views.ts";
import { control, poll } from "./tour-support.ts";

const LIST = "routes/app.orders._index";

const PLACED_WITHIN_MS = 180_000;
/** A supplier that is not ours ships when it likes. */
const SHIPPED_WITHIN_MS = 180_000;
/** A shop may make the supplier work thirty times a minute. */
export const PRESSED_EVERY_MS = 2500;

const PLACED = ["Ordered", "Partly shipped", "Shipped", "Delivered"];
export const NO_PRODUCTS = "the supplier has no product list";
const NOTHING_TO_ORDER = `nothing to order: ${NO_PRODUCTS}`;

/** The order that this tour is about; null where there is nothing to order. */
export type TourOrder = { name: string } | null;

/** Returns the SKU of a piece that a customer can buy; null if there is none. */
export async function findBuyable(sandbox: Sandbox): Promise<string | null> {
  const { products } = await control<{ products: ProductView[] }>(sandbox, "/_shop/products");
  const [variant] = products.flatMap(({ variants }) => variants).filter(({ available }) => available > 0);
  return variant?.sku ?? null;
}

/**
 * A customer orders a piece of what was imported, and the merchant requests its fulfillment.
 *
 * @param path `/_shop/checkouts` refuses the order if no shipping rate applies.
 */
export async function takeOrder(
  sandbox: Sandbox,
  path: "/_shop/orders" | "/_shop/checkouts" = "/_shop/orders",
): Promise<{ detail: string; order: TourOrder }> {
  const sku = await findBuyable(sandbox);
  if (sku === null) return { detail: NOTHING_TO_ORDER, order: null };
  const lines = [{ sku, quantity: 1 }];
  const { name } = await control<OrderView>(sandbox, path, { lines });
  const requested = await control<OrderView>(sandbox, `${orderPath(name)}/request-fulfillment`, {});
  const statuses = requested.fulfillmentOrders.map(({ requestStatus }) => requestStatus);
  if (!statuses.includes("SUBMITTED") && !statuses.includes("ACCEPTED"))
    throw new Error(`The request for ${name} did not reach the fulfilment service.`);
  return { detail: `${name}: one ${sku}, checked out and paid, fulfilment requested`, order: { name } };
}

/**
 * Waits until the supplier has the order: by the orders page, the shop, and the supplier's own ledger, if that can be
 * read.
 */
export async function seePlaced(sandbox: Sandbox, order: TourOrder): Promise<string> {
  if (order === null) return NOTHING_TO_ORDER;
  const { name } = order;
  let row: Row | null = null;
  const placed = await poll(PLACED_WITHIN_MS, async () => {
    row = await rowOf(sandbox, name);
    const { fulfillmentOrders } = await control<OrderView>(sandbox, orderPath(name));
    const accepted = fulfillmentOrders.some(({ requestStatus }) => requestStatus === "ACCEPTED");
    return accepted && row !== null && PLACED.includes(row.label) ? row : null;
  });
  if (placed === null) throw new Error(`${name} was not placed. ${sayRow(row)}`);
  const page = await sandbox.merchant().open(`/app/orders/${placed.id}`);
  if (page.status !== 200) throw new Error(`The order's page answered ${String(page.status)}.`);
  const known = await ledger(sandbox);
  if (known && known.length !== 1)
    throw new Error(`The supplier has ${String(known.length)} orders, and one was asked for.`);
  return `${name} is at the supplier${known ? ` as ${known[0]?.id ?? ""}` : ""}, and accepted in the shop`;
}

/** Has the package sent, if the supplier can be controlled, and waits until the shop has its number. */
export async function seeTracking(sandbox: Sandbox, order: TourOrder): Promise<string> {
  if (order === null) return NOTHING_TO_ORDER;
  const { name } = order;
  const [placed] = (await ledger(sandbox)) ?? [];
  if (placed) {
    await control(sandbox, `/_wholesale/orders/${placed.id}/ship`, {
      carrier: "DHL",
      tracking_number: "00340434161094021501",
    });
  }
  let row: Row | null = null;
  const look = async () => {
    row = await rowOf(sandbox, name);
    const { fulfillments } = await control<OrderView>(sandbox, orderPath(name));
    const [parcel] = fulfillments.flatMap((each) => each.tracking);
    if (parcel) return parcel;
    // As a merchant would who does not want to wait.
    if (row !== null) await sandbox.merchant().press(row.id, "update");
    return null;
  };
  const tracking = await poll(SHIPPED_WITHIN_MS, look, { everyMs: PRESSED_EVERY_MS });
  if (tracking === null)
    throw new Error(`No tracking number has reached the shop for ${name}. ${sayRow(row)}`);
  return `${name} left with ${tracking.company ?? "a carrier"}, number ${tracking.number ?? "unknown"}, and the shop knows`;
}

type Row = { id: string; orderName: string; label: string; why: string };
type ShownRow = { id: string; orderName: string; label: Message; why: Message | null };

const t = translator("en");

async function rowOf(sandbox: Sandbox, name: string): Promise<Row | null> {
  const query = encodeURIComponent(name);
  const { rows } = await sandbox.merchant().read<{ rows: ShownRow[] }>(`/app/orders?query=${query}`, LIST);
  const row = rows.find(({ orderName }) => orderName === name);
  return row ? { ...row, label: t(row.label), why: row.why === null ? "" : t(row.why) } : null;
}

function sayRow(row: Row | null): string {
  if (row === null) return "It is not on the orders page.";
  return `The orders page says: ${row.label}${row.why === "" ? "" : ` (${row.why})`}.`;
}

/** Returns the supplier's own ledger; null for a foreign supplier. */
async function ledger(sandbox: Sandbox): Promise<{ id: string }[] | null> {
  if (sandbox.wholesale === null) return null;
  return (await control<{ orders: { id: string }[] }>(sandbox, "/_wholesale/orders")).orders;
}

function orderPath(name: string): string {
  return `/_shop/orders/${encodeURIComponent(name)}`;
}
