/**
 * The contract: all that Stockbridge believes of the platform's reseller interface, in one table.
 *
 * `documented` rows follow the platform's own document ("Reseller Interface of the Wholesale Service (v1)"), which
 * shows two operations and two headers, and nothing else. `assumed` rows are our guess. Whoever gets the real
 * documents edits this file and no other, then runs `npm run wholesale:check`.
 *
 * Replies are read tolerantly: unknown fields are left out, ids may be strings or numbers, money may be a string or
 * a number, and what can be missing without harm may be missing.
 */
import { z } from "zod";

import type { Money } from "../lib/money.ts";
import type { Branding, Order, OrderRequest, Page, Product } from "./resources.ts";

export type OperationName = keyof typeof contract;

/** What goes over the wire for one call. `path` and `query` may be absent only where the row has a fixed path. */
export type WireRequest = {
  path?: string;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
};

/** One row. `Input` and `Output` are in our words, `Reply` is the platform's JSON. */
export type Operation<Input = never, Output = unknown, Reply = unknown> = {
  method: "GET" | "POST" | "PUT";
  /** The path, with `{id}` where the input's id goes. */
  path: string;
  /** What it is called with: nothing, `Authorization: Bearer <token>`, or the API key's header. */
  credential: "none" | "session-token" | "api-key";
  basis: "documented" | "assumed";
  /** Whether a call leaves something behind on the platform. Such a call is never repeated blindly. */
  changes: boolean;
  /** The schema of the request's body; null when there is none. */
  request: z.ZodType | null;
  reply: z.ZodType<Reply>;
  /** Our words to the wire. */
  toWire: (input: Input) => WireRequest;
  /** The wire to our words. */
  fromWire: (reply: Reply) => Output;
};

/** The header that carries the API key (documented). */
export const API_KEY_HEADER = "x-reseller-api-key";

/** What the platform can do beyond its operations. All of it is assumed; where one is off, the app does the safe thing. */
export const abilities = {
  /** Orders can be looked up by our reference. */
  findOrderByReference: true,
  /** Seconds after which a lookup surely shows an order; null: never known for sure, so a person decides. */
  lookupConsistentAfterSeconds: null as number | null,
  cancelOrder: true,
  /** Products can be asked for by the time of their last change. */
  productsUpdatedSince: true,
} as const;

const id = z.union([z.string().min(1), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const time = z.iso
  .datetime({ offset: true })
  .nullish()
  .transform((value) => (value == null ? null : new Date(value)));
const decimal = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/, "expected a decimal such as 12.50"), z.number()])
  .transform(String);
const currency = z.string().regex(/^[A-Z]{3}$/, "expected a currency such as EUR");
const money = z.object({ amount: decimal, currency });
const cursor = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === "" ? null : String(value)));

const variant = z.object({
  id,
  sku: text,
  barcode: text,
  options: z.record(z.string(), z.string()).nullish(),
  price: money,
  stock: z.number().int(),
  weight_grams: z.number().nullish(),
  image_url: text,
});

const product = z.object({
  id,
  name: z.string(),
  description: text,
  brand: text,
  category: text,
  images: z.array(z.object({ url: z.string(), alt: text })).nullish(),
  options: z.array(z.string()).nullish(),
  updated_at: time,
  discontinued: z.boolean().nullish(),
  variants: z.array(variant),
});

const orderLine = z.object({ variant_id: id, quantity: z.number().int() });

const order = z.object({
  id,
  reference: z.string(),
  status: z.enum([
    "received",
    "processing",
    "partially_shipped",
    "shipped",
    "delivered",
    "cancelled",
    "rejected",
  ]),
  lines: z.array(orderLine),
  cost: z.object({ items: decimal, shipping: decimal, total: decimal, currency }).nullish(),
  placed_at: time,
  updated_at: time,
  shipments: z
    .array(
      z.object({
        id,
        carrier: text,
        tracking_number: text,
        tracking_url: text,
        shipped_at: time,
        lines: z.array(orderLine).nullish(),
      }),
    )
    .nullish(),
});

