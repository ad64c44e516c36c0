import { beforeEach, describe, expect, it } from "vitest";

import {
  suspendOrders,
  wakeAllOrders,
  wakeOrders,
  wakePaidOrder,
} from "../../../app/orders/store/wake-orders.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { Reason, ReasonCode } from "../../../app/orders/reasons/reason.ts";
import {
  changeClaimed,
  claimOrder,
  type ClaimedOrder,
} from "../../../app/orders/store/order-store.server.ts";
import { after } from "../../../app/queue/back-off.ts";
import { query } from "../../support/database.ts";
import { someoneWaits } from "../../support/locks.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { commitIntent } from "../committed-intent.ts";
import {
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  supplied,
  waitOf,
} from "../shop-world.ts";

openQueue();

describe("a shop that uninstalls the app and installs it again", () => {
  let world: SellingShop;
  beforeEach(async () => {
    world = await sellingShop();
  });
  const reinstalled = () => wakeOrders(world.shop, "connected");

  it("has its orders paused by the uninstall, and continued by the installation", async () => {
    const [waiting, unpaid] = [await requestedOrder(world), await requestedOrder(world, { paid: false })];
    await unpaid.process();
    await suspendOrders(world.shop);
    expect(await waiting.row()).toMatchObject({ state: "ready", due_at: null });
    expect(await unpaid.row()).toMatchObject({ state: "held", reason: "unpaid", due_at: null });
    await world.processLater(3600);
    expect(await world.bought()).toEqual([]);
    await reinstalled();
    await world.processDue();
    expect(await waiting.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
    expect(await unpaid.row()).toMatchObject({ state: "held", reason: "unpaid" });
    expect(await world.bought()).toHaveLength(1);
  });

  it("has a request accepted whose acceptance was due before the uninstall", async () => {
    const order = await requestedOrder(world);
    await order.place();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "due" });
    await suspendOrders(world.shop);
    await reinstalled();
    await world.processDue();
    expect(await order.row()).toMatchObject({ acceptance: "accepted", due_at: null });
  });

  it("leaves rejected orders to a person", async () => {
    const { product, variant } = supplied();
    const change = (stock: number) =>
      wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock }] }, new Date());
    const order = await requestedOrder(world);
    // The product is not shown, so what was read last stands.
    wholesale.setFault("getProduct", "html", 1);
    change(0);
    await order.process();
    change(variant.stock);
    expect(await order.row()).toMatchObject({ state: "held", reason: "rejected", due_at: null });
    await suspendOrders(world.shop);
    await reinstalled();
    expect(await order.row()).toMatchObject({ state: "held", reason: "rejected", due_at: null });
  });

  it("does not change orders whose attempts may have reached the supplier", async () => {
    const order = await requestedOrder(world);
    await commitIntent(world, order);
    const before = await order.row();
    await suspendOrders(world.shop);
    expect(await order.row()).toEqual(before);
    await order.process(60);
    expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "abandoned" });
    const doubtful = await order.row();
    await suspendOrders(world.shop);
    expect(await order.row()).toEqual(doubtful);
  });

  it("pauses no other shop's orders", async () => {
    const other = await sellingShop();
    const order = await requestedOrder(other);
    await suspendOrders(world.shop);
    expect((await order.row()).due_at).toEqual(expect.any(Date));
  });
});

describe("an order that a worker is about to hold", () => {
  let world: SellingShop;
  beforeEach(async () => {
    world = await sellingShop();
  });

  const later = (now: Date) => ({ to: "held", dueAt: after(now, 3600) }) as const;
  const wakeUps: [ReasonCode, (order: RequestedOrder) => Promise<unknown>][] = [
    ["ordering-paused", () => wakeOrders(world.shop, "ordering-resumed")],
    ["ordering-paused-for-all", () => wakeAllOrders("support-resumed")],
    ["unpaid", ({ shopOrderId: subjectId }) => wakePaidOrder(world.shop, { subjectId })],
  ];
  const hold = (claimed: ClaimedOrder, code: ReasonCode) =>
    inShop(world.shop, (tx, now) =>
      changeClaimed(tx, claimed, { ...later(now), reason: { code } as Reason }),
    );

  it.each(wakeUps)("stays due if a wake-up comes before the order is held as %s", async (code, wake) => {
    const order = await requestedOrder(world);
    const claimed = await claimOrder(world.shop, order.id);
    await wake(order);
    expect(await claimOrder(world.shop, order.id)).toBeNull();
    await query(databaseUrl, "delete from pgboss.job where data->>'orderId' = $1", [order.id]);
    expect(await hold(claimed!, code)).toBe(true);
    expect(await order.row()).toMatchObject({ state: "held", reason: code });
    expect(
      await query(databaseUrl, "select from pgboss.job where data->>'orderId' = $1", [order.id]),
    ).toEqual([{}]);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it.each(wakeUps)("is due again if a wake-up comes while the order is held as %s", async (code, wake) => {
    const order = await requestedOrder(world);
    const claimed = await claimOrder(world.shop, order.id);
    const { woken } = await inShop(world.shop, async (tx, now) => {
      await changeClaimed(tx, claimed!, { ...later(now), reason: { code } as Reason });
      const waking = wake(order);
      await someoneWaits();
      return { woken: waking };
    });
    await woken;
    await order.process();
    expect(await order.row()).toMatchObject({ state: "placed", acceptance: "accepted" });
  });

  it("waits until its due time if no wake-up comes", async () => {
    const order = await requestedOrder(world);
    const claimed = await claimOrder(world.shop, order.id);
    await hold(claimed!, "ordering-paused");
    expect(waitOf(await order.row())).toBeGreaterThan(3500);
  });
});
