import { findVariantBySku, type Product } from "./catalog/catalog.ts";
import { isOnSale } from "./catalog/publications.ts";
import { duplicateProduct } from "./catalog/duplicate-product.ts";
import { deleteProduct } from "./catalog/product-edits.ts";
import { checkoutRate } from "./delivery/rates.ts";
import { deleteService, type DeleteServiceArgs } from "./fulfillment/delete-service.ts";
import { gid } from "./ids.ts";
import type { Occasion } from "./occasion.ts";
import {
  ADDRESSED,
  DEFAULT_ADDRESS,
  DEFAULT_CUSTOMER,
  DEFAULT_SHIPPING,
  NO_ADDRESS,
  NO_CUSTOMER,
} from "./order-defaults.ts";
import { createOwnProduct, editProduct, type OwnProduct, type ProductEdit } from "./merchant-products.ts";
import { refuse } from "./merchant-refusal.ts";
import { viewOrder, viewProduct, type OrderView, type ProductView } from "./merchant-views.ts";
import {
  assessRisk,
  changeAddress,
  closeByForce,
  editOrder,
  type Pieces,
  type RefundedPieces,
  refundOrder,
  tagOrder,
} from "./orders/after-sale.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { cancelFulfillment, createFulfillment } from "./orders/fulfillments.ts";
import type {
  Address,
  Attribute,
  CancelReason,
  Customer,
  DeliveryMethod,
  Order,
  RiskLevel,
} from "./orders/order.ts";
import type { OrderMoney } from "./orders/order-money.ts";
import { type Payment, payOrder, placeOrder, routeOrder } from "./orders/place-order.ts";
import {
  holdOrder,
  mergeOrder,
  type MergesInto,
  moveToOwnLocation,
  openScheduled,
  releaseOrder,
  scheduleOrder,
  splitOrder,
} from "./orders/rearrange.ts";
import { cancelFulfillmentOrder, requestCancellation, submitRequest } from "./orders/requests.ts";
import { buildPayload } from "./webhook-payloads.ts";
import { primaryLocation } from "./stock/stock.ts";

export interface OrderWish {
  lines: { sku: string; quantity: number; customAttributes?: Attribute[] }[];
  paid?: Payment;
  address?: Partial<Address> | null;
  customer?: Partial<Omit<Customer, "id">> | null;
  /** By default the order is shipped. An order that is not shipped has no address, unless one is given. */
  deliveryMethod?: DeliveryMethod;
  tags?: string[];
  note?: string | null;
  /** The title of the shipping rate; several if the cart ships in parts. */
  shippingLine?: string | string[] | null;
  /** Paid with a test gateway. */
  test?: boolean;
  /** Fraud assessments that exist already. */
  risk?: RiskLevel[];
  /** Tax, shipping, discounts and duties. By default the customer pays shipping, and there is nothing else. */
  money?: Partial<Omit<OrderMoney, "taxesIncluded">>;
  /** False leaves the order without fulfillment orders until `routeOrder`. */
  routed?: boolean;
}

export interface FulfillWish {
  quantity?: number;
  tracking?: { company?: string; number?: string };
}

export interface CancelWish {
  reason?: CancelReason;
  restock?: boolean;
  refund?: boolean;
  /** Does not wait for the fulfillment service's answer ("Revert to unfulfilled" in the admin). */
  force?: boolean;
}

export type Merchant = ReturnType<typeof createMerchant>;

/**
 * Actions of the merchant in the admin, and of a customer in the shop. Orders go by their name ("#1001" or "1001"),
 * products by id; `shop` is a domain, by default the first shop. An impossible action throws a `MerchantRefusal`.
 */
