import { expect, it } from "vitest";

import { redactOrder } from "../../app/orders/redact-order.server.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { tablesOfShops } from "../support/every-table.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, wholesale } from "../support/world.ts";
import { requestedOrder, sellingShop } from "./shop-world.ts";

openQueue();

const tables = await tablesOfShops(databaseUrl);

it("erases the supplier's sentences about a redacted order from every table, and none about other orders", async () => {
  const world = await sellingShop();
  const doubtful = async () => {
    wholesale.setFault("placeOrder", "500-after-commit", 1);
    const order = await requestedOrder(world);
    await order.process();
    const row = await order.row();
    expect(row).toMatchObject({ state: "in_doubt", reason: "unclear" });
    const { sentence } = (row.reason_params as { explanation: { sentence: string } }).explanation;
    return { ...order, sentence };
  };
  const [forgotten, other] = [await doubtful(), await doubtful()];
  const quoting = async () => {
    const found: Record<string, number> = {};
    for (const table of tables) {
      const text = `select from ${table} t where shop = $1 and t::text like '%' || $2 || '%'`;
      const rows = await query(databaseUrl, text, [world.shop, forgotten.sentence]);
      if (rows.length > 0) found[table] = rows.length;
    }
    return found;
  };
  expect(other.sentence).toBe(forgotten.sentence);
  // As the nightly comparison keeps a difference.
  for (const { id, sentence } of [forgotten, other]) {
    const why = {
      code: "orders.reason.not-accepted",
      explanation: { code: "failure.supplier.rejected.says", sentence },
    };
    await query(
      databaseUrl,
      `insert into found_difference (shop, subject, message, url, action, since) values ($1, $2, $3, $4, '{}', now())`,
      [world.shop, `order:${id}`, { code: "reconciliation.order", order: "#1", why }, `/app/orders/${id}`],
    );
  }
  const twice = { activity: 2, found_difference: 2, order_attempt_outcome: 2, supplier_order: 2 };
  expect(await quoting()).toEqual(twice);

  const subjectId = forgotten.shopOrderId.replace(/\D+/, "");
  await handleWebhook("customers/redact", { shop: world.shop, subjectId });

  expect(await quoting()).toEqual(Object.fromEntries(Object.keys(twice).map((table) => [table, 1])));
  const erased = { explanation: { code: "failure.supplier.outcome-unknown" } };
  expect(await forgotten.row()).toMatchObject({
    state: "in_doubt",
    reason: "unclear",
    reason_params: erased,
  });
  expect(await other.row()).toMatchObject({ reason_params: { explanation: { sentence: other.sentence } } });
});

it("erases the hash of a redacted order's address, and of no other order's", async () => {
  const world = await sellingShop();
  const placed = async () => {
    const order = await requestedOrder(world);
    await order.process();
    expect(await order.row()).toMatchObject({ destination_hash: expect.any(String) as string });
    return order;
  };
  const [forgotten, other] = [await placed(), await placed()];
  await redactOrder(world.shop, { subjectId: forgotten.shopOrderId });
  expect(await forgotten.row()).toMatchObject({ state: "placed", destination_hash: null });
  expect(await other.row()).toMatchObject({ destination_hash: expect.any(String) as string });
});
