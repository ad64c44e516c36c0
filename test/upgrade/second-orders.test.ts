import { beforeAll, describe, expect, it } from "vitest";

import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { query } from "../support/database.ts";
import { formerDatabase } from "./former-database.ts";

const MIGRATION = "20261130020001_no_end_with_a_second_order";

let url: string;
beforeAll(async () => {
  const former = await formerDatabase({ until: MIGRATION, rows: null });
  url = former.url;
  const rows = [
    ["canceled", "W-2", "closed"],
    ["rejected", "W-2", "closing"],
    ["canceled", null, "closed"],
    ["placed", "W-2", "accepted"],
  ];
  for (const [at, [state, second, acceptance]] of rows.entries())
    await query(
      url,
      `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, reason_params,
         acceptance, requested_at, supplier_order_id, second_supplier_order_id)
       values (gen_random_uuid(), 'a.myshopify.com', $1, '1', $1, $2, 'canceled', '{"number": "W-1"}', $4, now(), 'W-1', $3)`,
      [`#${String(at + 1)}`, state, second, acceptance],
    );
  await deployOnly(
    former.ownerUrl,
    (await listMigrations()).filter((name) => name <= MIGRATION),
  );
});

const ordersNamed = (names: string[]) =>
  query(
    url,
    `select order_name as name, state, reason, acceptance, supplier_order_id as number,
       second_supplier_order_id as second, cancel_requested_at is not null as cancels, due_at <= now() as due
     from supplier_order where order_name = any($1) order by order_name`,
    [names],
  );

describe("an upgrade of ended orders that the supplier has twice", () => {
  it("makes each point to the supplier's second order, and has that one canceled", async () => {
    const turned = { state: "placed", reason: null, number: "W-2", second: null, cancels: true, due: true };
    expect(await ordersNamed(["#1", "#2"])).toEqual([
      { name: "#1", acceptance: "closed", ...turned },
      { name: "#2", acceptance: "due", ...turned },
    ]);
  });

  it("leaves orders that have not ended, or have no second order, unchanged", async () => {
    const same = { reason: "canceled", number: "W-1", cancels: false, due: null };
    expect(await ordersNamed(["#3", "#4"])).toEqual([
      { name: "#3", acceptance: "closed", state: "canceled", second: null, ...same },
      { name: "#4", acceptance: "accepted", state: "placed", second: "W-2", ...same },
    ]);
  });
});
