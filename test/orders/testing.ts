import { randomInt } from "node:crypto";

import { connect } from "../../app/connection/connect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { LinkedVariant } from "../../app/orders/placing/decide-order.ts";
import type { Reading } from "../../app/orders/placing/place-order.server.ts";
import type {
  Destination,
  FulfillmentOrder,
  FulfillmentOrderLine,
} from "../../app/shop/fulfillment-order.ts";
import { copies } from "../support/copied-shop.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";
import type { SupplierVariantId } from "../../app/wholesale/resources.ts";

export const now = new Date("2026-11-21T10:00:00Z");

export function after(seconds: number, from = now): Date {
  return new Date(from.getTime() + seconds * 1000);
}

export const home: Destination = {
  firstName: "Jürgen",
  lastName: "Groß",
  company: null,
  address1: "Königstraße 12a",
  address2: null,
  city: "Köln",
  province: null,
  zip: "50667",
  countryCode: "DE",
  phone: null,
  email: null,
};

/** Two pieces of the simulated supplier's first variant. */
export function aLine(more: Partial<FulfillmentOrderLine> = {}): FulfillmentOrderLine {
  const number = randomInt(1e9);
  return {
    id: `gid://shopify/FulfillmentOrderLineItem/${String(number)}`,
    lineItemId: `gid://shopify/LineItem/${String(number)}`,
    shopVariantId: "gid://shopify/ProductVariant/1",
    sku: "SKU-1",
    title: "Notizbuch Fjord",
    quantity: 2,
    ordered: 2,
    unitPrice: { amount: "100000.00", currency: "EUR" },
    unitCost: null,
    ...more,
  };
}

/** A paid and requested fulfilment order that can be placed as it is. */
export function aRequest(more: Partial<FulfillmentOrder> = {}): FulfillmentOrder {
  const number = randomInt(1e9);
  return {
    id: `gid://shopify/FulfillmentOrder/${String(number)}`,
    shopOrderId: `gid://shopify/Order/${String(number)}`,
    orderName: `#${String(number)}`,
    status: "open",
    request: "submitted",
    ours: true,
    paid: true,
    destination: home,
    lines: [aLine()],
    ...more,
  };
}

const sellable = wholesale.supplier.catalogue
  .page({ from: 0, limit: 100 })
  .products.filter(({ discontinued }) => !discontinued)
  .flatMap(({ variants }) => variants)
  .filter(({ stock }) => stock >= 20);

/** Listings that link `gid://shopify/ProductVariant/1` and `/2` to variants that the simulated supplier sells. */
export function linkedVariants(more: Partial<LinkedVariant> = {}): Map<string, LinkedVariant> {
  return new Map(
    sellable.slice(0, 2).map(({ id, sku, priceMinor, stock }, index) => [
      `gid://shopify/ProductVariant/${String(index + 1)}`,
      {
        supplierVariantId: id as SupplierVariantId,
        sku,
        stock,
        discontinued: false,
        ofAnotherAccount: false,
        price: { amount: (priceMinor / 100).toFixed(2), currency: "EUR" },
        ...more,
      },
    ]),
  );
}

export function reading(asked: FulfillmentOrder | null, more: Partial<Reading> = {}): Reading {
  return { asked, linkedVariants: linkedVariants(), branding: null, ...more };
}

export const connectedShop = copies(async () => {
  const shop = newShop();
  const connected = await connect(shop, wholesale.account);
  if (connected.kind !== "connected") throw new Error("The shop could not be connected.");
  return shop;
});

/** The supplier's own ledger, for one fulfilment order. */
export function bought(asked: FulfillmentOrder) {
  const number = /\d+$/.exec(asked.id)?.[0] ?? "";
  return wholesale.supplier.ledger.orders().filter(({ reference }) => reference.split("-")[1] === number);
}

export async function rowOf(shop: ShopDomain, { id }: FulfillmentOrder) {
  const [row] = await query(
    databaseUrl,
    "select * from supplier_order where shop = $1 and fulfillment_order_id = $2",
    [shop, id],
  );
  if (!row) throw new Error("There is no row of this fulfilment order.");
  return row as {
    id: string;
    state: string;
    reason: string | null;
    said: string | null;
    next_at: Date | null;
    supplier_order_id: string | null;
    acceptance: string | null;
    branding_version: number | null;
  };
}

/** Kinds of all that is known of the order's attempts, in the order in which it became known. */
export async function outcomesOf(orderId: string): Promise<string[]> {
  const rows = await query<{ kind: string }>(
    databaseUrl,
    `select outcome.kind from order_attempt_outcome outcome join order_attempt attempt on attempt.id = attempt_id
     where order_id = $1 order by outcome.id`,
    [orderId],
  );
  return rows.map(({ kind }) => kind);
}

export async function attemptsOf(orderId: string) {
  return query<{ reference: string; generation: number; turn: number }>(
    databaseUrl,
    "select reference, generation, turn from order_attempt where order_id = $1 order by id",
    [orderId],
  );
}
