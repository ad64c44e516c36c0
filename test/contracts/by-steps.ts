/**
 * The contract of a third supplier: bare lists whose cursor stands in a header, stock and parcels under addresses of
 * their own, an order answered with a number or with a job to ask, DELETE and PATCH. test/wholesale/by-steps-supplier.ts
 * serves it. A model for a supplier whose operations take several requests; test/contracts/other.ts is one for a
 * supplier whose replies have another shape.
 */
import { z } from "zod";

import {
  type Abilities,
  type Call,
  type Contract,
  operation,
  operationOf,
  Rejected,
} from "../../app/wholesale/operation.ts";
import type {
  Branding,
  Order,
  OrderStatus,
  Product,
  SupplierOrderId,
} from "../../app/wholesale/resources.ts";
import {
  amount,
  code,
  currency,
  lenient,
  orderId,
  productId,
  shipmentId,
  stock,
  text,
  time,
  variantId,
  whole,
} from "../../app/wholesale/wire-values.ts";

export const API_KEY_HEADER = "x-reseller-api-key";

export const errorSentence = z
  .object({ problem: z.object({ text: z.string() }) })
  .transform(({ problem }) => problem.text);

export const abilities: Abilities = {
  orderRefusals: [400, 422],
  findOrderByReference: true,
  lookupConsistentAfterSeconds: null,
  cancelOrder: true,
  productsUpdatedSince: true,
  ordersUpdatedSince: true,
  shippingMethods: null,
  noteLength: null,
  lineNoteLength: null,
};

const article = z.object({
  no: productId,
  label: z.string(),
  changed: lenient(time),
  price: lenient(amount),
  currency,
  code,
});
const counts = z.record(z.string(), lenient(stock));

const rows = z.array(z.object({ article: variantId, count: whole }));
const PHASES = { open: "received", sent: "shipped", void: "cancelled" } as const satisfies Record<
  string,
  OrderStatus
>;
const order = z.object({
  no: orderId,
  ref: code,
  phase: z.enum(Object.keys(PHASES) as (keyof typeof PHASES)[]),
  rows,
  changed: time,
});
const parcels = z.array(z.object({ no: shipmentId, by: text, code, rows }));
const job = z.discriminatedUnion("phase", [
  z.object({ phase: z.literal("running") }),
  z.object({ phase: z.literal("done"), order: orderId }),
  z.object({ phase: z.literal("refused"), why: z.string() }),
]);

const orderRequest = z.object({
  ref: z.string().min(1),
  rows: z.array(z.object({ article: z.int(), count: z.int().positive() })).min(1),
  to: z.object({ name: z.string().min(1), lines: z.array(z.string()).min(2), country: z.string().min(1) }),
  neutral: z.boolean(),
});

const brand = z.object({
  name: text,
  logo: text,
  color: text,
  slip: text,
  returns: text,
  mail: text,
  phone: text,
});

const WITH_KEY = { credential: "api-key", basis: "assumed" } as const;

/** An order and its parcels, which stand under an address of their own. */
const ORDER_LINES = {
  order: { method: "GET", path: "/v3/orders/{id}", request: null, reply: order, toWire: () => ({}) },
  parcels: {
    method: "GET",
    path: "/v3/orders/{id}/parcels",
    request: null,
    reply: parcels,
    toWire: () => ({}),
  },
} as const;

/** The stock of some articles. */
const STOCK = {
  method: "GET",
  path: "/v3/stock?of={of}",
  request: null,
  reply: counts,
  toWire: () => ({}),
} as const;

const JOB = { method: "GET", path: "/v3/jobs/{job}", request: null, reply: job, toWire: () => ({}) } as const;

