/**
 * The contract of another supplier: the same two documented operations, and all else as the sandbox's dialect `other`
 * has it. The sandbox puts it in the place of app/wholesale/contract.ts, which shows that a supplier is changed by
 * changing that one file.
 */
import Big from "big.js";
import { z } from "zod";

import { type Abilities, type Contract, operation } from "../../app/wholesale/operation.ts";
import type { Branding, Order, OrderStatus, Product, ShipmentStatus } from "../../app/wholesale/resources.ts";
import {
  code,
  currency,
  lenient,
  list,
  orderId,
  productId,
  prose,
  shipmentId,
  stock,
  text,
  TOO_MUCH,
  variantId,
} from "../../app/wholesale/wire-values.ts";

export const API_KEY_HEADER = "x-reseller-api-key";

export const errorSentence = z.object({ message: z.string() }).transform(({ message }) => message);

export const abilities: Abilities = {
  orderRefusals: [400, 422],
  findOrderByReference: false,
  lookupConsistentAfterSeconds: null,
  cancelOrder: false,
  productsUpdatedSince: true,
  ordersUpdatedSince: true,
  shippingMethods: ["Economy", "Express"],
  noteLength: 500,
  lineNoteLength: null,
};

const seconds = z.int().transform((value) => new Date(value * 1000));
const cents = z.int().min(0);
/** The currency of all amounts of a reply, which stands beside the data. */
const inCurrency = z.object({ currency });
const paged = inCurrency.extend({ page: z.int(), more: z.boolean() });

const article = z.object({
  articleNo: productId,
  title: z.string(),
  text: lenient(prose),
  maker: lenient(z.object({ name: text })),
  shelf: text,
  pictures: lenient(list(lenient(z.string()))),
  properties: list(z.string()),
  changedAt: lenient(seconds),
  state: z.enum(["active", "ended"]),
  variants: list(
    z.object({
      variantNo: variantId,
      articleCode: code,
      ean: lenient(code),
      properties: list(z.object({ name: z.string(), value: z.string() })),
      cents: lenient(cents.max(TOO_MUCH * 100 - 1)),
      available: lenient(z.object({ pieces: stock })),
      kilograms: lenient(z.number().min(0).nullable()),
      picture: lenient(text),
    }),
  ),
});

const items = z.array(z.object({ variantNo: variantId, pieces: z.int() }));

const STATES = {
  new: "received",
  "in-work": "processing",
  "partly-sent": "partially_shipped",
  sent: "shipped",
  arrived: "delivered",
  void: "cancelled",
  declined: "rejected",
} as const satisfies Record<string, OrderStatus>;

const WHEREABOUTS = {
  underway: "in_transit",
  "at-door": "out_for_delivery",
  arrived: "delivered",
} as const satisfies Record<string, ShipmentStatus>;

const purchase = z.object({
  purchaseNo: orderId,
  externalRef: text,
  state: z.enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  items,
  amounts: z.object({ goods: cents, freight: cents, sum: cents }),
  createdAt: seconds,
  changedAt: seconds,
  parcels: list(
    z.object({
      parcelNo: shipmentId,
      service: text,
      code,
      sentAt: seconds,
      items,
      // Only the latest state.
      whereabouts: z.enum(Object.keys(WHEREABOUTS) as (keyof typeof WHEREABOUTS)[]).nullish(),
    }),
  ),
});

const purchaseRequest = z.object({
  externalRef: z.string().min(1),
  items: z.array(z.object({ variantNo: z.int(), pieces: z.int().positive() })).min(1),
  recipient: z.object({
    fullName: z.string().min(1),
    company: z.string().optional(),
    street: z.string().min(1),
    addition: z.string().optional(),
    town: z.string().min(1),
    state: z.string().optional(),
    zip: z.string().optional(),
    country: z.string(),
    phone: z.string().optional(),
    mail: z.string().optional(),
  }),
  carrierOption: z.string().optional(),
  remark: z.string().optional(),
  packaging: z.enum(["own", "neutral"]),
});

const brandRequest = z.object({
  title: z.string(),
  logoDataUri: z.string().optional(),
  accent: z.string().optional(),
  slipText: z.string().optional(),
  returnsTo: z.string().optional(),
  helpMail: z.string().optional(),
  helpPhone: z.string().optional(),
});

