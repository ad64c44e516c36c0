/** The upgrade to branding per account: each version gets the account of the key that it was sent with. */
import { expect, it } from "vitest";

import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { emptyDatabase, query } from "../support/database.ts";

const MIGRATION = "20261130040001_branding_accounts";

it("an upgrade stores, with each branding version, the supplier account that the shop had at its publication", async () => {
  const url = await emptyDatabase();
  const names = await listMigrations();
  await deployOnly(
    url,
    names.filter((name) => name < MIGRATION),
  );
  const key = (
    shop: string,
    at: string,
    account: string | null,
    outcome: string,
    why: string | null = null,
  ) =>
    query(
      url,
      `insert into key_attempt (id, shop, key_name, account, outcome, released_why, started_at, deadline)
       values (gen_random_uuid(), $1, gen_random_uuid()::text, $2, $3, $4, $5, $5)`,
      [shop, account, outcome, why, at],
    );
  const connection = (shop: string, account: string) =>
    query(
      url,
      `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, account,
         key_check, check_since, checked_at)
       values ($1, 'k', '', '', '', 1, now(), $2, 'verified', now(), now())`,
      [shop, account],
    );
  const version = (shop: string, number: number, at: string) =>
    query(
      url,
      `insert into branding_version (id, shop, number, begun_at, deadline, published_at)
       values (gen_random_uuid(), $1, $2, $3, $3, $3)`,
      [shop, number, at],
    );

  await key("changed", "2026-01-01", "first", "released", "replaced");
  await key("changed", "2026-03-01", "other", "released", "unusable");
  await key("changed", "2026-05-01", "second", "stored");
  await key("changed", "2026-05-02", "failed", "failed");
  await connection("changed", "second");
  await version("changed", 1, "2026-02-01");
  await version("changed", 2, "2026-04-01");
  await version("changed", 3, "2026-06-01");
  // From before attempts kept their account.
  await key("old", "2026-01-01", null, "stored");
  await connection("old", "connected");
  await version("old", 1, "2026-02-01");
  await version("gone", 1, "2026-02-01");

  await deployOnly(
    url,
    names.filter((name) => name <= MIGRATION),
  );
  const rows = await query(url, "select shop, number, account from branding_version order by shop, number");
  expect(rows).toEqual([
    { shop: "changed", number: 1, account: "first" },
    { shop: "changed", number: 2, account: "first" },
    { shop: "changed", number: 3, account: "second" },
    { shop: "gone", number: 1, account: null },
    { shop: "old", number: 1, account: "connected" },
  ]);
});
