/** The same order is sent from everywhere at the same moment. */
import { randomUUID } from "node:crypto";

import { expect, it } from "vitest";

import { pressSend, sendShopOrder } from "../../../app/orders/sending/send-shop-order.server.ts";
import { sendOrder } from "../../../app/orders/sending/send-order.server.ts";
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import type { ShopOrderId } from "../../../app/shop/ids.ts";
import { sellingShop } from "../../orders/shop-world.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { actionCall, flowRoutes, work } from "./testing.ts";

openQueue();

const send = await flowRoutes();

it("buys once if the page, the block twice, and two workflows send an order at once", async () => {
  const world = await sellingShop();
  const { shop } = world;
  const { id } = world.look(world.order().name);
  await query(databaseUrl, "delete from request_poll where shop = $1", [shop]);
  await pollRequests();
  const listed = await query<{ id: string; version: number }>(
    databaseUrl,
    "select id, version from unrequested_order where shop = $1",
    [shop],
  );
  expect(listed).toHaveLength(1);
  const runs = [randomUUID(), randomUUID()];
  const flow = async (runId: string) => {
    await send(actionCall(shop, { handle: "send-order-to-supplier", runId, ids: { order_id: id } }));
    await work(shop, runId);
  };
  const block = () => sendShopOrder(shop, id as ShopOrderId, { sendsKept: false });
  const workers = () => Promise.all(listed.map(({ id: orderId }) => sendOrder({ shop, orderId })));
  await Promise.all([pressSend(shop, listed), block(), block(), ...runs.map(flow), workers()]);
  await workers();
  await world.processDue();
  await Promise.all([block(), pressSend(shop, listed), ...runs.map(flow)]);
  await workers();
  await world.processDue();
  expect(await world.bought()).toHaveLength(1);
});
