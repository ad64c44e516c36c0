import { findService } from "../catalog/location/our-location.server.ts";
import { readInShop } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import {
  findOrdersByName,
  type FoundOrder,
  listLatestOrders,
  numberOf,
} from "../shop/orders/find-orders.server.ts";
import { isOver } from "../shop/orders/fulfillment-order.ts";
import { readRequestable, type RequestableOrder } from "../shop/orders/fulfillment-requests.server.ts";
import { findTimeZone } from "../shop/shop-facts.server.ts";
import { findRequests } from "./ingest/request-paid-orders.server.ts";
import { tryRules } from "./rules/apply-rules.server.ts";
import { findOrderingSettings } from "./store/ordering-settings.server.ts";
import { type TriedPart, tryPart } from "./dry-run-part.server.ts";

/** The orders to try: the latest ones, or those with a name. */
type Wanted = { kind: "latest" } | { kind: "name"; name: string };

/** An order with what Stockbridge would do with each of its parts. */
export type TriedOrder = FoundOrder & {
  parts: TriedPart[];
  /** Says why there is no part; null if there is one. */
  nothing: Message | null;
};

export type DryRun =
  | { kind: "orders"; orders: TriedOrder[] }
  /** No order that the shop shows has that name. */
  | { kind: "unknown"; name: string }
  /** The shop has not answered. */
  | { kind: "failed"; problem: Message };

const LATEST = 20;

/** Number of orders that are read at a time. */
const CONCURRENCY = 4;

/**
 * Decides on orders as Stockbridge would now, with the same functions and with the rules of automatic ordering.
 * Changes no order, sends nothing to the supplier, and changes nothing in the shop.
 */
export async function dryRun(shop: ShopDomain, wanted: Wanted): Promise<DryRun> {
  try {
    const found =
      wanted.kind === "latest"
        ? await listLatestOrders(shop, LATEST)
        : await findOrdersByName(shop, wanted.name);
    const orders = found.length === 0 && wanted.kind === "name" ? await findHidden(shop, wanted.name) : found;
    if (orders.length === 0 && wanted.kind === "name") return { kind: "unknown", name: wanted.name };
    return { kind: "orders", orders: await tryOrders(shop, orders) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "failed", problem: error.explanation };
  }
}

/** Tries orders in turn, a few at a time. */
export async function tryOrders(shop: ShopDomain, orders: readonly FoundOrder[]): Promise<TriedOrder[]> {
  const tried: TriedOrder[] = [];
  for (let from = 0; from < orders.length; from += CONCURRENCY) {
    const batch = orders.slice(from, from + CONCURRENCY);
    tried.push(...(await Promise.all(batch.map((order) => tryOrder(shop, order)))));
  }
  return tried;
}

/** Finds orders in our records, because Shopify hides orders that are older than 60 days. */
async function findHidden(shop: ShopDomain, name: string): Promise<FoundOrder[]> {
  const orderName = { in: [`#${numberOf(name)}`, numberOf(name)], mode: "insensitive" as const };
  const rows = await readInShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, orderName },
      distinct: ["shopOrderId"],
      select: { shopOrderId: true, orderName: true },
      take: LATEST,
    }),
  );
  return rows.map(({ shopOrderId: id, orderName: known }) => ({ id, name: known }));
}

async function tryOrder(shop: ShopDomain, { id, name }: FoundOrder): Promise<TriedOrder> {
  const service = await findService(shop);
  const order = service && (await readRequestable(shop, { id, ourLocationId: service.locationId }));
  const known = await readInShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId: id },
      select: { fulfillmentOrderId: true, state: true },
    }),
  );
  const ours = order?.fulfillmentOrders.filter((each) => each.ours) ?? [];
  const open = ours.filter(({ status }) => !isOver(status)).map((each) => each.id);
  const ids = new Set([...open, ...known.map(({ fulfillmentOrderId }) => fulfillmentOrderId)]);
  const automatic = order && (await findAutomatic(shop, { order, locationId: service.locationId }));
  const parts: TriedPart[] = [];
  for (const part of ids) {
    const tried = await tryPart(shop, { fulfillmentOrderId: part, shopOrderId: id });
    const isRequested = automatic?.requests.includes(part) ?? false;
    parts.push(tried.isRequested ? tried : { ...tried, request: requestOf(automatic, isRequested) });
  }
  return { id, name, parts, nothing: parts.length > 0 ? null : nothingOf(service !== null, order) };
}

/**
 * The decision of automatic ordering on an order. `requests`: ids of the parts that automatic ordering would request.
 * `otherwise`: the reason why it would not request the other parts.
 */
type Automatic = { requests: string[]; otherwise: Message };

/** Decides as `requestPaidOrder` would now. Automatic ordering ignores orders from before it was switched on. */
async function findAutomatic(
  shop: ShopDomain,
  { order, locationId }: { order: RequestableOrder; locationId: string },
): Promise<Automatic> {
  const { automaticOrderingSince: since } = await findOrderingSettings(shop);
  const none = (otherwise: Message) => ({ requests: [], otherwise });
  if (since === null) return none({ code: "dry-run.request.by-merchant" });
  const requests = await findRequests(shop, { order, locationId });
  if (requests.length === 0) return none({ code: "dry-run.request.left" });
  if (order.orderedAt < since) return none({ code: "dry-run.request.older", since: since.toISOString() });
  const timeZone = await findTimeZone(shop);
  const verdict = await readInShop(shop, (tx, now) => tryRules(tx, { shop, order, timeZone, now }));
  if (verdict.kind === "send") return { requests, otherwise: { code: "dry-run.request.left" } };
  const { why, until } = verdict;
  return none(
    until === null
      ? { code: "dry-run.request.kept", why }
      : { code: "dry-run.request.kept-until", why, until: until.toISOString() },
  );
}

function requestOf(automatic: Automatic | null, isRequested: boolean): Message {
  if (isRequested) return { code: "dry-run.request.automatic" };
  return automatic?.otherwise ?? { code: "dry-run.request.by-merchant" };
}

function nothingOf(hasService: boolean, order: RequestableOrder | null): Message {
  if (!hasService) return { code: "dry-run.nothing.no-location" };
  if (order === null || order.fulfillmentOrders.length === 0) return { code: "dry-run.nothing.not-routed" };
  if (order.fulfillmentOrders.some((each) => each.ours)) return { code: "dry-run.nothing.fulfilled" };
  return { code: "dry-run.nothing.elsewhere" };
}
