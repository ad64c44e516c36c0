import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { jobs } from "../../../app/queue/jobs.ts";
import { translator } from "../../../app/messages/translate.ts";
import {
  ingestCanceledOrder,
  ingestCancellationRequest,
  ingestRequest,
} from "../../../app/orders/ingest/ingest-requests.server.ts";
import { messageOf } from "../../../app/orders/reasons/reason-words.ts";
import { rejectFulfillment } from "../../../app/shop/orders/request-answers.server.ts";
import { wakePaidOrder } from "../../../app/orders/store/wake-orders.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { runJob } from "../../support/run-job.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import {
  pressRetry,
  requestedOrder,
  type SellingShop,
  sellingShop,
  supplied,
  whileNotAccepting,
} from "../shop-world.ts";

// No worker runs here: each test processes the jobs itself.
openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});
afterEach(() => {
  wholesale.setFault("placeOrder", "500", 0);
  wholesale.setFault("getProduct", "500", 0);
});

/** A paid order whose fulfillment the merchant has just requested, as far as our row. */
async function requested(...wanted: Parameters<SellingShop["order"]>) {
  const order = world.order(...wanted);
  world.request(order.name);
  await world.ingestRequests();
  return order;
}

const say = translator("en");

/** Kinds of what the merchant can read. */
async function told(): Promise<string[]> {
  const rows = await query<{ kind: string }>(databaseUrl, "select kind from activity where shop = $1", [
    world.shop,
  ]);
  return rows.map(({ kind }) => kind);
}

describe("a customer's paid order", () => {
  it("is placed once with the supplier when its fulfillment is requested, and accepted in the shop", async () => {
    const { name } = await requested({ lines: [{ sku: world.skus[0], quantity: 2 }] });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted", due_at: null });
    expect(await world.bought()).toMatchObject([
      {
        status: "received",
        lines: [{ quantity: 2 }],
        shipTo: { name: "Erika Mustermann", address1: "Heidestraße 17", postalCode: "51147", city: "Köln" },
      },
    ]);
    expect(world.look(name).fulfillmentOrders).toMatchObject([
      { status: "IN_PROGRESS", requestStatus: "ACCEPTED" },
    ]);
  });

  it("is bought once, even if the request arrives and is retried several times", async () => {
    await requested();
    await Promise.all([world.ingestRequests(), world.ingestRequests()]);
    await Promise.all([world.processDue(), world.processDue()]);
    const { id } = await world.row();
    await Promise.all([1, 2].map(() => pressRetry(world.shop, id)));
    await world.processDue();
    await world.ingestRequests();
    await world.processLater(3600);
    expect(await world.bought()).toHaveLength(1);
  });

  it("is placed only with the items at our location", async () => {
    const mug = shopify.merchant.createProduct(
      { title: "Our own mug", variants: [{ sku: "MUG-1" }] },
      world.shop,
    );
    const order = world.order({
      lines: [
        { sku: world.skus[0], quantity: 1 },
        { sku: mug.variants[0]?.sku ?? "", quantity: 3 },
      ],
    });
    world.request(order.name);
    await world.ingestRequests();
    await world.processDue();
    expect(await world.bought()).toMatchObject([{ lines: [{ quantity: 1 }] }]);
    expect(
      world
        .look(order.name)
        .fulfillmentOrders.map(({ requestStatus }) => requestStatus)
        .toSorted(),
    ).toEqual(["ACCEPTED", "UNSUBMITTED"]);
  });

  it("is left alone until the merchant requests its fulfillment", async () => {
    world.order();
    await world.ingestRequests();
    expect(await world.rows()).toEqual([]);
  });
});

