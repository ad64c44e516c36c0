import type {
  Connection,
  OrderAttempt,
  OrderAttemptOutcome,
  Shipment,
  SupplierOrder,
  SupplierOrderLine,
} from "@prisma/client";
import { z } from "zod";

import { findPrices } from "../../catalog/mirror/find-supplier-product.server.ts";
import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { type Money, round, totalOf } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { earliest } from "../../queue/back-off.ts";
import { isLeased } from "../../queue/lease.server.ts";
import type { ShipmentStatus } from "../../wholesale/resources.ts";
import { isOtherAccount } from "../states/same-account.ts";
import { findTypedNumber } from "../doubt/typed-number.server.ts";
import { chargeOf, paidOf } from "../earnings/earnings.ts";
import { approvalsIn } from "../placing/approvals.ts";
import { findPassedRules, type PassedRules } from "../rules/passed-rules.server.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { missingPieces } from "../states/difference.ts";
import { hasArrived, isEnded, type OrderState } from "../states/order-state.ts";
import type { Figures } from "../states/order-to-send.ts";
import { outcomeMessage } from "../states/outcome.ts";
import { endOf, sendsNothing, wordCountsFrom } from "../store/attempt-store.server.ts";
import { type OrderRow, toOrderRow } from "../store/order-store.server.ts";
import type { StoredEvent } from "../tracking/shipment-events.ts";
import { type ListedOrder, nextListAt, toListed } from "./list-orders.server.ts";
import { findFigures, heldLinesIn } from "./order-contents.server.ts";

/** An order as of the database's time. None of it is personal data: we store no address. */
export type FoundOrder = ListedOrder & {
  asOf: Date;
  /**
   * A hash of what the order's page shows. By this hash the page notices changes that do not change the version, such
   * as another package.
   */
  stamp: string;
  /** Id of the fulfillment order, as a global id of Shopify. */
  fulfillmentOrderId: string;
  /** When the supplier expects to ship the order; null if the supplier does not say, or has shipped it. */
  expectedShipAt: Date | null;
  /** The branding of the order's packages at the last attempt; null for none. */
  brandingVersion: number | null;
  /**
   * Lines of the last attempt. Before the first attempt: the lines as the shop showed them last, which the first
   * attempt would order.
   */
  lines: { title: string; sku: string | null; quantity: number }[];
  /** "never-ordered": the order was canceled before the first attempt. */
  itemsAre: "ordered" | "to-order" | "never-ordered";
  /**
   * Amounts of an order that waits, at the supplier's prices as last read; null once an attempt has begun, or if the
   * order was canceled.
   */
  expected: Figures | null;
  /** The order's earnings, as its row keeps them; null before the order is placed, and if the supplier ships nothing of it. */
  earned: KeptEarnings | null;
  /** The supplier's last known charge for an order of which it ships nothing; null if there is none. */
  chargedAnyway: Money | null;
  shipments: OrderShipment[];
  /** The latest attempts with their evidence, the oldest attempt first. */
  attempts: Attempt[];
  /** Events from before the order's first attempt. */
  events: { at: Date; message: Message }[];
  /** Cost of the missing items that can be ordered again, at the supplier's prices as last read; null if unknown. */
  missingCost: Money | null;
  /** The orders for other fulfillment requests of the same order in the shop, the oldest first. */
  siblings: ListedOrder[];
  /** Number of attempts before those in `attempts`. */
  earlierAttempts: number;
  /**
   * True if the supplier has the order in another account than the connected one, and has not shown it to the connected
   * one. No step that needs the supplier can succeed then.
   */
  isOfOtherAccount: boolean;
  /** The merchant's decisions to send the order although it was held. */
  approvals: { at: Date; message: Message }[];
  /** True if a person typed the supplier's number, and may correct it. */
  isNumberTyped: boolean;
  /** How the supplier's order differs from what was ordered. */
  differences: Difference[];
  /** Time at which the next shipment reaches the shop; null if none is due. */
  shipmentDueAt: Date | null;
  /** Rules that let the order through, if it was requested automatically; null if a person requested it. */
  rules: PassedRules | null;
};

export type OrderShipment = {
  id: string;
  carrier: string | null;
  trackingNumber: string | null;
  /** The link as the supplier wrote it. Before you show it as a link, check its protocol. */
  trackingUrl: string | null;
  shippedAt: Date | null;
  /** The latest state of the package's transport; null if the supplier reports none. */
  latest: ShipmentStatus | null;
  /** `shown` if the shop shows the package; otherwise `problem` may say why not. */
  state: "due" | "shown" | "failed";
  problem: Message | null;
  /** Empty if the supplier does not say what the package contains. A title is null if unknown. */
  lines: { title: string | null; supplierVariantId: string; quantity: number }[];
};