const brand = z.object({
  data: z.object({
    title: text,
    logoDataUri: text,
    accent: text,
    slipText: text,
    returnsTo: text,
    helpMail: text,
    helpPhone: text,
  }),
});

const WITH_KEY = { credential: "api-key", basis: "assumed" } as const;

export const contract = {
  logIn: operation("logIn", {
    method: "POST",
    path: "/api/reseller/auth",
    credential: "none",
    basis: "documented",
    changes: false,
    request: z.object({ email: z.string(), password: z.string() }),
    reply: z.object({ token: z.string().min(1) }),
    toWire: (account) => ({ body: account }),
    fromWire: ({ token }) => ({ token }),
  }),

  createKey: operation("createKey", {
    method: "POST",
    path: "/api/reseller/api-keys",
    credential: "session-token",
    basis: "documented",
    changes: true,
    request: z.object({ name: z.string().min(1) }),
    reply: z.object({ api_key: z.string().regex(/^rk_[\x21-\x7e]+$/), name: z.string() }),
    toWire: ({ name }) => ({ body: { name } }),
    fromWire: ({ api_key, name }) => ({ apiKey: api_key, name }),
  }),

  listProducts: operation("listProducts", {
    ...WITH_KEY,
    method: "GET",
    path: "/api/shop/articles",
    changes: false,
    request: null,
    reply: z.object({ data: list(article), meta: paged }),
    list: { at: "data", id: "articleNo", name: "title", paging: ["page", "more"] },
    toWire: ({ pageSize, cursor, updatedSince }) => ({
      query: { page: cursor ?? "1", perPage: String(pageSize), changedAfter: toSeconds(updatedSince) },
    }),
    fromWire: ({ data, meta }, { skipped }) => ({
      items: data.map((each) => toProduct(each, meta.currency)),
      skipped,
      nextCursor: nextPage(meta),
    }),
  }),

  getProduct: operation("getProduct", {
    ...WITH_KEY,
    method: "GET",
    path: "/api/shop/articles/{id}",
    changes: false,
    request: null,
    reply: z.object({ data: article, meta: inCurrency }),
    toWire: () => ({}),
    fromWire: ({ data, meta }) => toProduct(data, meta.currency),
  }),

  placeOrder: operation("placeOrder", {
    ...WITH_KEY,
    method: "POST",
    path: "/api/shop/purchases",
    changes: true,
    request: purchaseRequest,
    reply: z.object({ data: purchase, meta: inCurrency }),
    toWire: ({ shipTo, ...request }) => ({
      body: {
        externalRef: request.reference,
        items: request.lines.map(({ supplierVariantId, quantity }) => ({
          variantNo: Number(supplierVariantId),
          pieces: quantity,
        })),
        recipient: {
          fullName: shipTo.name,
          company: shipTo.company ?? undefined,
          street: shipTo.address1,
          addition: shipTo.address2 ?? undefined,
          town: shipTo.city,
          state: shipTo.region ?? undefined,
          zip: shipTo.postalCode ?? undefined,
          country: shipTo.countryCode,
          phone: shipTo.phone ?? undefined,
          mail: shipTo.email ?? undefined,
        },
        carrierOption: request.shippingMethod ?? undefined,
        remark: request.note ?? undefined,
        packaging: request.whiteLabel ? "own" : "neutral",
      },
    }),
    fromWire: ({ data, meta }) => toOrder(data, meta.currency),
  }),

  getOrder: operation("getOrder", {
    ...WITH_KEY,
    method: "GET",
    path: "/api/shop/purchases/{id}",
    changes: false,
    request: null,
    reply: z.object({ data: purchase, meta: inCurrency }),
    toWire: () => ({}),
    fromWire: ({ data, meta }) => toOrder(data, meta.currency),
  }),

  findOrders: operation("findOrders", {
    ...WITH_KEY,
    method: "GET",
    path: "/api/shop/purchases",
    changes: false,
    request: null,
    reply: z.object({ data: list(purchase), meta: paged }),
    list: { at: "data", id: "purchaseNo", paging: ["page", "more"] },
    toWire: ({ reference, updatedSince, cursor }) => {
      // The supplier would answer with any orders, and the caller would mistake them for what it asked for.
      if (reference !== undefined) throw new Error("This supplier does not find orders by reference.");
      return { query: { page: cursor ?? "1", changedAfter: toSeconds(updatedSince) } };
    },
    fromWire: ({ data, meta }, { skipped }) => ({
      items: data.map((each) => toOrder(each, meta.currency)),
      skipped,
      nextCursor: nextPage(meta),
    }),
  }),

  cancelOrder: null,

  readBranding: operation("readBranding", {
    ...WITH_KEY,
    method: "GET",
    path: "/api/shop/brand",
    changes: false,
    request: null,
    reply: brand,
    toWire: () => ({}),
    fromWire: ({ data }) => toBranding(data),
  }),

  writeBranding: operation("writeBranding", {
    ...WITH_KEY,
    method: "POST",
    path: "/api/shop/brand",
    changes: true,
    request: brandRequest,
    reply: brand,
    toWire: (ours) => ({
      body: {
        title: ours.brandName ?? "",
        logoDataUri: ours.logo ?? undefined,
        accent: ours.primaryColor?.replace("#", ""),
        slipText: ours.packingSlipMessage ?? undefined,
        returnsTo: ours.returnAddress ?? undefined,
        helpMail: ours.supportEmail ?? undefined,
        helpPhone: ours.supportPhone ?? undefined,
      },
    }),
    fromWire: ({ data }) => toBranding(data),
  }),
} satisfies Contract;

