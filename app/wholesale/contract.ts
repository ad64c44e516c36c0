/**
 * The contract: all that Stockbridge believes of the supplier's reseller interface, in one table.
 * `documented` rows follow the supplier's own document ("Reseller Interface of the Wholesale Service (v1)"),
 * which shows two operations and two headers, and nothing else. `assumed` rows are our guess. Once you have
 * the real documents, edit this file and no other, run `npm run wholesale:check`, and confirm the fingerprint
 * that it prints (`WHOLESALE_CONTRACT_CONFIRMED`).
 *
 * Replies are read tolerantly: unknown fields are ignored, ids may be strings or numbers, money may be a
 * string or a number, and fields that can be missing without harm may be missing. If a `lenient` field cannot
 * be read, only its own value is lost. Orders for a product wait while the price or stock of a variant cannot
 * be read.
 * A row is one request (`operation`): method, path, schemas, and the mappings to and from our words. The
 * mapping of a reply also gets its status, its headers and the operation's input. If the supplier needs
 * several requests for one operation, the operation's row is a small function of these requests
 * (`operationOf`); test/contracts/by-steps.ts shows how.
 */
import { z } from "zod";

import type { Money } from "../lib/money.ts";
import { type Abilities, type Contract, operation } from "./operation.ts";
import type { Branding, Order, Product, RejectionWord } from "./resources.ts";
import {
  amount,
  code,
  currency,
  cursor,
  decimal,
  flag,
  grams,
  lenient,
  list,
  named,
  orderId,
  productId,
  prose,
  shipmentId,
  stock,
  text,
  time,
  variantId,
  whole,
} from "./wire-values.ts";

/** The header that carries the API key (documented). */
export const API_KEY_HEADER = "x-reseller-api-key";

/**
 * Assumed: `{"message": "…"}` beside an error status. With any other body the merchant reads the status only.
 */
export const errorSentence = z.object({ message: z.string() }).transform(({ message }) => message);

const REJECTION_WORDS: Record<string, RejectionWord> = {
  insufficient_stock: "out-of-stock",
  discontinued: "unknown-product",
  unknown_variant: "unknown-product",
  undeliverable: "undeliverable",
  invalid_address: "wrong-address",
};

/**
 * Assumed: `{"error": "insufficient_stock"}` in the body of an error. If the merchant cancels the order then,
 * Shopify gets this reason.
 */
export const rejectionWord = z
  .object({ error: z.string() })
  .transform(({ error }) => REJECTION_WORDS[error] ?? null);

/** All abilities are assumed. */
export const abilities: Abilities = {
  orderRefusals: [400, 422],
  findOrderByReference: true,
  lookupConsistentAfterSeconds: null,
  cancelOrder: true,
  productsUpdatedSince: true,
  ordersUpdatedSince: true,
  shippingMethods: "any",
  noteLength: 1000,
  lineNoteLength: 250,
};

const variant = z.object({
  id: variantId,
  // Not lenient: without the SKU, an import would change the SKU of the shop's variant.
  sku: code,
  barcode: lenient(code),
  options: named,
  price: lenient(z.object({ amount, currency })),
  stock: lenient(stock),
  weight_grams: lenient(grams),
  image_url: lenient(text),
});

const image = z.object({ url: lenient(text), alt: lenient(text) });

const product = z.object({
  id: productId,
  // Null is a product without a name. An absent name is a misfit: the supplier may call the field something
  // else.
  name: z.string().nullable(),
  description: lenient(prose),
  brand: lenient(text),
  // Not lenient: the category may decide the product's price in the shop.
  category: text,
  images: lenient(z.array(lenient(image)).nullish()),
  options: z.array(z.string()).nullish(),
  updated_at: lenient(time),
  discontinued: flag,
  variants: list(variant),
});

const orderLine = z.object({ variant_id: variantId, quantity: whole });

/** "Partially-Shipped" and "canceled" are spellings of known states. An unknown word is a misfit, never a guess. */
function inPlainSpelling(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  return word === "canceled" ? "cancelled" : word;
}

const status = z.preprocess(
  inPlainSpelling,
  z.enum(["received", "processing", "partially_shipped", "shipped", "delivered", "cancelled", "rejected"]),
);

// Assumed: the states that a package has been in, with their times. A supplier may report only the latest one.
const shipmentEvent = z.object({
  status: z.preprocess(inPlainSpelling, z.enum(["in_transit", "out_for_delivery", "delivered"])),
  at: lenient(time),
});

const shipment = z.object({
  id: shipmentId,
  carrier: text.catch(null),
  tracking_number: code,
  tracking_url: text.catch(null),
  shipped_at: time.catch(null),
  lines: z.array(orderLine).nullish(),
  events: lenient(z.array(lenient(shipmentEvent)).nullish()),
});

