import { expect, it } from "vitest";

import { requestCancellation } from "../../../app/orders/canceling/request-cancellation.server.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { reviewRequest } from "../../../app/orders/ingest/review-request.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import { query } from "../../support/database.ts";
import { connectionsThat, holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { inside, type OrderRow, requestedOrder, sellingShop } from "../shop-world.ts";

openQueue();

it("cancels an order whose cancellation arrives while the outcome of placing is being committed", async () => {
  const world = await sellingShop();
  await (await requestedOrder(world)).process();
  const { name } = world.order();
  world.request(name);
  const subjectId = world.look(name).fulfillmentOrders[0]?.id ?? "";
  const row = async () => {
    const [found] = await query<OrderRow>(
      databaseUrl,
      "select * from supplier_order where shop = $1 and fulfillment_order_id = $2",
      [world.shop, subjectId],
    );
    return found;
  };
  const reply = wholesale.holdReplies("placeOrder");
  const heard = ingestRequest(world.shop, { subjectId });
  await expect.poll(async () => (await row())?.state).toBe("placing");
  // The commit of the outcome has locked the order's row, and waits for this one.
  const lock = await holdLock("select * from ordering_settings where shop = $1 for update", [world.shop]);
  reply();
  await someoneWaits();
  const noted = requestCancellation(world.shop, { orderId: (await row())?.id ?? "" });
  await expect.poll(() => connectionsThat("wait_event_type = 'Lock'")).toBe(2);
  await lock.release();
  expect(await noted).toBe(true);
  await heard;
  await world.processDue();
  expect((await row())?.state).toBe("canceled");
});

it("cancels an order that is being placed again if the shop cancels its accepted request meanwhile", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  await order.place();
  await requestCancellation(world.shop, { orderId: order.id });
  await order.process();
  const [request] = inside(world, order.name).fulfillmentOrders;
  Object.assign(request!, { status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  await openOrder(world.shop, { ...order, orderName: order.name, sentAt: new Date() });
  const reply = wholesale.holdReplies("placeOrder");
  const placed = order.process();
  await expect.poll(async () => (await order.row()).state).toBe("placing");
  Object.assign(request!, { status: "CANCELLED", requestStatus: "UNSUBMITTED" });
  await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
  reply();
  await placed;
  await world.processDue();
  expect(order.bought()).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }]);
  expect((await order.row()).state).toBe("canceled");
});

it("keeps an order at the supplier if the shop briefly hides its accepted request", async () => {
  const world = await sellingShop();
  const order = await requestedOrder(world);
  await order.process();
  await order.process();
  expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  const inShop = inside(world, order.name);
  const shown = inShop.fulfillmentOrders;
  inShop.fulfillmentOrders = [];
  await reviewRequest(world.shop, { subjectId: order.fulfillmentOrderId });
  // The missing pieces are reported: the merchant decides.
  expect(await order.row()).toMatchObject({ reason: "changed-in-shop", cancel_requested_at: null });
  inShop.fulfillmentOrders = shown;
  await world.processDue();
  expect(order.bought()).toMatchObject([{ status: "received" }]);
});