/** This supplier counts in hundredths. */
function money(amount: number, currency: string) {
  return { amount: new Big(amount).times("0.01").toFixed(2), currency };
}

/** Rounded down: a change in the current second is reported once more rather than missed. */
function toSeconds(moment: Date | undefined): string | undefined {
  return moment === undefined ? undefined : String(Math.floor(moment.getTime() / 1000));
}

function nextPage({ page, more }: z.output<typeof paged>): string | null {
  return more ? String(page + 1) : null;
}

function toProduct(wire: z.output<typeof article>, currency: string): Product {
  return {
    id: wire.articleNo,
    name: wire.title,
    descriptionHtml: wire.text,
    brand: wire.maker?.name ?? null,
    category: wire.shelf,
    images: (wire.pictures ?? []).flatMap((url) => (url === null ? [] : [{ url, alt: null }])),
    options: wire.properties,
    updatedAt: wire.changedAt,
    discontinued: wire.state === "ended",
    variants: wire.variants.map((each) => ({
      id: each.variantNo,
      sku: each.articleCode,
      barcode: each.ean,
      options: Object.fromEntries(each.properties.map(({ name, value }) => [name, value])),
      price: each.cents === null ? null : money(each.cents, currency),
      stock: each.available && each.available.pieces,
      weightGrams: each.kilograms === null ? null : Math.round(each.kilograms * 1000),
      imageUrl: each.picture,
    })),
  };
}

function toOrder(wire: z.output<typeof purchase>, currency: string): Order {
  const toLine = ({ variantNo, pieces }: z.output<typeof items>[number]) => ({
    supplierVariantId: variantNo,
    quantity: pieces,
  });
  return {
    id: wire.purchaseNo,
    reference: wire.externalRef ?? "",
    status: STATES[wire.state],
    lines: wire.items.map(toLine),
    cost: {
      items: money(wire.amounts.goods, currency),
      shipping: money(wire.amounts.freight, currency),
      total: money(wire.amounts.sum, currency),
    },
    placedAt: wire.createdAt,
    updatedAt: wire.changedAt,
    shipments: wire.parcels.map((parcel) => ({
      id: parcel.parcelNo,
      carrier: parcel.service,
      trackingNumber: parcel.code,
      trackingUrl: null,
      shippedAt: parcel.sentAt,
      lines: parcel.items.map(toLine),
      events: parcel.whereabouts ? [{ status: WHEREABOUTS[parcel.whereabouts], at: null }] : [],
    })),
  };
}

function toBranding(wire: z.output<typeof brand>["data"]): Branding {
  return {
    brandName: wire.title,
    logo: wire.logoDataUri,
    primaryColor: wire.accent === null ? null : `#${wire.accent}`,
    packingSlipMessage: wire.slipText,
    returnAddress: wire.returnsTo,
    supportEmail: wire.helpMail,
    supportPhone: wire.helpPhone,
  };
}