const order = z.object({
  id: orderId,
  // An order that we did not place may have no reference, or one of the supplier's.
  reference: code,
  status,
  lines: z.array(orderLine),
  cost: z.object({ items: decimal, shipping: decimal, total: decimal, currency }).nullish(),
  placed_at: time,
  updated_at: time,
  // Assumed: the supplier may tell when it expects to ship.
  expected_ship_at: lenient(time),
  // A package that cannot be read must not hide the order's other packages.
  shipments: z.array(shipment.nullable().catch(null)).nullish(),
});

/**
 * The order in the reply to a change. Details that cannot be read must not put a placed order in doubt, because they
 * can be read again later.
 */
const changedOrder = order.extend({
  cost: order.shape.cost.catch(null),
  placed_at: order.shape.placed_at.catch(null),
  updated_at: order.shape.updated_at.catch(null),
  shipments: order.shape.shipments.catch(null),
});

const orderRequest = z.object({
  reference: z.string().min(1),
  lines: z
    .array(
      z.object({
        variant_id: z.string(),
        quantity: z.number().int().positive(),
        note: z.string().optional(),
      }),
    )
    .min(1),
  ship_to: z.object({
    name: z.string().min(1),
    company: z.string().nullable(),
    address1: z.string().min(1),
    address2: z.string().nullable(),
    city: z.string().min(1),
    region: z.string().nullable(),
    postal_code: z.string().nullable(),
    country_code: z.string().min(1),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  shipping_method: z.string().optional(),
  note: z.string().optional(),
  white_label: z.boolean(),
});

const branding = z.object({
  brand_name: text,
  logo: text,
  primary_color: text,
  packing_slip_message: text,
  return_address: text,
  support_email: text,
  support_phone: text,
});

export const contract = {
  logIn: operation("logIn", {
    method: "POST",
    path: "/api/reseller/auth",
    credential: "none",
    basis: "documented",
    changes: false,
    request: z.object({ email: z.string(), password: z.string() }),
    // Printable ASCII without spaces: the token travels in a header.
    reply: z.object({
      token: z.string().regex(/^[\x21-\x7e]+$/, "expected a token that fits into a header"),
    }),
    toWire: ({ email, password }) => ({ body: { email, password } }),
    fromWire: ({ token }) => ({ token }),
  }),

  createKey: operation("createKey", {
    method: "POST",
    path: "/api/reseller/api-keys",
    credential: "session-token",
    basis: "documented",
    changes: true,
    request: z.object({ name: z.string().min(1) }),
    reply: z.object({
      // Printable ASCII without spaces: the key travels in a header.
      api_key: z.string().regex(/^rk_[\x21-\x7e]+$/, "expected a key that begins with rk_"),
      name: z.string(),
    }),
    toWire: ({ name }) => ({ body: { name } }),
    fromWire: ({ api_key, name }) => ({ apiKey: api_key, name }),
  }),

  listProducts: operation("listProducts", {
    method: "GET",
    path: "/api/reseller/products",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: z.object({ products: list(product), next_cursor: cursor }),
    list: { at: "products", id: "id", name: "name", paging: ["next_cursor"] },
    toWire: ({ pageSize, cursor, updatedSince }) => ({
      query: {
        limit: String(pageSize),
        cursor: cursor ?? undefined,
        updated_since: updatedSince?.toISOString(),
      },
    }),
    fromWire: ({ products, next_cursor }, { skipped }) => ({
      items: products.map(toProduct),
      skipped,
      nextCursor: next_cursor,
    }),
  }),

  getProduct: operation("getProduct", {
    method: "GET",
    path: "/api/reseller/products/{id}",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: product,
    toWire: () => ({}),
    fromWire: toProduct,
  }),

  placeOrder: operation("placeOrder", {
    method: "POST",
    path: "/api/reseller/orders",
    credential: "api-key",
    basis: "assumed",
    changes: true,
    request: orderRequest,
    reply: changedOrder,
    toWire: (request) => ({
      // The supplier may honor this header. Nothing relies on that.
      headers: { "Idempotency-Key": request.reference },
      body: {
        reference: request.reference,
        // Assumed: several lines may have one variant, with different notes.
        lines: request.lines.map(({ supplierVariantId, quantity, note }) => ({
          variant_id: supplierVariantId,
          quantity,
          note: note ?? undefined,
        })),
        ship_to: {
          // Assumed: one field for the name. `firstName` and `lastName` are there for a supplier that has two.
          name: request.shipTo.name,
          company: request.shipTo.company,
          address1: request.shipTo.address1,
          address2: request.shipTo.address2,
          city: request.shipTo.city,
          // Assumed: the code ("CA") if there is one, else the name ("California").
          region: request.shipTo.regionCode ?? request.shipTo.region,
          postal_code: request.shipTo.postalCode,
          country_code: request.shipTo.countryCode,
          phone: request.shipTo.phone,
          email: request.shipTo.email,
        },
        shipping_method: request.shippingMethod ?? undefined,
        note: request.note ?? undefined,
        white_label: request.whiteLabel,
      },
    }),
    fromWire: toOrder,
  }),

  getOrder: operation("getOrder", {
    method: "GET",
    path: "/api/reseller/orders/{id}",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: order,
    toWire: () => ({}),
    fromWire: toOrder,
  }),

  findOrders: operation("findOrders", {
    method: "GET",
    path: "/api/reseller/orders",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: z.object({ orders: list(order), next_cursor: cursor }),
    list: { at: "orders", id: "id", paging: ["next_cursor"] },
    toWire: ({ reference, updatedSince, cursor }) => ({
      query: { reference, updated_since: updatedSince?.toISOString(), cursor: cursor ?? undefined },
    }),
    fromWire: ({ orders, next_cursor }, { skipped }) => ({
      items: orders.map(toOrder),
      skipped,
      nextCursor: next_cursor,
    }),
  }),

  cancelOrder: operation("cancelOrder", {
    method: "POST",
    path: "/api/reseller/orders/{id}/cancel",
    credential: "api-key",
    basis: "assumed",
    changes: true,
    request: null,
    reply: changedOrder,
    toWire: () => ({}),
    fromWire: toOrder,
  }),

  readBranding: operation("readBranding", {
    method: "GET",
    path: "/api/reseller/white-label",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: branding,
    toWire: () => ({}),
    fromWire: toBranding,
  }),

  writeBranding: operation("writeBranding", {
    method: "PUT",
    path: "/api/reseller/white-label",
    credential: "api-key",
    basis: "assumed",
    changes: true,
    request: branding,
    reply: branding,
    toWire: (ours) => ({
      body: {
        brand_name: ours.brandName,
        logo: ours.logo,
        primary_color: ours.primaryColor,
        packing_slip_message: ours.packingSlipMessage,
        return_address: ours.returnAddress,
        support_email: ours.supportEmail,
        support_phone: ours.supportPhone,
      },
    }),
    fromWire: toBranding,
  }),
} satisfies Contract;

function toProduct(wire: z.output<typeof product>): Product {
  return {
    id: wire.id,
    name: wire.name ?? wire.variants[0]?.sku ?? wire.id,
    descriptionHtml: wire.description,
    brand: wire.brand,
    category: wire.category,
    images: (wire.images ?? []).flatMap((each) => (each?.url ? [{ url: each.url, alt: each.alt }] : [])),
    options: wire.options ?? [],
    updatedAt: wire.updated_at,
    discontinued: wire.discontinued,
    variants: wire.variants.map((each) => ({
      id: each.id,
      sku: each.sku,
      barcode: each.barcode,
      options: each.options,
      price: each.price,
      stock: each.stock,
      weightGrams: each.weight_grams,
      imageUrl: each.image_url,
    })),
  };
}

function toOrder(wire: z.output<typeof order>): Order {
  const { cost } = wire;
  const shipments = (wire.shipments ?? []).filter((each) => each !== null);
  const inCurrency = (amount: string): Money => ({ amount, currency: cost?.currency ?? "" });
  return {
    id: wire.id,
    reference: wire.reference ?? "",
    status: wire.status,
    lines: wire.lines.map(toLine),
    cost: cost
      ? { items: inCurrency(cost.items), shipping: inCurrency(cost.shipping), total: inCurrency(cost.total) }
      : null,
    placedAt: wire.placed_at,
    updatedAt: wire.updated_at,
    expectedShipAt: wire.expected_ship_at,
    unreadableShipments: (wire.shipments?.length ?? 0) - shipments.length,
    shipments: shipments.map((shipment) => ({
      id: shipment.id,
      carrier: shipment.carrier,
      trackingNumber: shipment.tracking_number,
      trackingUrl: shipment.tracking_url,
      shippedAt: shipment.shipped_at,
      lines: (shipment.lines ?? []).map(toLine),
      events: (shipment.events ?? []).filter((each) => each !== null),
    })),
  };
}

function toLine(wire: z.output<typeof orderLine>) {
  return { supplierVariantId: wire.variant_id, quantity: wire.quantity };
}

function toBranding(wire: z.output<typeof branding>): Branding {
  return {
    brandName: wire.brand_name,
    logo: wire.logo,
    primaryColor: wire.primary_color,
    packingSlipMessage: wire.packing_slip_message,
    returnAddress: wire.return_address,
    supportEmail: wire.support_email,
    supportPhone: wire.support_phone,
  };
}