export type Attempt = {
  id: string;
  /** Our reference for the order at the supplier. */
  reference: string;
  startedAt: Date;
  /** False if the attempt sent nothing, because it only records an order that was missing from our records. */
  sends: boolean;
  /** Earliest time at which we accept a person's answer that the order was not placed. */
  wordCountsFrom: Date;
  outcomes: { message: Message; at: Date }[];
};

const ATTEMPTS_AT_MOST = 12;

/** Limit of siblings. Shopify splits a customer's order into a few fulfillment orders, rarely into more. */
const SIBLINGS_AT_MOST = 20;

/**
 * Amounts in the currency that the shop had when the order was made; null if unknown. The other amounts add up to
 * `profit`. `paid`: for items and shipping, less refunds.
 */
export type KeptEarnings = Record<
  "itemsPaid" | "shippingPaid" | "refunded" | "paid" | "itemsCost" | "shippingCost" | "profit",
  Money | null
> & { rate: { from: string; to: string; rate: string; date: string | null } | null };

/** Returns an order's earnings as its row has them; null if it is not placed, has ended, or has no currency. */
function keptEarnings(row: SupplierOrder): KeptEarnings | null {
  const { revenueCurrency: currency, exchangeRate, exchangeRateDate, decidedCurrency } = row;
  if (row.placedAt === null || currency === null || isEnded(row.state as OrderState)) return null;
  const money = (amount: string | null) => (amount === null ? null : { amount, currency });
  return {
    itemsPaid: money(row.revenue),
    shippingPaid: money(row.shippingPaid),
    refunded: money(row.refunded),
    paid: money(paidOf(row)),
    itemsCost: money(row.itemsCost),
    shippingCost: money(row.shippingCost),
    profit: money(row.profit),
    rate:
      exchangeRate === null || decidedCurrency === null
        ? null
        : { from: decidedCurrency, to: currency, rate: exchangeRate, date: exchangeRateDate },
  };
}

function chargeOfEnded(row: SupplierOrder): Money | null {
  const total = isEnded(row.state as OrderState) ? (chargeOf(row)?.total ?? null) : null;
  return total !== null && Number(total.amount) > 0 ? round(total) : null;
}

/** Reads an order; null if the shop has no such order. */
export function findOrder(shop: ShopDomain, id: string): Promise<FoundOrder | null> {
  return readInShop(shop, (tx, now) => findOrderIn(tx, { shop, now }, id));
}

/** Reads an order in a transaction that the loader opened. */
export async function findOrderIn(
  tx: Tx,
  { shop, now: asOf }: { shop: ShopDomain; now: Date },
  id: string,
): Promise<FoundOrder | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const row = await tx.supplierOrder.findUnique({
    where: { shop_id: { shop, id } },
    include: {
      lines: { orderBy: { id: "asc" } },
      shipments: { orderBy: [{ shippedAt: { sort: "asc", nulls: "last" } }, { id: "asc" }] },
      attempts: {
        orderBy: [{ generation: "desc" }, { turn: "desc" }],
        take: ATTEMPTS_AT_MOST,
        include: { outcomes: { orderBy: { id: "asc" } } },
      },
      _count: { select: { attempts: true } },
    },
  });
  if (row === null) return null;
  const connection = await tx.connection.findUnique({ where: { shop } });
  const { version, shopOrderId, fulfillmentOrderId, brandingVersion } = row;
  const { lines, shipments, attempts, _count } = row;
  const listAt = await nextListAt(tx, shop);
  const listed = toListed(row, { asOf, listAt });
  const packages = shipments.map((shipment) => toOrderShipment(shipment, lines));
  const held = heldLinesIn(row.heldLines);
  const figures = await findFigures(
    tx,
    shop,
    held === null || isEnded(listed.state)
      ? []
      : [{ id, lines: held, shippingPaid: row.heldShippingPaid, country: row.country }],
  );
  const siblings = await tx.supplierOrder.findMany({
    where: { shop, shopOrderId, id: { not: id } },
    orderBy: [{ requestedAt: "asc" }, { id: "asc" }],
    take: SIBLINGS_AT_MOST,
  });
  return {
    ...listed,
    asOf,
    stamp: stampOf(listed, { version, packages }),
    shopOrderId,
    fulfillmentOrderId,
    expectedShipAt: row.state === "placed" ? row.expectedShipAt : null,
    brandingVersion,
    lines: (held ?? lines).map(({ title, sku, quantity }) => ({ title, sku, quantity })),
    itemsAre: held === null ? "ordered" : isEnded(listed.state) ? "never-ordered" : "to-order",
    expected: figures.get(id) ?? null,
    earned: keptEarnings(row),
    chargedAnyway: chargeOfEnded(row),
    shipments: packages,
    attempts: attempts.map(toAttempt).reverse(),
    events: eventsIn(row.history),
    approvals: approvalsIn(row),
    differences: toOrderRow(row).differences,
    rules: await findPassedRules(tx, { ...row, shop }),
    missingCost: await costOfMissing(tx, toOrderRow(row), lines),
    siblings: siblings.map((sibling) => toListed(sibling, { asOf, listAt })),
    isNumberTyped: row.state === "placed" && (await findTypedNumber(tx, { shop, orderId: id })) !== null,
    earlierAttempts: _count.attempts - attempts.length,
    isOfOtherAccount: isOfOtherAccount(row, { attempt: attempts[0], connection }),
    shipmentDueAt: earliest(
      shipments.filter(({ state }) => state === "due").map((shipment) => dueFrom(shipment, asOf)),
    ),
  };
}

