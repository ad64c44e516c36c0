import { readdir, readFile } from "node:fs/promises";

import pg from "pg";
import { expect, it } from "vitest";

import { emptyDatabase } from "../support/database.ts";

const FOLDER = "prisma/migrations";
const SHOP = "upgraded.myshopify.com";
/** The first release's last migration. */
const FIRST_RELEASE = "20261121130000_orders";
/** The migration since which products are found by their words. */
const SEARCH = "20261125020000_find";

it("the migrations update rows of earlier releases, even if row-level security binds the owner", async () => {
  const client = new pg.Client({ connectionString: await emptyDatabase() });
  await client.connect();
  const owner = `owner_${String(process.pid)}`;
  try {
    await client.query(`create role ${owner}`);
    await client.query(`alter database ${String(client.database)} owner to ${owner}`);
    await client.query(`alter schema public owner to ${owner}`);
    // The next statements run as a role that owns the tables and is no superuser.
    await client.query(`set role ${owner}`);
    const names = (await readdir(FOLDER)).filter((name) => /^\d/.test(name)).toSorted();
    for (const name of names) {
      await client.query(await readFile(`${FOLDER}/${name}/migration.sql`, "utf8"));
      if (name === FIRST_RELEASE) await client.query(ROWS);
      if (name === SEARCH) await client.query(SEARCHED);
    }
    await client.query(`select set_config('stockbridge.system', 'test', false)`);
    const { rows } = await client.query(
      `select check_since, update_due_at, released_why, service.state
       from connection join supplier_order using (shop) join key_attempt using (shop)
         join fulfillment_service service using (shop)`,
    );
    expect(rows).toEqual([
      {
        check_since: new Date("2026-11-01T10:00:00Z"),
        update_due_at: expect.any(Date) as Date,
        released_why: "disconnected",
        state: "due",
      },
    ]);
    expect((await client.query("select word, reversed from search_word order by word")).rows).toEqual([
      { word: "ax", reversed: "xa" },
      { word: "becher", reversed: "rehceb" },
    ]);
  } finally {
    await client.query(`reset role; reassign owned by ${owner} to current_user; drop role ${owner}`);
    await client.end();
  }
});

const SEARCHED = `
  select set_config('stockbridge.system', 'test', false);
  insert into supplier_find (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, first_seen, terms)
    select '${SHOP}', id, 'becher ax', 1, true, false, now(), array_to_tsvector(array['abcdefbecher', 'abcdefax', 'abcdef12'])
    from unnest(array['a', 'b']) as id;
  insert into supplier_word (shop, word, reversed) values ('${SHOP}', 'becher', 'rehceb');
  select set_config('stockbridge.system', '', false);
`;

const ROWS = `
  select set_config('stockbridge.system', 'test', false);
  insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check, checked_at)
    values ('${SHOP}', 'a key', 'sealed', 'rk_1', '2345', 1, now(), 'verified', '2026-11-01T10:00:00Z');
  insert into key_attempt (id, shop, key_name, outcome, started_at, deadline)
    values (gen_random_uuid(), '${SHOP}', 'an older key', 'released', now(), now());
  insert into supplier_order (id, shop, fulfillment_order_id, order_id, order_name, state, requested_at, wholesale_order_id)
    values (gen_random_uuid(), '${SHOP}', 'f', 'o', '#1001', 'placed', now(), 'w');
  insert into fulfillment_service (shop, state, service_id, location_id) values ('${SHOP}', 'ready', 's', 'l');
  select set_config('stockbridge.system', '', false);
`;
