import { z } from "zod";
import { CURRENCY, type Product } from "./catalogue.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { parse, type Answer, type Asked, type Endpoint } from "./endpoint.ts";
import { imagePath } from "./images.ts";
import type { Order } from "./ledger.ts";
import { decimal } from "./money.ts";
import { Refusal } from "./refusal.ts";
import {
  orderRequest,
  readOrderRequest,
  readWhiteLabel,
  whiteLabel,
  writeWhiteLabel,
} from "./assumed-requests.ts";

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const productQuery = z.object({
  limit: z.coerce.number().int().min(1).default(50),
  cursor: z.string().optional(),
  updated_since: moment.optional(),
});
const orderQuery = z.object({
  reference: z.string().optional(),
  cursor: z.string().optional(),
  updated_since: moment.optional(),
});

/** The operations that the supplier's document does not show, as the project assumes them (docs/contract.md). */
export const assumedEndpoints: readonly Endpoint[] = [
  {
    // Assumed. `updated_since` is inclusive; a `limit` above the service's largest page is lowered, not refused.
    operation: "listProducts",
    method: "get",
    path: "/api/reseller/products",
    credential: "api-key",
    mainField: "products",
    filters: ["updated_since"],
    answer({ query, origin, maxPageSize }, { catalogue }) {
      const { limit, cursor, updated_since } = parse(productQuery, query);
      const page = catalogue.page({
        from: readCursor("products", cursor),
        limit: Math.min(limit, maxPageSize),
        updatedSince: updated_since,
      });
      return ok({
        products: page.products.map((product) => writeProduct(product, origin)),
        next_cursor: writeCursor("products", page.next),
      });
    },
  },
  {
    operation: "getProduct",
    method: "get",
    path: "/api/reseller/products/:id",
    credential: "api-key",
    mainField: "id",
    answer({ params: { id = "" }, origin }, { catalogue }) {
      const product = catalogue.product(id);
      if (!product) throw new Refusal("not-found", "product_not_found", `There is no product ${id}.`);
      return ok(writeProduct(product, origin));
    },
  },
  {
    // Assumed. A reference that was used before makes another order: posting twice buys twice.
    operation: "placeOrder",
    method: "post",
    path: "/api/reseller/orders",
    credential: "api-key",
    mainField: "id",
    answer({ body, idempotencyKey, account }, { ledger }) {
      const order = ledger.place(readOrderRequest(parse(orderRequest, body), idempotencyKey), account);
      return { status: 201, body: writeOrder(order) };
    },
  },
  {
    // Assumed. By reference, by change, or all; oldest change first.
    operation: "findOrders",
    method: "get",
    path: "/api/reseller/orders",
    credential: "api-key",
    mainField: "orders",
    filters: ["reference", "updated_since"],
    answer({ query, maxPageSize, account }, { ledger }) {
      const { reference, cursor, updated_since } = parse(orderQuery, query);
      const afterRevision = readCursor("orders", cursor);
      const page = ledger.find({
        account,
        reference,
        updatedSince: updated_since,
        afterRevision,
        limit: maxPageSize,
      });
      return ok({ orders: page.orders.map(writeOrder), next_cursor: writeCursor("orders", page.next) });
    },
  },
  {
    operation: "getOrder",
    method: "get",
    path: "/api/reseller/orders/:id",
    credential: "api-key",
    mainField: "id",
    answer: ({ params: { id = "" }, account }, { ledger }) => ok(writeOrder(ledger.get(id, account))),
  },
  {
    operation: "cancelOrder",
    method: "post",
    path: "/api/reseller/orders/:id/cancel",
    credential: "api-key",
    mainField: "id",
    answer: ({ params: { id = "" }, account }, { ledger }) => ok(writeOrder(ledger.cancel(id, account))),
  },
  {
    operation: "readBranding",
    method: "get",
    path: "/api/reseller/white-label",
    credential: "api-key",
    mainField: "brand_name",
    answer: (_asked: Asked, { branding }) => ok(writeWhiteLabel(branding.read())),
  },
  {
    // Assumed. Replaces all settings: a field that is left out is not set.
    operation: "writeBranding",
    method: "put",
    path: "/api/reseller/white-label",
    credential: "api-key",
    mainField: "brand_name",
    answer: ({ body }, { branding }) =>
      ok(writeWhiteLabel(branding.write(readWhiteLabel(parse(whiteLabel, body))))),
  },
];

/** An order as the assumed dialect writes it: money in decimal strings, moments in ISO 8601. */
export function writeOrder(order: Order) {
  const { itemsMinor, shippingMinor, currency } = order.cost;
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    lines: writeLines(order.lines),
    cost: {
      items: decimal(itemsMinor),
      shipping: decimal(shippingMinor),
      total: decimal(itemsMinor + shippingMinor),
      currency,
    },
    placed_at: order.placedAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    ...(order.expectedShipAt && { expected_ship_at: order.expectedShipAt.toISOString() }),
    shipments: order.shipments.map(
      ({ id, carrier, trackingNumber, shippedAt, lines, saysLines, events }) => ({
        id,
        carrier,
        tracking_number: trackingNumber,
        tracking_url:
          trackingNumber &&
          `https://tracking.example/${encodeURIComponent(carrier)}/${encodeURIComponent(trackingNumber)}`,
        shipped_at: shippedAt.toISOString(),
        lines: saysLines ? writeLines(lines) : [],
        ...(events.length > 0 && {
          events: events.map(({ status, at }) => ({ status, at: at.toISOString() })),
        }),
      }),
    ),
  };
}

function writeLines(lines: Order["lines"]) {
  return lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity }));
}

export function writeProduct(product: Product, origin: string) {
  const pictured = product.variants.filter((variant) => variant.pictured);
  return {
    id: product.id,
    name: product.name,
    description: product.descriptionHtml,
    brand: product.brand,
    category: product.category,
    images: [
      { url: origin + imagePath(product.id), alt: product.name },
      ...pictured.map(({ id, options }) => ({
        url: origin + imagePath(id),
        alt: [product.name, ...Object.values(options)].join(", "),
      })),
    ],
    options: product.options,
    updated_at: product.updatedAt.toISOString(),
    discontinued: product.discontinued,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      barcode: variant.barcode,
      options: variant.options,
      price: { amount: decimal(variant.priceMinor), currency: CURRENCY, ...amountOf(variant.shownAs) },
      stock: "stock" in variant.shownAs ? variant.shownAs.stock : variant.stock,
      weight_grams: "weight" in variant.shownAs ? variant.shownAs.weight : variant.weightGrams,
      image_url: variant.pictured ? origin + imagePath(variant.id) : null,
    })),
  };
}

function amountOf(shownAs: object): object {
  return {
    ...("price" in shownAs && { amount: shownAs.price }),
    ...("currency" in shownAs && { currency: shownAs.currency }),
  };
}

function ok(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}
