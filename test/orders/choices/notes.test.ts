import { beforeEach, expect, it } from "vitest";

import { saveChoices } from "../../../app/orders/choices/choice-store.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { approveWithoutNote } from "../../../app/orders/placing/approve-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { offering } from "../offering.ts";
import { inside, type SellingShop, sellingShop, versionOf } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

function sendCustomerNotes(sendsCustomerNote: boolean): Promise<boolean> {
  return saveChoices(world.shop, {
    methods: [],
    defaultMethod: null,
    holdsUnknown: false,
    sendsCustomerNote,
  });
}

/** Requests fulfillment of a customer's order, with a message, and processes it. */
async function requested(note: string | null, message: string | null): Promise<string> {
  const { name } = world.order({ note });
  shopify.merchant.requestFulfillment(name, world.shop, message);
  await ingestRequest(world.shop, { subjectId: world.look(name).fulfillmentOrders[0]?.id ?? "" });
  await world.processDue();
  return name;
}

const notes = async () => (await world.bought()).map(({ note }) => note);

it("sends the merchant's message, but the customer's note only if the merchant chose that", async () => {
  await requested("Ring twice", "Pack well");
  await requested("Ring twice", null);
  await sendCustomerNotes(true);
  await requested("Ring\r\ntwice", "Pack well");
  expect(await notes()).toEqual(["Pack well", null, "Pack well\n\nRing\ntwice"]);
});

it("sends the message of the new request after the merchant canceled the first one", async () => {
  const { name } = world.order();
  shopify.merchant.requestFulfillment(name, world.shop, "First");
  shopify.merchant.cancelFulfillment(name, world.shop, "Never mind");
  shopify.merchant.requestFulfillment(name, world.shop, "Second");
  await world.ingestRequests();
  await world.processDue();
  expect(await notes()).toEqual(["Second"]);
});

it("holds an order with too long a note until the note is shorter", async () => {
  await sendCustomerNotes(true);
  const name = await requested("x".repeat(5000), null);
  expect(await world.row()).toMatchObject({
    state: "held",
    reason: "note-too-long",
    reason_params: { length: 5000, most: 1000 },
  });
  inside(world, name).note = "x".repeat(1000);
  await world.processLater(3601);
  expect(await notes()).toEqual(["x".repeat(1000)]);
});

it("sends an order without its note if the merchant chooses that", async () => {
  offering({ noteLength: null });
  await requested(null, "Pack well");
  const { id, ...row } = await world.row();
  expect(row).toMatchObject({ state: "held", reason: "note-not-taken", reason_params: {} });
  const version = await versionOf(id);
  expect(await approveWithoutNote(world.shop, { orderId: id, version: version - 1 })).toBe(false);
  expect(await approveWithoutNote(world.shop, { orderId: id, version })).toBe(true);
  await world.processDue();
  expect(await notes()).toEqual([null]);
});

it("sends an order that was held for a long note once the merchant stops sending customers' notes", async () => {
  await sendCustomerNotes(true);
  await requested("x".repeat(5000), null);
  await sendCustomerNotes(false);
  await world.processDue();
  expect(await notes()).toEqual([null]);
});
