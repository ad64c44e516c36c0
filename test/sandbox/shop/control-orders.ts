import { setTimeout as pause } from "node:timers/promises";
import express, { type Router } from "express";
import { z } from "zod";
import { call } from "./control-call.ts";
import type { Merchant } from "./merchant.ts";
import type { OrderView } from "./merchant-views.ts";

/**
 * `POST /orders`, `GET /orders/:name`, and what happens to an order: `POST /orders/:name/pay`,
 * `…/request-fulfillment`, `…/cancel-fulfillment`, `…/cancel`, `…/hold`, `…/release`, `…/schedule`, `…/open-scheduled`, `…/move`, `…/split`, `…/merge`,
 * `…/refund` and `…/edit` with `lines`, `…/address` with an `address`, `…/close`. The name is `#1001`, encoded, or `1001`.
 */
export function orderControl(merchant: Merchant): Router {
  const router = express.Router();
  router.post(
    "/",
    call(async (request, response) => {
      response.json(await order(merchant, wishShape.parse(request.body ?? {})));
    }),
  );
  router.get(
    "/:name",
    call((request, response) => {
      response.json(merchant.order(request.params.name ?? "", shopShape.parse(request.query).shop));
    }),
  );
  const step = (path: string, act: (name: string, body: z.infer<typeof stepShape>) => OrderView) =>
    router.post(
      `/:name/${path}`,
      call((request, response) => {
        response.json(act(request.params.name ?? "", stepShape.parse(request.body ?? {})));
      }),
    );
  step("pay", (name, { shop }) => merchant.payOrder(name, shop));
  step("request-fulfillment", (name, { shop, message }) => merchant.requestFulfillment(name, shop, message));
  step("cancel-fulfillment", (name, { shop, message }) => merchant.cancelFulfillment(name, shop, message));
  step("hold", (name, { shop }) => merchant.holdFulfillment(name, shop));
  step("release", (name, { shop }) => merchant.releaseFulfillment(name, shop));
  step("schedule", (name, { shop, fulfillAt = new Date() }) =>
    merchant.scheduleFulfillment(name, fulfillAt, shop),
  );
  step("open-scheduled", (name, { shop }) => merchant.openScheduled(name, shop));
  step("move", (name, { shop }) => merchant.moveFulfillment(name, shop));
  step("split", (name, { shop, quantity }) => merchant.splitFulfillment(name, quantity, shop));
  step("merge", (name, { shop, into }) => merchant.mergeFulfillment(name, into, shop));
  step("refund", (name, { shop, lines, goodwill }) => merchant.refundOrder(name, lines, shop, goodwill));
  step("edit", (name, { shop, lines = [] }) => merchant.editOrder(name, lines, shop));
  step("address", (name, { shop, address = {} }) => merchant.changeAddress(name, address, shop));
  step("close", (name, { shop }) => merchant.closeFulfillment(name, shop));
  step("cancel", (name, { shop, reason, restock, refund, force }) =>
    merchant.cancelOrder(name, { reason, restock, refund, force }, shop),
  );
  return router;
}

/** `POST /checkouts`: an order as `POST /orders` places it, refused if no shipping rate applies. */
export function checkout(merchant: Merchant) {
  return call(async (request, response) => {
    const wish = wishShape.parse(request.body ?? {});
    const shippingPrice = merchant.shippingPrice(wish, wish.shop);
    response.json({ ...(await order(merchant, wish)), shippingPrice });
  });
}

async function order(merchant: Merchant, { shop, ...wish }: z.infer<typeof wishShape>) {
  const { id, name } = merchant.placeOrder({ ...wish, routed: false }, shop);
  await pause(ROUTING_MS);
  const { fulfillmentOrders } = merchant.routeOrder(name, shop);
  return { id, name, fulfillmentOrders };
}

/** Shopify routes an order in the background, a while after it has told of the payment. */
const ROUTING_MS = 200;

const shopShape = z.object({ shop: z.string().optional() });

const text = z.string().nullable().optional();

const addressShape = z.strictObject({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  countryCode: z.string().length(2).optional(),
  phone: text,
});

const wishShape = z.strictObject({
  shop: z.string().optional(),
  lines: z
    .array(
      z.strictObject({
        sku: z.string().min(1),
        quantity: z.int().min(1),
        customAttributes: z.array(z.strictObject({ key: z.string().min(1), value: z.string() })).optional(),
      }),
    )
    .min(1),
  paid: z.union([z.boolean(), z.enum(["authorized", "partly"])]).optional(),
  address: addressShape.nullable().optional(),
  customer: z
    .strictObject({ firstName: text, lastName: text, email: text, phone: text })
    .nullable()
    .optional(),
  deliveryMethod: z.enum(["LOCAL", "NONE", "PICKUP_POINT", "PICK_UP", "RETAIL", "SHIPPING"]).optional(),
  tags: z.array(z.string()).optional(),
  note: text,
  shippingLine: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .optional(),
  test: z.boolean().optional(),
  money: z
    .strictObject({
      taxPercent: z.number().min(0).optional(),
      discountPercent: z.number().min(0).max(100).optional(),
      shipping: z.number().min(0).optional(),
      dutiesPercent: z.number().min(0).optional(),
      dutiesIncluded: z.boolean().optional(),
      presentment: z
        .strictObject({ currencyCode: z.string().length(3), rate: z.number().positive() })
        .optional(),
    })
    .optional(),
});

const stepShape = z.strictObject({
  shop: z.string().optional(),
  message: z.string().optional(),
  quantity: z.int().min(1).optional(),
  fulfillAt: z.coerce.date().optional(),
  into: z.enum(["first", "new"]).optional(),
  /** An amount that is refunded for no piece. */
  goodwill: z.number().min(0).optional(),
  reason: z.enum(["CUSTOMER", "DECLINED", "FRAUD", "INVENTORY", "OTHER", "STAFF"]).optional(),
  restock: z.boolean().optional(),
  refund: z.boolean().optional(),
  force: z.boolean().optional(),
  lines: z
    .array(
      z.strictObject({
        sku: z.string().min(1),
        quantity: z.int().min(0),
        hasLeft: z.boolean().optional(),
        restockType: z.enum(["CANCEL", "NO_RESTOCK", "RETURN"]).optional(),
      }),
    )
    .optional(),
  address: addressShape.optional(),
});