export function createMerchant(occasionIn: (shop: string | undefined) => Occasion) {
  function withOrder(
    name: string,
    shop: string | undefined,
    act: (occasion: Occasion, order: Order) => void,
  ) {
    const occasion = occasionIn(shop);
    const order = findOrder(occasion, name);
    act(occasion, order);
    return viewOrder(order);
  }

  return {
    /** Returns the price of shipping of a cart. Refuses a cart to which no shipping rate applies. */
    shippingPrice({ lines, address }: Pick<OrderWish, "lines" | "address">, shop?: string): string {
      const occasion = occasionIn(shop);
      const country = address?.countryCode ?? NO_ADDRESS.countryCode;
      return checkoutRate(occasion.shop, findLines(occasion, lines), country);
    },

    placeOrder(wish: OrderWish, shop?: string): OrderView {
      const occasion = occasionIn(shop);
      const lines = findLines(occasion, wish.lines);
      const { paid = true, test = false, customer = DEFAULT_CUSTOMER, tags = [] } = wish;
      const { deliveryMethod = "SHIPPING" } = wish;
      const { address = ADDRESSED.includes(deliveryMethod) ? DEFAULT_ADDRESS : null, routed = true } = wish;
      const order = placeOrder(occasion, {
        lines,
        paid,
        address: address && { ...NO_ADDRESS, ...address },
        customer: customer && { ...NO_CUSTOMER, ...customer },
        deliveryMethod,
        tags,
        note: wish.note ?? null,
        shippingLines: [wish.shippingLine ?? []].flat(),
        test,
        risk: wish.risk ?? ["LOW"],
        money: { shipping: DEFAULT_SHIPPING, ...wish.money },
      });
      if (routed) routeOrder(occasion, order);
      return viewOrder(order);
    },

    /** Changes the shop's settings in the admin. */
    changeSettings(
      {
        timeZone,
        currency,
        taxesIncluded,
      }: { timeZone?: string; currency?: string; taxesIncluded?: boolean },
      domain?: string,
    ): void {
      const occasion = occasionIn(domain);
      const { shop, now } = occasion;
      shop.ianaTimezone = timeZone ?? shop.ianaTimezone;
      shop.currencyCode = currency ?? shop.currencyCode;
      shop.taxesIncluded = taxesIncluded ?? shop.taxesIncluded;
      occasion.tell("shop/update", buildPayload("shop/update", shop, undefined, now));
    },

    /** Routes the order to locations, as Shopify's background job does. */
    routeOrder: (name: string, shop?: string): OrderView => withOrder(name, shop, routeOrder),

    /** Puts the unsent parts of the order on hold; `releaseFulfillment` releases them. */
    holdFulfillment: (name: string, shop?: string): OrderView => withOrder(name, shop, holdOrder),
    releaseFulfillment: (name: string, shop?: string): OrderView => withOrder(name, shop, releaseOrder),

    /** Schedules the parts that are not requested yet for a day, as a prepaid subscription does. */
    scheduleFulfillment: (name: string, fulfillAt: Date, shop?: string): OrderView =>
      withOrder(name, shop, (_occasion, order) => {
        scheduleOrder(order, fulfillAt);
      }),

    /** Opens the scheduled parts, as on their day. */
    openScheduled: (name: string, shop?: string): OrderView => withOrder(name, shop, openScheduled),

    /** Refunds money, and removes the refunded pieces from the order. Without pieces, only money goes back. */
    refundOrder: (name: string, pieces: RefundedPieces[] = [], shop?: string, goodwill = 0, shipping = 0) =>
      withOrder(name, shop, (occasion, order) => {
        refundOrder(occasion, order, pieces, { goodwill, shipping });
      }),

    /** Edits the order: sets the number of pieces of each SKU. */
    editOrder: (name: string, pieces: Pieces[], shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        editOrder(occasion, order, pieces);
      }),

    /** Replaces the order's tags. Only `orders/updated` reports this. */
    tagOrder: (name: string, tags: string[], shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        tagOrder(occasion, order, tags);
      }),

    /** Adds a result of Shopify's fraud analysis. */
    assessRisk: (name: string, level: RiskLevel, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        assessRisk(occasion, order, level);
      }),

    changeAddress: (name: string, address: Partial<Address>, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        changeAddress(occasion, order, address);
      }),

    /** Closes the part that a fulfillment service has accepted, without its answer. */
    closeFulfillment: (name: string, shop?: string): OrderView => withOrder(name, shop, closeByForce),

    /** Moves parts to the merchant's own location if no service was requested to send them. */
    moveFulfillment: (name: string, shop?: string): OrderView => withOrder(name, shop, moveToOwnLocation),

    /** Splits a part that is not requested yet: moves this many pieces of each line into a new part. */
    splitFulfillment: (name: string, quantity = 1, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        if (!splitOrder(occasion, order, quantity)) refuse(400, `Order ${order.name} has no part to split.`);
      }),

    /** Merges the parts that are not requested yet. */
    mergeFulfillment: (name: string, into: MergesInto = "first", shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        if (!mergeOrder(occasion, order, into)) refuse(400, `Order ${order.name} has no parts to merge.`);
      }),

    order: (name: string, shop?: string): OrderView => withOrder(name, shop, () => undefined),

    payOrder: (name: string, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        if (!["AUTHORIZED", "PARTIALLY_PAID", "PENDING"].includes(order.financialStatus))
          refuse(400, `Order ${order.name} is ${order.financialStatus.toLowerCase()}, so it cannot be paid.`);
        payOrder(occasion, order);
      }),

    /** Requests fulfillment of every part of the order that waits at a service's location. */
    requestFulfillment: (name: string, shop?: string, message: string | null = null): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        const answers = order.fulfillmentOrders
          .filter(({ location }) => location.service !== null)
          .map((each) => submitRequest(occasion, each, { message, notifyCustomer: false }));
        if (answers.every((answer) => Array.isArray(answer)))
          refuse(400, `No part of order ${order.name} waits to be requested from a fulfilment service.`);
      }),

    /** Marks pieces as fulfilled by hand: this many of the first open part, or all that are left of the order. */
    fulfill: (name: string, wish: FulfillWish = {}, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        const { quantity, tracking = null } = wish;
        for (const each of order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED")) {
          const [line] = each.lines.filter(({ remaining }) => remaining > 0);
          if (!line) continue;
          const some = quantity !== undefined && [{ id: gid("FulfillmentOrderLineItem", line.id), quantity }];
          const group = { fulfillmentOrderId: gid("FulfillmentOrder", each.id) };
          const { userErrors } = createFulfillment(
            occasion,
            {
              lineItemsByFulfillmentOrder: [some ? { ...group, fulfillmentOrderLineItems: some } : group],
              trackingInfo: tracking,
            },
            () => each,
          );
          if (userErrors[0]) refuse(400, `Order ${order.name} stays: ${userErrors[0].message}`);
          if (some) return;
        }
      }),

    /** "Cancel fulfillment" for every package of the order, as if none had been sent. */
    cancelParcels: (name: string, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        for (const fulfillment of order.fulfillments) cancelFulfillment(occasion, fulfillment);
      }),

    /**
     * Cancels the requests: at once if the service has not accepted yet; otherwise requests a cancellation from the
     * service.
     */
    cancelFulfillment: (name: string, shop?: string, message: string | null = null): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        if (!takeBack(occasion, order, message))
          refuse(400, `Order ${order.name} has no fulfilment request to cancel.`);
      }),

    /**
     * Cancels the order, and first its fulfillment requests. A service that has accepted one must agree: the order
     * stays until this is called again after that, or with `force`.
     */
    cancelOrder: (name: string, wish: CancelWish = {}, shop?: string): OrderView =>
      withOrder(name, shop, (occasion, order) => {
        const { reason = "CUSTOMER", restock = true, refund = true, force = false } = wish;
        takeBack(occasion, order, null);
        const waiting = order.fulfillmentOrders.filter(
          ({ status, requestStatus }) => status !== "CLOSED" && requestStatus === "CANCELLATION_REQUESTED",
        );
        if (force) for (const each of waiting) cancelFulfillmentOrder(occasion, each);
        else if (waiting.length > 0) return;
        const [problem] = cancelOrder(occasion, order, { reason, restock, refund });
        if (problem) refuse(400, `Order ${order.name} stays: ${problem.message}.`);
      }),

    /**
     * Sets if the shipping profile's rates hold for a location, and, if wished, gives that location the highest
     * priority.
     */
    setShipping(name: string, wish: { rates?: boolean; first?: boolean }, shop?: string): void {
      const { locations } = occasionIn(shop).shop;
      const location = locations.find((each) => each.name === name);
      if (!location) refuse(404, `The shop has no location named ${name}.`);
      location.hasRates = wish.rates ?? location.hasRates;
      if (wish.first) locations.splice(0, 0, ...locations.splice(locations.indexOf(location), 1));
    },

    /** Moves the shop to market-driven shipping, or back. */
    setMarketDriven(isMarketDriven: boolean, shop?: string): void {
      const state = occasionIn(shop).shop;
      state.marketDrivenShipping = isMarketDriven;
      state.ratesSnapshot = isMarketDriven ? state.locations.filter(({ hasRates }) => hasRates) : null;
    },

    /** Deletes a fulfillment service by its name, and with "KEEP" leaves its location and stock to the merchant. */
    deleteService(
      name: string,
      inventoryAction: DeleteServiceArgs["inventoryAction"] = "KEEP",
      shop?: string,
    ): void {
      const occasion = occasionIn(shop);
      const service = occasion.shop.services.find((each) => each.name === name);
      const own = gid("Location", primaryLocation(occasion.shop).id);
      const args = { inventoryAction, destinationLocationId: inventoryAction === "TRANSFER" ? own : null };
      const [problem] = deleteService(occasion, service, args);
      if (problem) refuse(400, problem.message);
    },

    /** Deletes a location of the merchant's own that has no stock. */
    deleteLocation(name: string, shop?: string): void {
      const { shop: state } = occasionIn(shop);
      const location = state.locations.find((each) => each.name === name && each.service === null);
      if (!location) refuse(404, `The shop has no location of its own named ${name}.`);
      state.locations = state.locations.filter((each) => each !== location);
    },

    products(shop?: string): ProductView[] {
      return [...occasionIn(shop).shop.catalog.products.values()].map(viewProduct);
    },

    /** Creates a product of the merchant's own, stocked at their own location. */
    createProduct(wish: OwnProduct, shop?: string): ProductView {
      return viewProduct(createOwnProduct(occasionIn(shop), wish));
    },

    editProduct(id: string, wish: ProductEdit, shop?: string): ProductView {
      const occasion = occasionIn(shop);
      return viewProduct(editProduct(occasion, findProduct(occasion, id), wish));
    },

    /** "Duplicate": another product, with the same SKUs and barcodes. */
    duplicateProduct(id: string, shop?: string): ProductView {
      const occasion = occasionIn(shop);
      return viewProduct(duplicateProduct(occasion, findProduct(occasion, id)));
    },

    deleteProduct(id: string, shop?: string): void {
      const occasion = occasionIn(shop);
      deleteProduct(occasion, findProduct(occasion, id));
    },
  };
}

