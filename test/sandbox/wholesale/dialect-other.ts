import { CURRENCY, type Product } from "./catalogue.ts";
import { parse, type Answer, type Asked, type Endpoint } from "./endpoint.ts";
import { imagePath } from "./images.ts";
import type { Order, OrderStatus } from "./ledger.ts";
import {
  orderId,
  orderNumber,
  parcelNumber,
  productId,
  productNumber,
  variantNumber,
} from "./other-numbers.ts";
import {
  articleQuery,
  brand,
  purchase,
  purchaseQuery,
  readBrand,
  readPurchase,
  writeBrand,
} from "./other-requests.ts";
import { Refusal } from "./refusal.ts";

/**
 * Operations that the supplier's document does not show, as another supplier might have them: all of it under `data`
 * and `meta`, pages by number, money in cents with the currency beside it, moments in seconds, numbers for ids, other
 * words. It neither finds orders by reference nor cancels them.
 */
export const otherEndpoints: readonly Endpoint[] = [
  {
    operation: "listProducts",
    method: "get",
    path: "/api/shop/articles",
    credential: "api-key",
    mainField: "data",
    filters: ["changedAfter"],
    answer({ query, origin, maxPageSize }, { catalogue }) {
      const { page, perPage, changedAfter } = parse(articleQuery, query);
      const limit = Math.min(perPage, maxPageSize);
      const found = catalogue.page({ from: 0, skip: (page - 1) * limit, limit, updatedSince: changedAfter });
      return ok(
        found.products.map((product) => writeArticle(product, origin)),
        { page, perPage: limit, more: found.next !== null, currency: CURRENCY },
      );
    },
  },
  {
    operation: "getProduct",
    method: "get",
    path: "/api/shop/articles/:no",
    credential: "api-key",
    mainField: "data",
    answer({ params: { no = "" }, origin }, { catalogue }) {
      const product = catalogue.product(productId(Number(no)));
      if (!product) throw new Refusal("not-found", "no_article", `There is no article ${no}.`);
      return ok(writeArticle(product, origin), { currency: CURRENCY });
    },
  },
  {
    operation: "placeOrder",
    method: "post",
    path: "/api/shop/purchases",
    credential: "api-key",
    mainField: "data",
    answer({ body, idempotencyKey, account }, { ledger }) {
      const order = ledger.place(readPurchase(parse(purchase, body), idempotencyKey), account);
      return { ...ok(writePurchase(order), { currency: order.cost.currency }), status: 201 };
    },
  },
  {
    // Lists orders in the sequence in which they were placed. While a client reads the pages, the list of
    // orders that changed since a moment only grows, so a page may repeat an order but never skips one.
    operation: "findOrders",
    method: "get",
    path: "/api/shop/purchases",
    credential: "api-key",
    mainField: "data",
    filters: ["changedAfter"],
    answer({ query, maxPageSize, account }, { ledger }) {
      const { page, changedAfter = new Date(0) } = parse(purchaseQuery, query);
      const own = ledger.orders().filter((order) => order.account === account);
      const matching = own.filter((order) => order.updatedAt >= changedAfter);
      const end = page * maxPageSize;
      return ok(matching.slice(end - maxPageSize, end).map(writePurchase), {
        page,
        perPage: maxPageSize,
        more: matching.length > end,
        currency: CURRENCY,
      });
    },
  },
  {
    operation: "getOrder",
    method: "get",
    path: "/api/shop/purchases/:no",
    credential: "api-key",
    mainField: "data",
    answer({ params: { no = "" }, account }, { ledger }) {
      const order = ledger.get(orderId(Number(no)), account);
      return ok(writePurchase(order), { currency: order.cost.currency });
    },
  },
  {
    operation: "readBranding",
    method: "get",
    path: "/api/shop/brand",
    credential: "api-key",
    mainField: "data",
    answer: (_asked: Asked, { branding }) => ok(writeBrand(branding.read())),
  },
  {
    operation: "writeBranding",
    method: "post",
    path: "/api/shop/brand",
    credential: "api-key",
    mainField: "data",
    answer: ({ body }, { branding }) => ok(writeBrand(branding.write(readBrand(parse(brand, body))))),
  },
];

const WORDS: Record<OrderStatus, string> = {
  received: "new",
  processing: "in-work",
  partially_shipped: "partly-sent",
  shipped: "sent",
  delivered: "arrived",
  cancelled: "void",
  rejected: "declined",
};

const WHEREABOUTS = { in_transit: "underway", out_for_delivery: "at-door", delivered: "arrived" } as const;

function writePurchase(order: Order) {
  return {
    purchaseNo: orderNumber(order.id),
    externalRef: order.reference,
    state: WORDS[order.status],
    items: writeItems(order.lines),
    amounts: {
      goods: order.cost.itemsMinor,
      freight: order.cost.shippingMinor,
      sum: order.cost.itemsMinor + order.cost.shippingMinor,
    },
    createdAt: seconds(order.placedAt),
    changedAt: seconds(order.updatedAt),
    parcels: order.shipments.map((shipment) => ({
      parcelNo: parcelNumber(shipment.id),
      service: shipment.carrier,
      code: shipment.trackingNumber,
      sentAt: seconds(shipment.shippedAt),
      items: writeItems(shipment.lines),
      ...whereaboutsOf(shipment),
    })),
  };
}

/** This supplier names the latest state only, without its time. */
function whereaboutsOf({ events }: Order["shipments"][number]) {
  const latest = events.at(-1);
  return latest && { whereabouts: WHEREABOUTS[latest.status] };
}

function writeItems(lines: Order["lines"]) {
  return lines.map(({ variantId, quantity }) => ({ variantNo: variantNumber(variantId), pieces: quantity }));
}

function writeArticle(product: Product, origin: string) {
  const pictured = product.variants.filter((variant) => variant.pictured);
  return {
    articleNo: productNumber(product.id),
    title: product.name,
    text: product.descriptionHtml,
    maker: { name: product.brand },
    shelf: product.category,
    pictures: [product.id, ...pictured.map(({ id }) => id)].map((id) => origin + imagePath(id)),
    properties: product.options,
    changedAt: seconds(product.updatedAt),
    state: product.discontinued ? "ended" : "active",
    variants: product.variants.map((variant) => ({
      variantNo: variantNumber(variant.id),
      articleCode: variant.sku,
      ean: variant.barcode,
      properties: Object.entries(variant.options).map(([name, value]) => ({ name, value })),
      cents: variant.priceMinor,
      available: { pieces: variant.stock },
      kilograms: variant.weightGrams / 1000,
      picture: variant.pictured ? origin + imagePath(variant.id) : null,
    })),
  };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

function ok(data: object, meta: Record<string, unknown> = {}): Answer {
  return { status: 200, body: { data, meta } };
}
