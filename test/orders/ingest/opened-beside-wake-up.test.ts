import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { findConnection } from "../../../app/connection/connection-store.server.ts";
import { replaceKey } from "../../../app/connection/replace-key.server.ts";
import { ingestRequest } from "../../../app/orders/ingest/ingest-requests.server.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
} from "../../../app/orders/store/ordering-settings.server.ts";
import { wakeOrders, wakePaidOrder } from "../../../app/orders/store/wake-orders.server.ts";
import { query } from "../../support/database.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { requestedOrder, sellingShop } from "../shop-world.ts";

openQueue();

type World = Awaited<ReturnType<typeof sellingShop>>;

/** Ingests a request, and lets `meanwhile` happen between the read of the request and the insertion of its row. */
async function ingestWhile(
  world: World,
  { paid }: { paid: boolean },
  meanwhile: (order: { name: string; id: string }) => Promise<unknown>,
) {
  const { name, id } = world.order({ paid });
  world.request(name);
  const fulfillmentOrderId = world.look(name).fulfillmentOrders[0]?.id ?? "";
  // Another transaction inserts the same row and rolls back.
  const lock = await holdLock(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at)
     values ($1, $2, $3, $4, $5, 'ready', now())`,
    [randomUUID(), world.shop, fulfillmentOrderId, id, name],
  );
  const ingested = ingestRequest(world.shop, { subjectId: fulfillmentOrderId });
  await someoneWaits();
  await meanwhile({ name, id });
  await lock.release();
  await ingested;
  await world.processDue();
  const [row] = await query<{ state: string }>(
    databaseUrl,
    "select state from supplier_order where shop = $1 and fulfillment_order_id = $2",
    [world.shop, fulfillmentOrderId],
  );
  return row;
}

describe("ingestRequest", () => {
  it("places an order that the customer pays right before its row is inserted", async () => {
    const world = await sellingShop();
    const row = await ingestWhile(world, { paid: false }, async ({ name, id }) => {
      shopify.merchant.payOrder(name, world.shop);
      await wakePaidOrder(world.shop, { subjectId: id });
    });
    expect(row).toMatchObject({ state: "placed" });
  });

  it("places an order if ordering is resumed right before its row is inserted", async () => {
    const world = await sellingShop();
    await pauseOrdering(world.shop);
    const row = await ingestWhile(world, { paid: true }, async () => {
      const { pausedAt } = await findOrderingSettings(world.shop);
      if (pausedAt === null) throw new Error("Ordering is not paused.");
      await resumeOrdering(world.shop, { pausedAt });
    });
    expect(row).toMatchObject({ state: "placed" });
  });

  it("places an order if a pause after unclear replies ends right before the order's row is inserted", async () => {
    const world = await sellingShop();
    for (let unclear = 0; unclear < 3; unclear += 1) {
      const order = await requestedOrder(world);
      wholesale.setFault("placeOrder", "500", 1);
      await order.process();
    }
    wholesale.setFault("placeOrder", "500", 0);
    const probe = await requestedOrder(world);
    await query(
      databaseUrl,
      "update ordering_settings set next_try_at = now() - interval '1 second' where shop = $1",
      [world.shop],
    );
    const reply = wholesale.holdReplies("placeOrder");
    const probing = probe.process();
    await expect.poll(async () => (await probe.row()).state).toBe("placing");
    const row = await ingestWhile(world, { paid: true }, () => {
      reply();
      return probing;
    });
    expect(row).toMatchObject({ state: "placed" });
  });

  it("places an order if a revoked key is replaced right before its row is inserted", async () => {
    const world = await sellingShop();
    const { keyName } = (await findConnection(world.shop)) ?? {};
    const row = await ingestWhile(world, { paid: true }, async () => {
      await replaceKey(world.shop, wholesale.account);
      wholesale.supplier.accounts.revoke(keyName ?? "");
      await wakeOrders(world.shop, "connected");
    });
    expect(row).toMatchObject({ state: "placed" });
  });
});