const orderRequest = z.object({
  reference: z.string().min(1),
  lines: z.array(z.object({ variant_id: z.string(), quantity: z.number().int().positive() })).min(1),
  ship_to: z.object({
    name: z.string(),
    company: z.string().nullable(),
    address1: z.string(),
    address2: z.string().nullable(),
    city: z.string(),
    region: z.string().nullable(),
    postal_code: z.string().nullable(),
    country_code: z.string(),
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
  logIn: operation<{ email: string; password: string }, { token: string }, { token: string }>({
    method: "POST",
    path: "/api/reseller/auth",
    credential: "none",
    basis: "documented",
    changes: false,
    request: z.object({ email: z.string(), password: z.string() }),
    reply: z.object({ token: z.string().min(1) }),
    toWire: ({ email, password }) => ({ body: { email, password } }),
    fromWire: ({ token }) => ({ token }),
  }),

  createKey: operation<{ name: string }, { apiKey: string; name: string }, { api_key: string; name: string }>(
    {
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
    },
  ),

  listProducts: operation<
    { pageSize: number; cursor: string | null; updatedSince?: Date },
    Page<Product>,
    { products: z.output<typeof product>[]; next_cursor: string | null }
  >({
    method: "GET",
    path: "/api/reseller/products",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: z.object({ products: z.array(product), next_cursor: cursor }),
    toWire: ({ pageSize, cursor, updatedSince }) => ({
      query: {
        limit: String(pageSize),
        cursor: cursor ?? undefined,
        updated_since: updatedSince?.toISOString(),
      },
    }),
    fromWire: ({ products, next_cursor }) => ({ items: products.map(toProduct), nextCursor: next_cursor }),
  }),

  getProduct: operation<{ id: string }, Product, z.output<typeof product>>({
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

  placeOrder: operation<OrderRequest, Order, z.output<typeof order>>({
    method: "POST",
    path: "/api/reseller/orders",
    credential: "api-key",
    basis: "assumed",
    changes: true,
    request: orderRequest,
    reply: order,
    toWire: (request) => ({
      // Sent in case the platform knows it; that it prevents a second order is never relied upon.
      headers: { "Idempotency-Key": request.reference },
      body: {
        reference: request.reference,
        lines: request.lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })),
        ship_to: {
          name: request.shipTo.name,
          company: request.shipTo.company,
          address1: request.shipTo.address1,
          address2: request.shipTo.address2,
          city: request.shipTo.city,
          region: request.shipTo.region,
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

  getOrder: operation<{ id: string }, Order, z.output<typeof order>>({
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

  findOrders: operation<
    { reference?: string; updatedSince?: Date; cursor?: string | null },
    Page<Order>,
    { orders: z.output<typeof order>[]; next_cursor: string | null }
  >({
    method: "GET",
    path: "/api/reseller/orders",
    credential: "api-key",
    basis: "assumed",
    changes: false,
    request: null,
    reply: z.object({ orders: z.array(order), next_cursor: cursor }),
    toWire: ({ reference, updatedSince, cursor }) => ({
      query: { reference, updated_since: updatedSince?.toISOString(), cursor: cursor ?? undefined },
    }),
    fromWire: ({ orders, next_cursor }) => ({ items: orders.map(toOrder), nextCursor: next_cursor }),
  }),

  cancelOrder: operation<{ id: string }, Order, z.output<typeof order>>({
    method: "POST",
    path: "/api/reseller/orders/{id}/cancel",
    credential: "api-key",
    basis: "assumed",
    changes: true,
    request: null,
    reply: order,
    toWire: () => ({}),
    fromWire: toOrder,
  }),

  readBranding: operation<Record<string, never>, Branding, z.output<typeof branding>>({
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

  writeBranding: operation<Branding, Branding, z.output<typeof branding>>({
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
};

function operation<Input, Output, Reply>(
  row: Operation<Input, Output, Reply>,
): Operation<Input, Output, Reply> {
  return row;
}

function toProduct(wire: z.output<typeof product>): Product {
  return {
    id: wire.id,
    name: wire.name,
    descriptionHtml: wire.description ?? "",
    brand: wire.brand,
    category: wire.category,
    images: wire.images ?? [],
    options: wire.options ?? [],
    updatedAt: wire.updated_at,
    discontinued: wire.discontinued ?? false,
    variants: wire.variants.map((each) => ({
      id: each.id,
      sku: each.sku,
      barcode: each.barcode,
      options: each.options ?? {},
      price: each.price,
      stock: each.stock,
      weightGrams: each.weight_grams ?? null,
      imageUrl: each.image_url,
    })),
  };
}

function toOrder(wire: z.output<typeof order>): Order {
  const { cost } = wire;
  const inCurrency = (amount: string): Money => ({ amount, currency: cost?.currency ?? "" });
  return {
    id: wire.id,
    reference: wire.reference,
    status: wire.status,
    lines: wire.lines.map(toLine),
    cost: cost
      ? { items: inCurrency(cost.items), shipping: inCurrency(cost.shipping), total: inCurrency(cost.total) }
      : null,
    placedAt: wire.placed_at,
    updatedAt: wire.updated_at,
    shipments: (wire.shipments ?? []).map((shipment) => ({
      id: shipment.id,
      carrier: shipment.carrier,
      trackingNumber: shipment.tracking_number,
      trackingUrl: shipment.tracking_url,
      shippedAt: shipment.shipped_at,
      lines: (shipment.lines ?? []).map(toLine),
    })),
  };
}

function toLine(wire: z.output<typeof orderLine>) {
  return { variantId: wire.variant_id, quantity: wire.quantity };
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
