/** "Send what can be sent" of an order that the supplier has, and that our records have lost. */
import { afterEach, expect, it } from "vitest";

import { sendPart } from "../../../app/orders/placing/approve-order.server.ts";
import { setSendsParts } from "../../../app/orders/store/ordering-settings.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import {
  inside,
  type RequestedOrder,
  requestedOrder,
  type SellingShop,
  sellingShop,
  versionOf,
} from "../shop-world.ts";

openQueue();

const changed = new Map<string, number>();
afterEach(() => {
  for (const [sku, stock] of changed) setStock(sku, stock);
  changed.clear();
  wholesale.setFault("findOrders", "html", 0);
});

function setStock(sku: string, stock: number): void {
  const products = wholesale.supplier.catalogue.page({ from: 0, limit: 100 }).products;
  const product = products.find(({ variants }) => variants.some((each) => each.sku === sku))!;
  const variant = product.variants.find((each) => each.sku === sku)!;
  if (!changed.has(sku)) changed.set(sku, variant.stock);
  wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock }] }, new Date());
}

type Setting = { world: SellingShop; order: RequestedOrder };

/** An order of both products that is placed; then our records go back to before that, and the second can't be ordered. */
async function forgottenOrder(because: "sold out" | "unlinked"): Promise<Setting> {
  const world = await sellingShop();
  const lines = world.skus.map((sku) => ({ sku, quantity: 3 }));
  const order = await requestedOrder(world, { lines });
  await order.place();
  for (const table of ["order_attempt", "supplier_order_line"])
    await query(databaseUrl, `delete from ${table} where order_id = $1`, [order.id]);
  await query(
    databaseUrl,
    `update supplier_order set state = 'ready', reason = null, supplier_order_id = null, acceptance = null,
       placed_at = null, due_at = date_trunc('milliseconds', now()) where id = $1`,
    [order.id],
  );
  for (const { merchantRequests } of inside(world, order.name).fulfillmentOrders)
    for (const request of merchantRequests) request.sentAt = new Date(Date.now() - 700_000);
  if (because === "sold out") setStock(world.skus[1], 0);
  else {
    const id = order.bought()[0]!.lines[1]!.variantId;
    await query(databaseUrl, "delete from variant_link where shop = $1 and supplier_variant_id = $2", [
      world.shop,
      id,
    ]);
  }
  return { world, order };
}

async function press({ world, order }: Setting): Promise<void> {
  await order.process();
  expect(await order.row()).toMatchObject({ state: "held", reason_params: { part: {} } });
  expect(await sendPart(world.shop, { orderId: order.id, version: await versionOf(order.id) })).toBe(true);
}

async function settle(world: SellingShop): Promise<void> {
  for (const seconds of [0, 70, 300]) {
    if (seconds > 0) await timePasses(world.shop, seconds);
    await world.processDue(10);
    await world.ingestRequests();
    await world.processDue(10);
  }
}

it.each(["sold out", "unlinked"] as const)(
  "takes over an order that our records have lost, and does not divide it (one product: %s)",
  async (because) => {
    const { world, order } = await forgottenOrder(because);
    await press({ world, order });
    await settle(world);
    expect(await world.bought()).toHaveLength(1);
    expect(await order.row()).toMatchObject({ state: "placed", supplier_order_id: order.bought()[0]?.id });
    expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "ACCEPTED" }]);
  },
);

it("takes over a lost order with an unlinked product, even if orders are divided automatically", async () => {
  const { world, order } = await forgottenOrder("unlinked");
  await setSendsParts(world.shop, "on");
  await settle(world);
  expect(await world.bought()).toHaveLength(1);
  expect(await order.row()).toMatchObject({ state: "placed" });
});

it("leaves the request of a lost order open while the lookup fails", async () => {
  const { world, order } = await forgottenOrder("sold out");
  await press({ world, order });
  wholesale.setFault("findOrders", "html", 100);
  await settle(world);
  expect(await order.row()).toMatchObject({ state: "in_doubt", reason: "cannot-tell" });
  expect(inside(world, order.name).fulfillmentOrders).toMatchObject([{ requestStatus: "SUBMITTED" }]);
  expect(await world.bought()).toHaveLength(1);
});