describe("an order with an obstacle", () => {
  it.each([
    ["no-address", { address: null }],
    ["no-street", { address: { address1: " ", firstName: "Erika", city: "Köln", zip: "51147" } }],
    ["no-postcode", { address: { address1: "Heidestraße 17", firstName: "Erika", city: "Köln" } }],
  ] as const)(
    "is held for %s, with a message that says what to do, and is not bought",
    async (reason, wanted) => {
      const { name } = await requested(wanted);
      await world.processDue();
      const { reason_params: reasonParams, ...row } = await world.row();
      expect(row).toMatchObject({ state: "held", reason, due_at: expect.any(Date) as Date });
      expect(say(messageOf({ reason, reasonParams }))).toContain("then try again");
      expect(await world.bought()).toEqual([]);
      expect(world.look(name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
      expect(await told()).toContain("orders.held");
    },
  );

  it("waits for payment, and is placed at a later try once it is paid", async () => {
    const { name } = await requested({ paid: false });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "held", reason: "unpaid" });
    expect(await world.bought()).toEqual([]);
    shopify.merchant.payOrder(name, world.shop);
    await world.processLater(901);
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("waits for payment, and is placed at once when the shop reports the payment", async () => {
    const { id, name } = await requested({ paid: false });
    await world.processDue();
    await wakePaidOrder(world.shop, { subjectId: id });
    await world.processDue();
    // The shop itself says that it is not.
    expect(await world.row()).toMatchObject({ state: "held", reason: "unpaid" });
    shopify.merchant.payOrder(name, world.shop);
    await wakePaidOrder(world.shop, { subjectId: id });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it("is held as a whole if one line is not linked", async () => {
    await query(databaseUrl, `delete from variant_link where shop = $1 and supplier_variant_id = $2`, [
      world.shop,
      supplied().variant.id,
    ]);
    await requested({
      lines: [
        { sku: world.skus[0], quantity: 1 },
        { sku: world.skus[1], quantity: 1 },
      ],
    });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "held", reason: "unlinked-variant" });
    expect(await world.bought()).toEqual([]);
  });

  it("continues once the merchant links a line that was not linked", async () => {
    const linkTo = (variant: string) =>
      query(
        databaseUrl,
        `update variant_link set shop_variant_id = ${variant} where shop = $1 and supplier_variant_id = $2`,
        [world.shop, supplied().variant.id],
      );
    await linkTo("'another of ' || shop_variant_id");
    await requested();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "held", reason: "unlinked-variant" });
    await linkTo("replace(shop_variant_id, 'another of ', '')");
    await runJob(jobs["catalog.link"].name, { shop: world.shop });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it("is bought with the linked variant even if the merchant has changed the SKU", async () => {
    const product = shopify.merchant
      .products(world.shop)
      .find(({ variants }) => variants.some(({ sku }) => sku === world.skus[0]));
    const variant = product?.variants.find(({ sku }) => sku === world.skus[0]);
    const { name } = world.order();
    shopify.merchant.editProduct(
      product?.id ?? "",
      { variants: [{ id: variant?.id ?? "", sku: "MERCHANTS-OWN" }] },
      world.shop,
    );
    world.request(name);
    await world.ingestRequests();
    await world.processDue();
    expect(await world.bought()).toMatchObject([{ lines: [{ variantId: supplied().variant.id }] }]);
  });

  it("is held while its item is out of stock, and continues automatically afterwards", async () => {
    const { product, variant } = supplied();
    wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock: 0 }] }, new Date());
    await requested();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "held", reason: "out-of-stock" });
    expect(await world.bought()).toEqual([]);
    wholesale.supplier.catalogue.change(
      product.id,
      { variants: [{ id: variant.id, stock: variant.stock }] },
      new Date(),
    );
    await world.processLater(901);
    expect(await world.row()).toMatchObject({ state: "placed" });
  });

  it("is held if the supplier no longer sells the product", async () => {
    const { product } = supplied();
    wholesale.supplier.catalogue.change(product.id, { discontinued: true }, new Date());
    await requested();
    await world.processDue();
    wholesale.supplier.catalogue.change(product.id, { discontinued: false }, new Date());
    expect(await world.row()).toMatchObject({ state: "held", reason: "discontinued" });
    expect(await world.bought()).toEqual([]);
  });

  it("is placed with the mirror's data if the supplier does not serve single products", async () => {
    wholesale.setFault("getProduct", "html", 3);
    await requested();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed" });
  });
});

describe("a supplier that is down when a request arrives", () => {
  it("is called again later, and the order continues automatically", async () => {
    wholesale.setFault("getProduct", "500", 1);
    await requested();
    await world.processDue();
    expect(await world.row()).toMatchObject({
      state: "ready",
      reason: "supplier-unreachable",
      reason_params: { explanation: { code: "failure.supplier.server-error", status: 500 } },
      due_at: expect.any(Date) as Date,
    });
    await world.processLater(60);
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(await world.bought()).toHaveLength(1);
  });
});

