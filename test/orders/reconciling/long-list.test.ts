import { expect, it } from "vitest";

import { reconcileOrders } from "../../../app/orders/reconciling/reconcile-orders.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { sellingShop } from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;
/** The pages, of the supplier's size, that one call of a worker reads. */
const PAGES = 20;
const PAGE_SIZE = 100;

it("compares a list of more than twenty pages in several runs, each from the end of the previous one", async () => {
  const world = await sellingShop();
  const { shop } = world;
  world.request(world.order().name);
  await world.ingestRequests();
  await world.processDue();
  const [supplied] = await world.bought();
  const stray = () => ledger.place({ ...supplied!, reference: supplied!.reference.replace(/-1$/, "-7") }).id;

  const early = stray();
  while (ledger.orders().length < PAGES * PAGE_SIZE)
    ledger.place({ ...supplied!, reference: "someone-else" });
  const late = stray();
  await query(
    databaseUrl,
    "insert into order_reconciliation (shop, due_at) values ($1, now() - interval '1 second')",
    [shop],
  );
  /** Processes the run that is due. @returns the cursors it asked with, where it stands, and which strays are told. */
  const slice = async () => {
    const before = wholesale.requests.length;
    await reconcileOrders(shop);
    const asked = wholesale.requests.slice(before).filter(({ operation }) => operation === "findOrders");
    const [run] = await query<{ cursor: string | null; ended: boolean; due: boolean }>(
      databaseUrl,
      `select cursor, compared_until is not null as ended, due_at <= now() as due
       from order_reconciliation where shop = $1`,
      [shop],
    );
    const told = await query<{ number: string }>(
      databaseUrl,
      "select message->>'number' as number from activity where shop = $1 and kind = 'orders.mismatch' order by at, id",
      [shop],
    );
    const cursors = asked.map(({ query: { cursor } }) => cursor);
    return { cursors, run: run!, told: told.map(({ number }) => number) };
  };

  const first = await slice();
  expect(new Set(first.cursors).size).toBe(PAGES);
  expect(first.run).toEqual({ cursor: expect.any(String) as string, ended: false, due: true });
  expect(first.told).toEqual([early]);
  expect(
    await query(
      databaseUrl,
      "select name from pgboss.job where name = 'orders.reconcile' and data->>'shop' = $1",
      [shop],
    ),
  ).toHaveLength(1);

  const second = await slice();
  expect(second.cursors).toEqual([first.run.cursor]);
  expect(second.run).toEqual({ cursor: null, ended: true, due: false });
  expect(second.told).toEqual([early, late]);
});
