import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { changeClaimed, claimOrder } from "../../../app/orders/store/order-store.server.ts";
import { after } from "../../../app/queue/back-off.ts";
import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { reconcileNow, requestedOrder, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  wholesale.setFault("placeOrder", "500", 0);
});

describe("an order in doubt that the comparison finds in the supplier's list", () => {
  it.each([false, true])("is looked up at once (leased by a worker: %s)", async (isLeased) => {
    const order = await requestedOrder(world);
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "in_doubt" });
    const claimed = await claimOrder(world.shop, order.id);
    // A lookup that was sent before the order showed has found nothing.
    const endLookup = () =>
      inShop(world.shop, (tx, now) =>
        changeClaimed(tx, claimed!, { dueAt: after(now, 3600), retryCount: 1 }),
      );
    if (!isLeased) await endLookup();
    await reconcileNow(world);
    if (isLeased) await endLookup();
    const { due_at: dueAt } = await order.row();
    expect(dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });
});