describe("a request that the merchant cancels", () => {
  it("buys nothing if the order was not sent yet, and lets a new request buy once", async () => {
    const { name } = await requested();
    shopify.merchant.cancelFulfillment(name, world.shop);
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled", reason: "gone" });
    expect(await world.bought()).toEqual([]);
    world.request(name);
    await world.ingestRequests();
    await world.processDue();
    expect((await world.rows()).map(({ state }) => state)).toEqual(["canceled", "placed"]);
    expect(await world.bought()).toHaveLength(1);
  });

  it("has its order canceled with the supplier, even before we have accepted the request", async () => {
    const { name } = await requested();
    await whileNotAccepting(() => world.processDue(1));
    expect(await world.row()).toMatchObject({ state: "placed", acceptance: "due" });
    shopify.merchant.cancelFulfillment(name, world.shop);
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled", acceptance: "gone" });
    expect(await world.bought()).toMatchObject([{ status: "cancelled" }]);
    expect(await told()).toEqual(expect.arrayContaining(["orders.request-gone", "orders.canceled"]));
  });

  it("has its order canceled with the supplier after the acceptance, and its cancellation accepted in the shop", async () => {
    const { name } = await requested();
    await world.processDue();
    shopify.merchant.cancelFulfillment(name, world.shop);
    await world.ingestRequests();
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled" });
    expect(await world.bought()).toMatchObject([{ status: "cancelled" }]);
    expect(world.look(name).fulfillmentOrders).toMatchObject([
      { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" },
      { status: "OPEN", requestStatus: "UNSUBMITTED" },
    ]);
  });

  it("keeps its order if the package has left, and the merchant gets the reason", async () => {
    const { name } = await requested();
    await world.processDue();
    const [order] = await world.bought();
    wholesale.supplier.ledger.ship(order?.id ?? "", { carrier: "DHL", trackingNumber: "1" });
    shopify.merchant.cancelFulfillment(name, world.shop);
    await world.ingestRequests();
    await world.processDue();
    const { reason_params: reasonParams, ...row } = await world.row();
    expect(row).toMatchObject({ state: "placed", reason: "not-canceled" });
    expect(say(messageOf({ reason: "not-canceled", reasonParams }))).toContain("shipped");
    expect(world.look(name).fulfillmentOrders).toMatchObject([{ requestStatus: "CANCELLATION_REJECTED" }]);
    expect(await told()).toContain("orders.not-canceled");
  });
});

describe("a customer's order that is canceled", () => {
  it("is never placed if the cancellation comes first", async () => {
    const { name, id } = await requested();
    shopify.merchant.cancelOrder(name, {}, world.shop);
    await ingestCanceledOrder(world.shop, { subjectId: id });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled" });
    expect(await world.bought()).toEqual([]);
  });

  it("is canceled with the supplier if the cancellation comes after placing", async () => {
    const { name, id } = await requested();
    await world.processDue();
    shopify.merchant.cancelOrder(name, { force: true }, world.shop);
    await ingestCanceledOrder(world.shop, { subjectId: id });
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "canceled" });
    expect(await world.bought()).toMatchObject([{ status: "cancelled" }]);
  });

  it("counts as canceled only if the shop confirms the cancellation", async () => {
    const { id } = await requested();
    await world.processDue();
    expect(await ingestCanceledOrder(world.shop, { subjectId: id })).toBe("not-yet");
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
  });

  it("stays with the supplier if the shop does not show the order", async () => {
    const { id } = await requested();
    await world.processDue();
    shopify.setFault("order", "not-shown", 1);
    expect(await ingestCanceledOrder(world.shop, { subjectId: id })).toBe("not-yet");
    await world.processDue();
    expect(await world.row()).toMatchObject({ state: "placed", cancel_requested_at: null });
  });
});

describe("a webhook whose event a replica of the shop does not show yet", () => {
  it("is handled again later if it reports the cancellation of a request that the shop shows as open", async () => {
    const { fulfillmentOrderId: subjectId } = await requestedOrder(world);
    expect(await ingestCancellationRequest(world.shop, { subjectId })).toBe("not-yet");
  });

  it("is handled again later if it reports a new request that the shop shows as rejected", async () => {
    const { fulfillmentOrderId: subjectId } = await requestedOrder(world);
    await rejectFulfillment(world.shop, { id: subjectId, reason: "OTHER", message: "Sold out", lines: [] });
    expect(await ingestRequest(world.shop, { subjectId })).toBe("not-yet");
  });
});