const READ_BRAND = {
  method: "GET",
  path: "/v3/brand",
  request: null,
  reply: brand,
  toWire: () => ({}),
} as const;

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

  listProducts: operationOf("listProducts", {
    ...WITH_KEY,
    changes: false,
    lines: {
      articles: {
        method: "GET",
        path: "/v3/articles",
        request: null,
        reply: z.array(article),
        list: { id: "no", name: "label" },
        toWire: ({ pageSize, cursor, updatedSince }) => ({
          query: {
            limit: String(pageSize),
            after: cursor ?? undefined,
            since: updatedSince?.toISOString(),
          },
        }),
      },
      stock: STOCK,
    },
    run: async (call) => {
      const { reply: articles, skipped, headers } = await call("articles");
      const counts =
        articles.length === 0 ? {} : (await call("stock", { of: articles.map(({ no }) => no).join() })).reply;
      return { items: articles.map((each) => toProduct(each, counts)), skipped, nextCursor: nextIn(headers) };
    },
  }),

  getProduct: operationOf("getProduct", {
    ...WITH_KEY,
    changes: false,
    lines: {
      article: {
        method: "GET",
        path: "/v3/articles/{id}",
        request: null,
        reply: article,
        toWire: () => ({}),
      },
      stock: STOCK,
    },
    run: async (call, { id }) => {
      const { reply } = await call("article");
      return toProduct(reply, (await call("stock", { of: id })).reply);
    },
  }),

  placeOrder: operationOf("placeOrder", {
    ...WITH_KEY,
    changes: true,
    lines: {
      place: {
        method: "POST",
        path: "/v3/orders",
        request: orderRequest,
        // The reply has the order's number, or is empty with the address of a job.
        reply: orderId.optional(),
        toWire: ({ reference, lines, shipTo, whiteLabel }) => ({
          body: {
            ref: reference,
            rows: lines.map(({ supplierVariantId, quantity }) => ({
              article: Number(supplierVariantId),
              count: quantity,
            })),
            to: {
              name: shipTo.name,
              lines: [
                shipTo.company,
                shipTo.address1,
                shipTo.address2,
                [shipTo.postalCode, shipTo.city].filter(Boolean).join(" "),
                shipTo.region,
              ].filter(Boolean),
              country: shipTo.countryCode,
            },
            neutral: !whiteLabel,
          },
        }),
      },
      job: JOB,
    },
    run: async (call, { reference, lines }) => {
      const placed = await call("place");
      const number = placed.reply ?? (await numberOf(call, placed.headers.get("location") ?? ""));
      return {
        id: number,
        reference,
        lines,
        status: "received",
        shipments: [],
        cost: null,
        placedAt: null,
        updatedAt: null,
      };
    },
  }),

  getOrder: operationOf("getOrder", {
    ...WITH_KEY,
    changes: false,
    lines: ORDER_LINES,
    run: (call, { id }) => readOrder(call, id),
  }),

  findOrders: operationOf("findOrders", {
    ...WITH_KEY,
    changes: false,
    lines: {
      numbers: {
        method: "GET",
        path: "/v3/order-numbers",
        request: null,
        reply: z.array(orderId),
        toWire: ({ reference, updatedSince, cursor }) => ({
          query: { ref: reference, since: updatedSince?.toISOString(), after: cursor ?? undefined },
        }),
      },
      ...ORDER_LINES,
    },
    run: async (call) => {
      const { reply: numbers, headers } = await call("numbers");
      const items: Order[] = [];
      for (const number of numbers) items.push(await readOrder(call, number));
      return { items, skipped: [], nextCursor: nextIn(headers) };
    },
  }),

  cancelOrder: operationOf("cancelOrder", {
    ...WITH_KEY,
    changes: true,
    lines: {
      cancel: {
        method: "DELETE",
        path: "/v3/orders/{id}",
        request: null,
        reply: z.undefined(),
        toWire: () => ({}),
      },
      ...ORDER_LINES,
    },
    run: async (call, { id }) => {
      await call("cancel");
      return readOrder(call, id);
    },
  }),

  readBranding: operationOf("readBranding", {
    ...WITH_KEY,
    changes: false,
    lines: { read: READ_BRAND },
    run: async (call) => toBranding((await call("read")).reply),
  }),

  writeBranding: operationOf("writeBranding", {
    ...WITH_KEY,
    changes: true,
    lines: {
      write: {
        method: "PATCH",
        path: "/v3/brand",
        request: brand,
        reply: z.undefined(),
        toWire: (ours) => ({
          body: {
            name: ours.brandName,
            logo: ours.logo,
            color: ours.primaryColor,
            slip: ours.packingSlipMessage,
            returns: ours.returnAddress,
            mail: ours.supportEmail,
            phone: ours.supportPhone,
          },
        }),
      },
      read: READ_BRAND,
    },
    run: async (call) => {
      await call("write");
      return toBranding((await call("read")).reply);
    },
  }),
} satisfies Contract;

/** Returns the number of an order that the supplier accepted as a job, once the job is done. */
async function numberOf(call: Call<{ job: typeof JOB }>, location: string): Promise<SupplierOrderId> {
  const id = location.split("/").at(-1) ?? "";
  const { reply } = await call("job", { job: id }, { until: ({ phase }) => phase !== "running" });
  if (reply.phase === "refused") throw new Rejected(reply.why);
  if (reply.phase === "running") throw new Error("A job that is running was taken for one that ended.");
  return reply.order;
}

async function readOrder(call: Call<typeof ORDER_LINES>, id: SupplierOrderId): Promise<Order> {
  const { reply: wire } = await call("order", { id });
  const { reply: parcels } = await call("parcels", { id });
  const toLine = ({ article, count }: z.output<typeof rows>[number]) => ({
    supplierVariantId: article,
    quantity: count,
  });
  return {
    id: wire.no,
    reference: wire.ref ?? "",
    status: PHASES[wire.phase],
    lines: wire.rows.map(toLine),
    cost: null,
    placedAt: null,
    updatedAt: wire.changed,
    shipments: parcels.map((parcel) => ({
      id: parcel.no,
      carrier: parcel.by,
      trackingNumber: parcel.code,
      trackingUrl: null,
      shippedAt: null,
      lines: parcel.rows.map(toLine),
    })),
  };
}

/** Returns the address of the next page: `Link: <…?after=10>; rel="next"` (RFC 8288). */
function nextIn(headers: Headers): string | null {
  const next = /<[^>]*[?&]after=([^&>]+)[^>]*>;\s*rel="next"/.exec(headers.get("link") ?? "")?.[1];
  return next === undefined ? null : decodeURIComponent(next);
}

/** An article is sold in one variant, which has its number. */
function toProduct(wire: z.output<typeof article>, counted: z.output<typeof counts>): Product {
  return {
    id: wire.no,
    name: wire.label,
    descriptionHtml: "",
    brand: null,
    category: null,
    images: [],
    options: [],
    updatedAt: wire.changed,
    discontinued: false,
    variants: [
      {
        id: variantId.parse(wire.no),
        sku: wire.code,
        barcode: null,
        options: {},
        price: wire.price === null ? null : { amount: wire.price, currency: wire.currency },
        // An article without a count is one whose stock cannot be read.
        stock: counted[wire.no] ?? null,
        weightGrams: null,
        imageUrl: null,
      },
    ],
  };
}

function toBranding(wire: z.output<typeof brand>): Branding {
  return {
    brandName: wire.name,
    logo: wire.logo,
    primaryColor: wire.color,
    packingSlipMessage: wire.slip,
    returnAddress: wire.returns,
    supportEmail: wire.mail,
    supportPhone: wire.phone,
  };
}