function stampOf(
  { state, reason, reasonParams, acknowledgedReason, cancelRequestedAt, cost }: ListedOrder,
  also: { version: number; packages: OrderShipment[] },
): string {
  const shown = { state, reason, reasonParams, acknowledgedReason, cancelRequestedAt, cost, ...also };
  return hashOf(shown);
}

/**
 * Returns true if the order was placed with another account than the connected one. If the connected account has shown
 * an update of the order, the order is its own, even if the account's e-mail has changed.
 */
function isOfOtherAccount(
  { state, updateHash }: SupplierOrder,
  { attempt, connection }: { attempt: OrderAttempt | undefined; connection: Connection | null },
): boolean {
  if (!hasArrived(state as OrderState) || updateHash !== null) return false;
  return connection !== null && attempt !== undefined && isOtherAccount(connection, attempt);
}

async function costOfMissing(
  tx: Tx,
  order: OrderRow,
  lines: readonly SupplierOrderLine[],
): Promise<Money | null> {
  const missing = missingPieces(order);
  if (missing.length === 0) return null;
  const variants = new Map(lines.map(({ lineItemId, supplierVariantId }) => [lineItemId, supplierVariantId]));
  const prices = await findPrices(tx, { shop: order.shop, supplierVariantIds: [...variants.values()] });
  const priceOf = (lineItemId: string) => prices.get(variants.get(lineItemId) ?? "") ?? null;
  return totalOf(missing.map(({ lineItemId, quantity }) => ({ price: priceOf(lineItemId), quantity })));
}

const history = z.array(z.object({ kind: z.string(), params: z.unknown(), at: z.coerce.date() }));

/** Reads the events in an order's row. */
export function eventsIn(json: unknown): { kind: string; at: Date; message: Message }[] {
  return history
    .parse(json)
    .map(({ kind, params, at }) => ({ kind, at, message: outcomeMessage({ kind, params }) }));
}

function toOrderShipment(shipment: Shipment, lines: SupplierOrderLine[]): OrderShipment {
  const { id, carrier, trackingNumber, trackingUrl, shippedAt, state } = shipment;
  const titles = new Map(lines.map(({ supplierVariantId, title }) => [supplierVariantId, title]));
  const inside = shipment.lines as { supplierVariantId: string; quantity: number }[];
  return {
    id,
    carrier,
    trackingNumber,
    trackingUrl,
    shippedAt,
    latest: (shipment.events as StoredEvent[]).at(-1)?.status ?? null,
    problem: storedMessage(shipment.problem),
    state: state as OrderShipment["state"],
    lines: inside.map((line) => ({ ...line, title: titles.get(line.supplierVariantId) ?? null })),
  };
}

function toAttempt({ id, reference, startedAt, deadline, outcomes }: OrderAttempt & WithOutcomes): Attempt {
  const known = outcomes.map(({ kind, params, at }) => ({ message: outcomeMessage({ kind, params }), at }));
  const from = wordCountsFrom({ endsAt: endOf({ startedAt }) });
  return {
    id,
    reference,
    startedAt,
    sends: !sendsNothing({ startedAt, deadline }),
    wordCountsFrom: from,
    outcomes: known,
  };
}

type WithOutcomes = { outcomes: OrderAttemptOutcome[] };

/** Returns the time at which a shipment is due. A shipment that a worker has claimed counts as due now. */
function dueFrom(shipment: Shipment, asOf: Date): Date | null {
  return isLeased(shipment, asOf) ? asOf : shipment.dueAt;
}
