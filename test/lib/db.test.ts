import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import {
  GuardedClient,
  APP_ROLE,
  FIND_ROLE,
  restrictedConnection,
} from "../../app/lib/database/restricted-connection.ts";
import { asSystem, inShop, inShops, LONG_WORK, type Tx } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type * as Transactions from "../../app/lib/database/transaction.server.ts";
import { databaseProxy } from "../support/database-proxy.ts";
import { query } from "../support/database.ts";
import { liftChecks, plant, tablesOfShops } from "../support/every-table.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const mine = newShop();
const theirs = newShop();
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * The catalog says how every table is protected. Attacks on these prove that it works: the oldest, and one of orders.
 */
const ATTACKED = ["session", "supplier_order"];

const tables = await tablesOfShops(databaseUrl);

let putChecksBack: () => Promise<void>;
beforeAll(async () => {
  putChecksBack = await liftChecks(databaseUrl);
  for (const table of tables) for (const shop of [mine, theirs]) await plant(databaseUrl, table, shop);
});

it("every table has a column for the shop, except the tables listed here", async () => {
  expect(tables).not.toEqual([]);
  const others = await query(
    databaseUrl,
    `select tablename from pg_tables where schemaname = 'public' and not tablename = any($1)`,
    [tables],
  );
  expect(others.map(({ tablename }) => tablename).toSorted()).toEqual([
    "_prisma_migrations",
    "account_salt",
    "bulk_access",
    "database_life",
    "doubt_pause_of_all",
    "operator_action",
    "schema_version",
    "supplier_outage",
    "support_pause_of_all",
  ]);
});

