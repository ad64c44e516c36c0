/** The upgrade from one column for "due" and "leased until": no work is lost, and no worker loses a row that it has. */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { claimable, describeWork, type Work } from "../../app/queue/lease.server.ts";
import { emptyDatabase, query } from "../support/database.ts";

const MIGRATION = "20261128050001_one_lease";

/** Old values of `next_at` and `leased_until`, in seconds from now. A worker has the row while both are the same. */
const STATES = {
  ready: [-3600, null],
  leased: [600, 600],
  "lease-expired": [-60, -60],
  postponed: [600, null],
  "postponed-before-its-lease-ended": [600, 300],
  "woken-while-leased": [-1, 300],
  "nothing-due": [null, null],
  "ended-before-its-lease-ended": [null, 300],
} as const;
type State = keyof typeof STATES;
const states = Object.keys(STATES) as State[];

/** Values that a row needs to be valid. */
const TABLES: Partial<Record<Work, Record<string, string>>> = {
  InboxEntry: { topic: "orders/paid" },
  SupplierOrder: { state: "ready" },
  Shipment: { state: "due" },
  OrderUpdateRun: {},
  LinkRun: { kind: "restore" },
  OrderReconciliation: {},
  CatalogMirror: { state: "resting" },
  ProductLink: { state: "importing" },
  ImportBulk: {},
  MatchRun: { scope: "shop" },
  LinkMatch: {},
  FulfillmentService: { state: "due" },
  SetupCheck: {},
};
const works = Object.keys(TABLES) as Work[];

/** Tables that had a `leased_until` before. */
const HAD_LEASES: Work[] = ["InboxEntry", "SupplierOrder", "Shipment", "OrderUpdateRun", "LinkRun"];
/** Tables whose constraint allowed no lease that differed from the due time. */
const HAD_CONSTRAINT: Work[] = ["Shipment", "LinkRun"];
/** Tables whose rows always have a due time. */
const ALWAYS_DUE: Work[] = ["ImportBulk", "SetupCheck"];

function statesOf(work: Work): State[] {
  return states.filter((state) => {
    const [nextAt, leasedUntil] = STATES[state];
    if (nextAt === null && ALWAYS_DUE.includes(work)) return false;
    if (leasedUntil === null) return true;
    return HAD_LEASES.includes(work) && (nextAt === leasedUntil || !HAD_CONSTRAINT.includes(work));
  });
}

const DUMMIES: Record<string, string> = {
  text: "'x'",
  uuid: "'01a20000-0000-7000-8000-000000000001'",
  integer: "1",
  boolean: "false",
  jsonb: "'{}'",
  "timestamp with time zone": "now()",
};

/** Inserts a row of a shop that is named like its state. */
async function plant(url: string, work: Work, state: State): Promise<void> {
  const [table = ""] = describeWork(work).name.split(".");
  const columns = await query<{ name: string; type: string }>(
    url,
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
       and column_name not in ('next_at', 'leased_until')`,
    [table],
  );
  const given: Record<string, string> = { shop: state, ...TABLES[work] };
  const values = columns.map(({ name, type }) => (name in given ? `'${given[name] ?? ""}'` : DUMMIES[type]));
  const [nextAt, leasedUntil] = STATES[state];
  const at = (seconds: number | null) =>
    seconds === null ? "null" : `date_trunc('second', now()) + interval '${String(seconds)} s'`;
  const lease = HAD_LEASES.includes(work)
    ? { names: ", leased_until", value: `, ${at(leasedUntil)}` }
    : { names: "", value: "" };
  await query(
    url,
    `insert into ${table} (${columns.map(({ name }) => name).join(", ")}, next_at${lease.names})
     values (${values.join(", ")}, ${at(nextAt)}${lease.value})`,
  );
}

let url: string;
beforeAll(async () => {
  url = await emptyDatabase();
  const names = await listMigrations();
  await deployOnly(
    url,
    names.filter((name) => name < MIGRATION),
  );
  for (const work of works) for (const state of statesOf(work)) await plant(url, work, state);
  await query(url, "insert into request_poll (shop, polled_at) values ('polled', now())");
  await deployOnly(
    url,
    names.filter((name) => name <= MIGRATION),
  );
});

/** Returns each row's columns for its work, by its state. */
async function rowsOf(
  work: Work,
): Promise<Record<string, { isDue: boolean; isClaimable: boolean; dueIn: number | null }>> {
  const [table = ""] = describeWork(work).name.split(".");
  const rows = await query<{ shop: string; isDue: boolean; isClaimable: boolean; dueIn: number | null }>(
    url,
    `select shop, due_at is not null as "isDue", coalesce(${claimable(work).sql}, false) as "isClaimable",
       round(extract(epoch from greatest(due_at, leased_until) - now()) / 60)::int as "dueIn"
     from ${table}`,
  );
  return Object.fromEntries(rows.map(({ shop, ...row }) => [shop, row]));
}

describe("the migration one_lease", () => {
  it.each(works)("keeps which rows are due and which are claimed in %s", async (work) => {
    const rows = await rowsOf(work);
    expect(Object.keys(rows).toSorted()).toEqual(statesOf(work).toSorted());
    for (const state of statesOf(work)) {
      const [nextAt] = STATES[state];
      expect(rows[state], state).toMatchObject({
        isDue: nextAt !== null,
        // Claimable at the same time as before: once it is due, or once its lease expires.
        isClaimable: nextAt !== null && nextAt <= 0,
      });
      if (nextAt !== null && nextAt > 0) expect(rows[state]?.dueIn, state).toBeGreaterThan(5);
    }
  });

  it.each(HAD_LEASES)("leaves a leased row of %s to the worker that holds it", async (work) => {
    const [table = ""] = describeWork(work).name.split(".");
    const held = await query(
      url,
      `select shop, due_at <= now() as due from ${table} where leased_until > now()`,
    );
    expect(held).toEqual([{ shop: "leased", due: true }]);
  });

  it("gives no due poll to a shop that had none", async () => {
    expect(await query(url, "select shop, due_at, leased_until from request_poll")).toEqual([
      { shop: "polled", due_at: null, leased_until: null },
    ]);
  });

  it("says in its first line that processes of earlier releases must stop", async () => {
    const sql = await readFile(path.join("prisma/migrations", MIGRATION, "migration.sql"), "utf8");
    expect(sql.split("\n")[0]).toBe(`-- breaks: processes before ${MIGRATION}`);
  });
});