function findLines({ shop }: Occasion, lines: OrderWish["lines"]) {
  return lines.map(({ sku, ...piece }) => {
    const variant =
      findVariantBySku(shop.catalog, sku) ?? refuse(404, `The shop has no variant with the SKU ${sku}.`);
    // As a theme's /cart/add.js answers (shopify.dev: Cart API).
    if (!isOnSale(variant.product)) refuse(422, `The product '${variant.product.title}' is not for sale.`);
    return { variant, ...piece };
  });
}

function findOrder({ shop }: Occasion, name: string): Order {
  const bare = name.replace(/^#/, "");
  const found = shop.orders.find(({ number }) => String(number) === bare);
  return found ?? refuse(404, `The shop has no order #${bare}.`);
}

/** Finds a product by its number or its global id. */
function findProduct({ shop }: Occasion, id: string): Product {
  const found = shop.catalog.products.get(Number(/(\d+)$/.exec(id)?.[1]));
  return found ?? refuse(404, `The shop has no product ${id}.`);
}

/** Returns true if there was a request to cancel. */
function takeBack(occasion: Occasion, order: Order, message: string | null): boolean {
  const requested = order.fulfillmentOrders.filter(({ status }) => status !== "CLOSED");
  const done = requested.map((each) =>
    each.requestStatus === "SUBMITTED"
      ? !Array.isArray(cancelFulfillmentOrder(occasion, each))
      : requestCancellation(occasion, each, message).length === 0,
  );
  return done.some(Boolean);
}