describe("the app's role", () => {
  it("has no special rights, cannot log in, and belongs to no other role", async () => {
    const [role] = await query(databaseUrl, `select * from pg_roles where rolname = $1`, [APP_ROLE]);
    expect(role).toMatchObject({
      rolsuper: false,
      rolcanlogin: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    });
    const memberships = await query(
      databaseUrl,
      `select roleid::regrole from pg_auth_members where member = $1::regrole`,
      [APP_ROLE],
    );
    expect(memberships).toEqual([]);
  });

  it("owns no table or other object", async () => {
    const owned = await query(
      databaseUrl,
      `select classid::regclass, objid from pg_shdepend where deptype = 'o' and refobjid = $1::regrole`,
      [APP_ROLE],
    );
    expect(owned).toEqual([]);
  });

  it("runs the app's statements in the tenant scope and in the system scope", async () => {
    const who = (tx: Tx) => tx.$queryRaw`select current_user::text, session_user::text`;
    const expected = [{ current_user: APP_ROLE, session_user: "stockbridge" }];
    expect(await inShop(mine, who)).toEqual(expected);
    expect(await asSystem("health", who)).toEqual(expected);
  });

  it.each([
    "select from _prisma_migrations",
    "insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'x', 'x')",
    "delete from _prisma_migrations",
    "create table public.mine ()",
    "create table pgboss.mine ()",
    "create schema mine",
    ...ATTACKED.flatMap((table) => [
      `alter table ${table} disable row level security`,
      `alter table ${table} no force row level security`,
      `create policy all_rows on ${table} using (true)`,
      `drop policy one_shop on ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
    ]),
    "alter policy one_shop on connection using (true)",
    "set local session_replication_role = replica",
    `alter role ${APP_ROLE} bypassrls`,
  ])("is denied: %s", async (sql) => {
    // 42501: insufficient privilege, "must be owner" among others.
    await expect(asApp(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});

/** As Postgres shows it. Each setting is read in a scalar subquery, once per statement. */
const ONE_SHOP =
  `((shop = ( SELECT NULLIF(current_setting('stockbridge.shop'::text, true), ''::text) AS "nullif"))
  OR ( SELECT (NULLIF(current_setting('stockbridge.system'::text, true), ''::text) IS NOT NULL))
  OR (shop = ANY (( SELECT string_to_array(NULLIF(current_setting('stockbridge.shop'::text, true), ''::text), ','::text)
    AS string_to_array)::text[])))`.replaceAll(/\n +/g, " ");

/** Tables of which the searching role also reads some columns, of every shop. */
const SEARCHED = new Set(["product_search", "supplier_variant"]);

/** The only triggers. Their functions run with the rights of the statement that fires them, so they write rows of its shops only. */
const TRIGGERS: Record<string, string[]> = {
  supplier_order: [
    "supplier_order_profit_inserted",
    "supplier_order_profit_removed",
    "supplier_order_profit_updated",
    "supplier_order_reason_changed",
    "supplier_order_reason_inserted",
  ],
  supplier_order_line: [
    "supplier_order_line_profit_inserted",
    "supplier_order_line_profit_removed",
    "supplier_order_line_profit_updated",
  ],
};

it("puts every shop table under one row-level policy, which the app's role cannot lift", async () => {
  const facts = await query(
    databaseUrl,
    `select relname::text as table, relkind as kind, relrowsecurity as secured, relforcerowsecurity as forced,
       pg_has_role($2, relowner, 'MEMBER') as owned, relhasrules or relhassubclass as diverted,
       (select array_agg(privilege_type order by privilege_type) from aclexplode(relacl)
        where grantee = $2::regrole) as rights,
       (select array_agg(distinct grantee::regrole::text) from aclexplode(relacl)
        where grantee not in ($2::regrole, relowner)) as others,
       (select json_agg(json_build_array(policyname, cmd, permissive, roles, qual, with_check))
        from pg_policies where schemaname = 'public' and tablename = relname) as policies,
       (select array_agg(tgname::text order by tgname) from pg_trigger where tgrelid = it.oid and not tgisinternal) as triggers,
       (select bool_or(prosecdef) from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = it.oid and not tgisinternal)
         as "hasOwnersRights",
       (select array_agg(distinct grantee::regrole || ' ' || privilege_type)
        from pg_attribute, aclexplode(attacl) where attrelid = it.oid) as column_rights
     from pg_class it where relnamespace = 'public'::regnamespace and relname = any($1) order by 1`,
    [tables, APP_ROLE],
  );
  expect(facts).toEqual(
    tables.map((table) => ({
      table,
      kind: "r",
      secured: true,
      forced: true,
      owned: false,
      diverted: false,
      rights: ["DELETE", "INSERT", "SELECT", "UPDATE"],
      others: null,
      policies: [
        // The policy covers every command and role, and the same rows for reads and writes.
        ["one_shop", "ALL", "PERMISSIVE", ["public"], ONE_SHOP, null],
        ...(SEARCHED.has(table) ? [["search", "SELECT", "PERMISSIVE", [FIND_ROLE], "true", null]] : []),
      ],
      triggers: TRIGGERS[table] ?? null,
      hasOwnersRights: table in TRIGGERS ? false : null,
      column_rights: SEARCHED.has(table) ? [`${FIND_ROLE} SELECT`] : null,
    })),
  );
});

describe.each(ATTACKED)("the table %s", (table) => {
  it("shows and accepts no rows without a scope", async () => {
    expect(await asApp(`select from ${table}`)).toMatchObject({ rowCount: 0 });
    expect(await asApp(`update ${table} set shop = shop`)).toMatchObject({ rowCount: 0 });
    expect(await asApp(`delete from ${table}`)).toMatchObject({ rowCount: 0 });
    await expect(asApp(`insert into ${table} (shop) values ($1)`, [mine])).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
      message: expect.stringContaining("row-level security") as string,
    });
    expect(await shopsIn(table)).toEqual([mine, theirs].toSorted());
  });

  it("shows a shop only its own rows", async () => {
    expect(await inShop(mine, (tx) => visible(tx, table))).toEqual([mine]);
    expect(await inShop(theirs, (tx) => visible(tx, table))).toEqual([theirs]);
    expect(await inShop(newShop(), (tx) => visible(tx, table))).toEqual([]);
  });

  it("lets a shop write only its own rows", async () => {
    const changed = (sql: string) => inShop(mine, (tx) => tx.$executeRawUnsafe(sql));
    expect(await changed(`update ${table} set shop = shop`)).toBe(1);
    expect(await changed(`update ${table} set shop = shop where shop = '${theirs}'`)).toBe(0);
    expect(await changed(`delete from ${table} where shop = '${theirs}'`)).toBe(0);
    await expect(changed(`update ${table} set shop = '${theirs}'`)).rejects.toThrow("row-level security");
    await expect(changed(`insert into ${table} (shop) values ('${theirs}')`)).rejects.toThrow(
      "row-level security",
    );
    // The control: with its own name the same statement gets past the policy.
    const own = inShop(mine, async (tx) => {
      await tx.$executeRawUnsafe(`insert into ${table} (shop) values ('${mine}')`);
      throw new Error("taken back");
    });
    await expect(own).rejects.not.toThrow("row-level security");
    expect(await shopsIn(table)).toEqual([mine, theirs].toSorted());
  });

  it("shows every shop's rows in the system scope", async () => {
    expect(await asSystem("health", (tx) => visible(tx, table))).toEqual([mine, theirs].toSorted());
  });
});

describe("a tenant scope", () => {
  const settings = async (tx: Tx) => {
    const [row] = await tx.$queryRaw<{ pid: number; shop: string | null; system: string | null }[]>`
      select pg_backend_pid() as pid, current_setting('stockbridge.shop', true) as shop,
             current_setting('stockbridge.system', true) as system`;
    if (!row) throw new Error("There is no row.");
    return row;
  };

  it("ends before the next transaction on the same connection", async () => {
    const asShop = await inShop(mine, settings);
    const system = await asSystem("inbox", settings);
    const shopAgain = await inShop(theirs, settings);
    // With another connection of the pool, this test would prove nothing.
    expect(new Set([asShop.pid, system.pid, shopAgain.pid]).size).toBe(1);
    expect(asShop).toMatchObject({ shop: mine });
    expect(asShop.system ?? "").toBe("");
    expect(system).toMatchObject({ system: "inbox" });
    expect(system.shop ?? "").toBe("");
    expect(shopAgain).toMatchObject({ shop: theirs });
    expect(shopAgain.system ?? "").toBe("");
  });

  it("ends also if its work fails", async () => {
    let failed = 0;
    const failing = asSystem("inbox", async (tx) => {
      failed = (await settings(tx)).pid;
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const after = await inShop(mine, settings);
    expect(after.pid).toBe(failed);
    expect(after.system ?? "").toBe("");
  });

  it("leaves no rows visible to a later transaction without a scope", async () => {
    const client = new pg.Client(restrictedConnection({ DATABASE_URL: databaseUrl }));
    await client.connect();
    try {
      const seen = async () => {
        const counts: (number | null)[] = [];
        for (const table of tables) counts.push((await client.query(`select from ${table}`)).rowCount);
        return counts;
      };
      for (const [name, value, rows] of [
        ["stockbridge.shop", mine, 1],
        ["stockbridge.system", "inbox", 2],
      ]) {
        await client.query("begin");
        await client.query("select set_config($1, $2, true)", [name, value]);
        expect(await seen()).toEqual(tables.map(() => rows));
        await client.query("commit");
        expect(await seen()).toEqual(tables.map(() => 0));
      }
    } finally {
      await client.end();
    }
  });

  it("rolls its writes back if the work fails", async () => {
    const failing = inShop(mine, async (tx) => {
      for (const table of tables) await tx.$executeRawUnsafe(`delete from ${table}`);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    for (const table of tables) expect(await shopsIn(table)).toContain(mine);
  });

  it.each(["", "' or '1'='1", "x'; set role none; --"])(
    "shows no rows for the invalid shop name %j",
    async (name) => {
      for (const table of tables)
        expect(await inShop(name as ShopDomain, (tx) => visible(tx, table))).toEqual([]);
    },
  );
});

describe("the scope of several shops", () => {
  const strangers = newShop();
  const unknown = newShop();
  const both = [mine, theirs].toSorted();
  beforeAll(async () => {
    for (const table of tables) await plant(databaseUrl, table, strangers);
  });
  afterAll(async () => {
    for (const table of tables) await query(databaseUrl, `delete from ${table} where shop = $1`, [strangers]);
  });

  it("shows the rows of exactly these shops, in every table", async () => {
    for (const table of tables) {
      expect(await inShops([mine, theirs], (tx) => visible(tx, table))).toEqual(both);
      expect(await inShops([theirs, unknown, theirs], (tx) => visible(tx, table))).toEqual([theirs]);
    }
  });

  it("changes no rows of other shops, and moves no rows to other shops, in every table", async () => {
    for (const table of tables) {
      const renamed = (from: ShopDomain, to: ShopDomain) =>
        inShops([mine, theirs], (tx) =>
          tx.$executeRawUnsafe(`update ${table} set shop = '${to}' where shop = '${from}'`),
        );
      expect(await renamed(strangers, mine)).toBe(0);
      await expect(renamed(mine, strangers)).rejects.toThrow("row-level security");
    }
  });

  it("rolls its writes back if its work fails", async () => {
    const failing = inShops([mine], async (tx) => {
      await tx.$executeRaw`delete from session where shop = ${mine}`;
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await shopsIn("session")).toContain(mine);
  });

  it("shows no rows for an empty list of shops or an unknown shop", async () => {
    for (const table of tables) {
      expect(await inShops([], (tx) => visible(tx, table))).toEqual([]);
      expect(await inShops([unknown], (tx) => visible(tx, table))).toEqual([]);
      expect(await inShops(["" as ShopDomain, "" as ShopDomain], (tx) => visible(tx, table))).toEqual([]);
    }
  });

  it.each([
    ["one shop", (name: ShopDomain) => inShop(name, (tx) => visible(tx, "session"))],
    ["several shops", (name: ShopDomain) => inShops([mine, name], (tx) => visible(tx, "session"))],
  ])("rejects a name with a comma, which would open two shops, in the scope of %s", async (_what, open) => {
    await expect(open(`${theirs},${strangers}` as ShopDomain)).rejects.toThrow("is no shop's name");
  });
});

describe("a transaction that takes too long", () => {
  const soon = { timeoutMs: 200 };
  const sentenceOf = (seconds: number) =>
    `A database transaction (${mine}) took longer than its ${String(seconds)} s and was rolled back.`;
  const sentence = sentenceOf(0.2);
  /** Takes a lock that others would wait for. @returns by which connection. */
  async function takeLock(tx: Tx): Promise<number> {
    const [row] = await tx.$queryRaw<{ pid: number }[]>`
      select pg_backend_pid() as pid from session where shop = ${mine} for update`;
    return row!.pid;
  }
  async function expectNoLock(): Promise<void> {
    expect(await query(databaseUrl, "select from session where shop = $1 for update nowait", [mine])).toEqual(
      [{}],
    );
  }

  it("fails with a clear error if one statement takes too long, and frees its locks in Postgres", async () => {
    const sleeping = inShop(
      mine,
      async (tx) => {
        await takeLock(tx);
        await tx.$queryRaw`select from pg_sleep(3600)`;
      },
      soon,
    );
    await expect(sleeping).rejects.toThrow(sentence);
    await expectNoLock();
  });

  it("fails with a clear error if it waits too long for a lock, and stops waiting in Postgres", async () => {
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    try {
      await other.query("begin; lock table session");
      await expect(inShop(mine, (tx) => tx.session.findMany(), soon)).rejects.toThrow(sentence);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect(await query(databaseUrl, waiting)).toEqual([]);
    } finally {
      await other.end();
    }
  });

  it("is rolled back if it idles between two statements, and its next statement fails with a clear error", async () => {
    const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const dawdling = inShop(
      mine,
      async (tx) => {
        await takeLock(tx);
        begun.resolve(undefined);
        await goOn.promise;
        await tx.session.deleteMany();
      },
      // Time enough for the first statement on a busy machine.
      { timeoutMs: 3000 },
    );
    await begun.promise;
    await expect
      .poll(() =>
        expectNoLock().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    goOn.resolve(undefined);
    await expect(dawdling).rejects.toThrow(sentenceOf(3));
    expect(await shopsIn("session")).toContain(mine);
  });

  it("is ended by Postgres if the app's process stands still", async () => {
    let pid = 0;
    const standing = inShop(
      mine,
      async (tx) => {
        pid = await takeLock(tx);
        // A process that swaps or that a debugger holds stands still like this.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1800);
      },
      soon,
    );
    await expect(standing).rejects.toThrow(sentence);
    await expect
      .poll(() => query(databaseUrl, "select from pg_stat_activity where pid = $1", [pid]))
      .toEqual([]);
    await expectNoLock();
    expect(await inShop(mine, (tx) => visible(tx, "session"))).toEqual([mine]);
  });

  it("has a time limit in Postgres one second above the app's limit, which the caller can raise", async () => {
    const limits = (tx: Tx) => tx.$queryRaw`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(await inShop(mine, limits)).toEqual([{ statement: "11s", idle: "11s" }]);
    expect(await asSystem("health", limits, LONG_WORK)).toEqual([{ statement: "31s", idle: "31s" }]);
  });
});

it("replaces a connection that breaks in the middle of a transaction", async () => {
  // More broken transactions than the pool has connections.
  for (let count = 0; count < 12; count += 1) {
    const breaking = inShop(mine, async (tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await query(databaseUrl, "select pg_terminate_backend($1, 10000)", [row!.pid]);
    });
    await expect(breaking).rejects.toThrow();
  }
  expect(await inShop(mine, (tx) => visible(tx, "session"))).toEqual([mine]);
});

describe("closing the database", () => {
  it("waits for a running transaction", async () => {
    // A fresh module, because other files of this worker use theirs.
    const file = "../../app/lib/database/transaction.server.ts?closed";
    const { closeDatabase, transaction } = (await import(file)) as typeof Transactions;
    const begun = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const work = async (tx: Tx) => {
      begun.resolve(undefined);
      await goOn.promise;
      return visible(tx, "session");
    };
    const running = transaction({ shop: mine, purpose: "" }, work, { timeoutMs: 10_000 });
    await begun.promise;
    const closed = closeDatabase();
    goOn.resolve(undefined);
    expect(await running).toEqual([mine]);
    await closed;
  });
});

describe("the app's connection", () => {
  it.each(["", "options=-c%20statement_timeout%3D5000", "options=-c+role%3Dstockbridge&application_name=x"])(
    "starts as the owner and drops to the app's role, whatever options the address has: %s",
    async (more) => {
      const url = `${databaseUrl}${more && `&${more}`}`;
      const client = new pg.Client(restrictedConnection({ DATABASE_URL: url }));
      await client.connect();
      const { rows } = await client.query("select current_user as role");
      await client.end();
      expect(rows).toEqual([{ role: APP_ROLE }]);
    },
  );

  it("uses the login in APP_DATABASE_URL if there is one", () => {
    expect(
      restrictedConnection({
        DATABASE_URL: "postgresql://owner@db/app",
        APP_DATABASE_URL: "postgresql://app@db/app",
      }),
    ).toMatchObject({
      connectionString: expect.stringMatching(
        /^postgresql:\/\/app@db\/app\?application_name=stockbridge\+web%2Bworker\+\d{14}$/,
      ) as string,
    });
  });

  it("ends every statement after a minute", async () => {
    expect((await asApp("show statement_timeout")).rows).toEqual([{ statement_timeout: "1min" }]);
  });

  it("abandons a statement that gets no reply, and continues on another connection", async () => {
    const { url, silence, speak } = await databaseProxy(databaseUrl);
    const pool = new pg.Pool(restrictedConnection({ DATABASE_URL: url }, { statementSeconds: 2 }));
    onTestFinished(() => pool.end());
    pool.on("error", () => undefined);
    await pool.query("select 1");
    silence();
    await expect(pool.query("select 1")).rejects.toThrow("Query read timeout");
    speak();
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("breaks without ending the process, even if no library listens for its errors", async () => {
    const { Client, ...config } = restrictedConnection({ DATABASE_URL: databaseUrl });
    expect(Client).toBe(GuardedClient);
    const client = new GuardedClient(config);
    await client.connect();
    const ended = new Promise((resolve) => client.once("end", resolve));
    // Without a listener this throws, into an event loop that nothing watches.
    client.connection.stream.destroy(new Error("The network is gone."));
    await ended;
    await expect(client.query("select 1")).rejects.toThrow();
  });

  it("is named after its process in pg_stat_activity", async () => {
    const client = new pg.Client(restrictedConnection({ DATABASE_URL: databaseUrl, ROLE: "worker" }));
    await client.connect();
    const { rows } = await client.query("select current_setting('application_name') as name");
    await client.end();
    expect(rows).toEqual([{ name: expect.stringMatching(/^stockbridge worker \d{14}$/) as string }]);
  });

  it("fails without a database address", () => {
    expect(() => restrictedConnection({})).toThrow("No database address is set.");
  });
});

afterAll(() => putChecksBack());

const app = new pg.Pool({ ...restrictedConnection({ DATABASE_URL: databaseUrl }), max: 1 });
afterAll(() => app.end());

/** Runs one statement as the app's role, without a scope. */
function asApp(sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return app.query(sql, values);
}

async function visible(tx: Tx, table: string): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ shop: string }[]>(`select shop from ${table} order by 1`);
  return rows.map(({ shop }) => shop);
}

/** Runs SQL as the owner, a superuser here, whom no policy binds. */
async function shopsIn(table: string): Promise<string[]> {
  return (await query<{ shop: string }>(databaseUrl, `select shop from ${table} order by 1`)).map(
    ({ shop }) => shop,
  );
}
