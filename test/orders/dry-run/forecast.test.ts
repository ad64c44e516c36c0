import { expect, it, onTestFinished } from "vitest";

import { dryRun } from "../../../app/orders/dry-run.server.ts";
import { forecastOrders } from "../../../app/orders/forecast-orders.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { hearPaid, judgeLater, poll, ruledShop, save } from "../rules/testing.ts";
import { inside, supplied } from "../shop-world.ts";

openQueue();

it("lists sent orders that were canceled, lost money, or were unpaid when they were sent", async () => {
  const world = await ruledShop();
  const [losing, unpaid, canceled, fine] = [world.order(), world.order(), world.order(), world.order()];
  for (const each of [losing, unpaid, canceled, fine]) await hearPaid(world, each);
  await judgeLater(world);
  const update = (columns: string, { id }: { id: string }) =>
    query(databaseUrl, `update supplier_order set ${columns} where shop = $1 and shop_order_id = $2`, [
      world.shop,
      id,
    ]);
  await update("profit = '-2.45'", losing);
  await update("state = 'canceled'", canceled);
  const outstanding = { amount: "9.50", currency: "EUR" };
  await update(`unpaid_approved = '${JSON.stringify({ ...outstanding, at: new Date() })}'`, unpaid);
  expect(await forecastOrders(world.shop)).toEqual({
    kind: "forecast",
    held: {
      [losing.id]: { message: { code: "rules.preview.loss", loss: { amount: "2.45", currency: "EUR" } } },
      [unpaid.id]: { message: { code: "rules.preview.unpaid", outstanding } },
      [canceled.id]: { message: { code: "rules.preview.canceled" } },
    },
  });
});

it("lists the waiting and held orders that would not be placed, with the reasons that a dry run gives", async () => {
  const world = await ruledShop();
  const { product, variant } = supplied();
  const stock = (pieces: number) =>
    wholesale.supplier.catalogue.change(
      product.id,
      { variants: [{ id: variant.id, stock: pieces }] },
      new Date(),
    );
  onTestFinished(() => void stock(variant.stock));
  const [mug, plate] = world.skus;
  // Held for its loss.
  const losing = world.order({ lines: [{ sku: plate, quantity: 1 }] });
  for (const line of inside(world, losing.name).lines) line.price = "0.01";
  await hearPaid(world, losing);
  await judgeLater(world);
  await save(world, { askForEach: true });
  const soldOut = world.order({ lines: [{ sku: mug, quantity: 1 }] });
  const fine = world.order({ lines: [{ sku: plate, quantity: 1 }] });
  await poll(world);
  stock(0);

  const forecast = await forecastOrders(world.shop);
  const held: Record<string, unknown> = {};
  for (const { id, name } of [losing, soldOut, fine]) {
    const tried = await dryRun(world.shop, { kind: "name", name });
    const part = tried.kind === "orders" ? tried.orders[0]?.parts[0] : undefined;
    if (part?.decision !== "place") held[id] = { message: part?.message };
  }
  expect(held).toEqual({
    [losing.id]: {
      message: { code: "dry-run.holds", why: expect.objectContaining({ code: "orders.reason-with-loss" }) },
    },
    [soldOut.id]: {
      message: { code: "dry-run.holds", why: expect.objectContaining({ code: "orders.reason-with-lines" }) },
    },
  });
  expect(forecast).toEqual({ kind: "forecast", held });
  const requests = await query(
    databaseUrl,
    "select from automatic_request where shop = $1 and shop_order_id <> $2",
    [world.shop, losing.id],
  );
  expect(requests).toEqual([]);
});
