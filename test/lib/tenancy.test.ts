/**
 * Attacks by foreign SQL that runs as the app's role: with a login of its own (APP_DATABASE_URL), which is only a
 * member of that role. If the app steps down from the owner instead, such SQL can step up again: the last test.
 */
import { randomBytes } from "node:crypto";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { APP_ROLE, restrictedConnection } from "../../app/lib/database/restricted-connection.ts";
import { asSystem, inShop, type Tx } from "../../app/lib/database/db.server.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { query } from "../support/database.ts";
import { liftChecks, plant, tablesOfShops } from "../support/every-table.ts";
import { runScript } from "../support/run-script.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const OWNER = "stockbridge";
const INSUFFICIENT_PRIVILEGE = "42501";
const [mine, theirs] = [newShop(), newShop()];
const tables = await tablesOfShops(databaseUrl);

/** Roles belong to the whole cluster, so these have names of their own. */
const login = `login_${randomBytes(4).toString("hex")}`;
const appUrl = databaseUrl.replace(`${OWNER}@`, `${login}@`);

let attacker: pg.Client;
let putChecksBack: () => Promise<void>;
beforeAll(async () => {
  putChecksBack = await liftChecks(databaseUrl);
  // Rights to the database itself do not come with a copy of it.
  await setupDatabase(databaseUrl);
  for (const table of tables) for (const shop of [mine, theirs]) await plant(databaseUrl, table, shop);
  await query(databaseUrl, `create role ${login} login nosuperuser in role ${APP_ROLE}`);
  await query(databaseUrl, "analyze");
  attacker = new pg.Client({ connectionString: appUrl });
  await attacker.connect();
});
afterAll(async () => {
  await attacker.end();
  await putChecksBack();
  await query(databaseUrl, `drop role ${login}`);
});

async function rows(sql: string): Promise<unknown[]> {
  return (await attacker.query(sql)).rows;
}

/** Returns the number of visible rows in all tables of shops. */
async function seen(client: pg.Client = attacker): Promise<number> {
  let count = 0;
  for (const table of tables) count += (await client.query(`select from ${table}`)).rowCount ?? 0;
  return count;
}

describe("the login of the app's role", () => {
  it("has no special attribute and is a member only of the app's role", async () => {
    const attributes = await query(
      databaseUrl,
      `select rolname from pg_roles where rolname = any($1)
         and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
      [[login, APP_ROLE]],
    );
    expect(attributes).toEqual([]);
    const memberships = await query(
      databaseUrl,
      `select roleid::regrole::text as role, member::regrole::text, admin_option from pg_auth_members
       where member = any($1::regrole[])`,
      [[login, APP_ROLE]],
    );
    expect(memberships).toEqual([{ role: APP_ROLE, member: login, admin_option: false }]);
  });

  it("sees no rows before a scope is set", async () => {
    expect(tables.length).toBeGreaterThan(10);
    expect(await seen()).toBe(0);
  });

  it("is accepted when the app starts, unlike a login that could become the owner", async () => {
    const accepted = await assertRestrictedAs(appUrl);
    expect(accepted).toBe("");
    const mighty = `mighty_${randomBytes(4).toString("hex")}`;
    const owner = `owner_${randomBytes(4).toString("hex")}`;
    await query(
      databaseUrl,
      `create role ${owner}; create role ${mighty} login in role ${APP_ROLE}, ${owner}`,
    );
    await query(databaseUrl, `alter table activity owner to ${owner}`);
    try {
      expect(await assertRestrictedAs(databaseUrl.replace(`${OWNER}@`, `${mighty}@`))).toContain(
        "is not restricted",
      );
    } finally {
      await query(
        databaseUrl,
        `alter table activity owner to ${OWNER}; drop role ${mighty}; drop role ${owner}`,
      );
    }
  });
});

describe("injected SQL", () => {
  it.each([
    `set role ${OWNER}`,
    `set local role ${OWNER}`,
    `select set_config('role', '${OWNER}', false)`,
    `set session authorization ${OWNER}`,
    `select set_config('session_authorization', '${OWNER}', false)`,
    `do $$ begin execute 'set role ${OWNER}'; end $$`,
    "set session_replication_role = replica",
    `alter role ${login} superuser`,
    `alter role ${login} bypassrls`,
    `alter role ${APP_ROLE} bypassrls`,
    `alter role ${login} set stockbridge.system = 'always'`,
    `alter role ${APP_ROLE} set stockbridge.system = 'always'`,
    "alter database current set stockbridge.system = 'always'".replace(
      "current",
      new URL(databaseUrl).pathname.slice(1),
    ),
    "alter system set stockbridge.system = 'always'",
    `grant ${OWNER} to ${login}`,
    "create role another",
    "create extension dblink",
    "create schema mine",
    "create table public.mine ()",
    "create table pgboss.mine ()",
    "create temporary table session (like public.session)",
    "create view public.mine as select 1",
    "create temporary view connection as select 1",
    "create function public.mine() returns setof session language sql security definer return 1",
    "create function pg_temp.mine() returns int language sql security definer return 1",
    "do $$ begin execute 'create function public.mine() returns int language sql security definer return 1'; end $$",
    "alter policy one_shop on session using (true)",
    "alter policy one_shop on session rename to mine",
    "drop policy one_shop on session",
    "copy (select 1) to program 'true'",
    "copy activity (said) from program 'true'",
    "copy activity (said) from '/etc/hostname'",
    "copy (select 1) to '/tmp/mine'",
    "select pg_read_file('/etc/hostname')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/hostname')",
    "select from pg_authid",
    "select from pg_shadow",
    "select from pg_statistic",
    "select from pg_hba_file_rules()",
    "select from _prisma_migrations",
    "delete from _prisma_migrations",
    "drop table pgboss.job cascade",
    "truncate pgboss.job",
    "alter table pgboss.job add column mine text",
    "create trigger mine before insert on pgboss.job execute function suppress_redundant_updates_trigger()",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'stockbridge'",
  ])("is denied: %s", async (sql) => {
    await expect(attacker.query(sql)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42P17|0A000)$/) as string,
    });
    await expectNothingGained();
  });

  it.each([
    "reset role",
    "set role none",
    `set role ${APP_ROLE}`,
    "reset session authorization",
    "set session authorization default",
    "reset all",
    "discard all",
    "set search_path = pgboss, pg_temp, public",
    "set row_security = on",
    "do $$ begin perform set_config('row_security', 'on', false); end $$",
  ])("gains nothing by: %s", async (sql) => {
    await attacker.query(sql);
    await expectNothingGained();
    await attacker.query("reset role; reset all");
  });

  it.each(["set row_security = off", "select set_config('row_security', 'off', false)"])(
    "fails because it may not bypass the policies: %s",
    async (sql) => {
      await attacker.query(sql);
      for (const table of tables) {
        await expect(attacker.query(`select from ${table}`)).rejects.toMatchObject({
          code: INSUFFICIENT_PRIVILEGE,
        });
      }
      await attacker.query("reset row_security");
    },
  );

  it("finds no values in the planner's statistics", async () => {
    expect(await rows("select tablename from pg_stats where schemaname = 'public'")).toEqual([]);
    expect(await rows("select tablename from pg_stats_ext where schemaname = 'public'")).toEqual([]);
  });

  it("finds no values in other connections' activity", async () => {
    const marked = await inShop(mine, async (tx) => {
      await tx.$queryRaw`select ${theirs}::text as marker`;
      return rows("select query from pg_stat_activity");
    });
    expect(JSON.stringify(marked)).not.toContain(theirs);
  });

  async function expectNothingGained(): Promise<void> {
    const [me] = await rows(
      `select current_user::text as me, session_user::text as session,
         current_setting('is_superuser') as super from pg_roles where rolname = current_user
         and not (rolsuper or rolbypassrls)`,
    );
    expect(me).toMatchObject({ session: login, super: "off" });
    expect([login, APP_ROLE]).toContain((me as { me: string }).me);
    expect(await seen()).toBe(0);
  }
});

describe.each(["session", "supplier_order"])("the table %s under injected SQL", (table) => {
  it.each([
    `alter table ${table} disable row level security`,
    `alter table ${table} no force row level security`,
    `alter table ${table} owner to ${APP_ROLE}`,
    `alter table ${table} alter column shop set default 'x'`,
    `alter table ${table} disable trigger all`,
    `create policy mine on ${table} using (true)`,
    `alter policy one_shop on ${table} using (true)`,
    `drop policy one_shop on ${table}`,
    `create rule mine as on select to ${table} do instead select 1`,
    `create trigger mine before insert on ${table} execute function suppress_redundant_updates_trigger()`,
    `create index mine on ${table} (shop)`,
    `comment on table ${table} is 'mine'`,
    `truncate ${table}`,
    `drop table ${table} cascade`,
    `do $$ begin execute 'alter table ${table} disable row level security'; end $$`,
  ])("cannot be changed: %s", async (sql) => {
    await expect(attacker.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it("shows and accepts no rows without a scope", async () => {
    for (const sql of [
      `select from ${table}`,
      `select from ${table} where shop = '${theirs}' or true`,
      `select from (table ${table}) as every union all select from ${table}`,
      `update ${table} set shop = shop`,
      `update ${table} set shop = '${mine}'`,
      `delete from ${table}`,
      `delete from ${table} returning *`,
    ]) {
      expect((await attacker.query(sql)).rowCount, sql).toBe(0);
    }
    await expect(attacker.query(`insert into ${table} (shop) values ('${mine}')`)).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
    expect(await shopsIn()).toEqual([mine, theirs].toSorted());
  });

  it("shows and changes only one shop's rows in that shop's scope", async () => {
    await attacker.query("begin");
    await attacker.query("select set_config('stockbridge.shop', $1, true)", [mine]);
    expect(await rows(`select shop from ${table}`)).toEqual([{ shop: mine }]);
    expect(
      (await attacker.query(`update ${table} set shop = '${mine}' where shop = '${theirs}'`)).rowCount,
    ).toBe(0);
    expect((await attacker.query(`delete from ${table} where shop <> '${mine}'`)).rowCount).toBe(0);
    for (const sql of [
      `update ${table} set shop = '${theirs}'`,
      `insert into ${table} (shop) values ('${theirs}')`,
    ]) {
      await attacker.query("savepoint before");
      await expect(attacker.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
      await attacker.query("rollback to before");
    }
    await attacker.query("commit");
    expect(await seen()).toBe(0);
    expect(await shopsIn()).toEqual([mine, theirs].toSorted());
  });

  async function shopsIn(): Promise<unknown[]> {
    const all = await query<{ shop: string }>(databaseUrl, `select shop from ${table} order by 1`);
    return all.map(({ shop }) => shop);
  }
});

it("puts every other table under forced row-level security, or closes it to the app's role", async () => {
  const others = await query<{ name: string; forced: boolean; readable: boolean }>(
    databaseUrl,
    `select relname::text as name, relrowsecurity and relforcerowsecurity as forced,
       has_table_privilege($1, oid, 'select') as readable
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not relname = any($2)`,
    [login, tables],
  );
  expect(others.filter(({ forced, readable }) => readable && !forced)).toEqual([]);
});

describe("inShop on a connection whose settings injected SQL has changed", () => {
  const visible = (tx: Tx) => tx.$queryRaw<{ pid: number; shop: string }[]>`
    select pg_backend_pid() as pid, shop from session order by shop`;

  it.each(["stockbridge.system", "stockbridge.shop"])(
    "sees only its own shop if %s was set for the whole connection",
    async (setting) => {
      const [before] = await inShop(mine, async (tx) => {
        await tx.$queryRaw`select set_config(${setting}, ${theirs}, false)`;
        return visible(tx);
      });
      const after = await inShop(mine, visible);
      expect(after).toEqual([{ pid: before?.pid, shop: mine }]);
      expect((await asSystem("health", visible)).map(({ shop }) => shop)).toEqual([mine, theirs].toSorted());
    },
  );
});

describe("the known limits of row-level security against injected SQL", () => {
  it("include opening another shop's rows by naming that shop, since the settings are no secret", async () => {
    await attacker.query("begin");
    await attacker.query("select set_config('stockbridge.shop', $1, true)", [theirs]);
    expect(await seen()).toBe(tables.length);
    await attacker.query("select set_config('stockbridge.system', 'anything', true)");
    expect(await seen()).toBe(2 * tables.length);
    await attacker.query("rollback");
  });

  it("include becoming the owner again if the app's role has no login of its own", async () => {
    const client = new pg.Client(restrictedConnection({ DATABASE_URL: databaseUrl }));
    await client.connect();
    expect(await seen(client)).toBe(0);
    await client.query("set role none");
    expect(await seen(client)).toBe(2 * tables.length);
    await client.end();
  });
});

/** Starts like the app with this login. @returns its error. */
async function assertRestrictedAs(url: string): Promise<string> {
  const script = `
    import { assertRestricted } from "./app/lib/database/db.server.ts";
    import { closeDatabase } from "./app/lib/database/transaction.server.ts";
    await assertRestricted().catch((error) => process.stdout.write(error.message));
    await closeDatabase();`;
  const { stdout, stderr } = await runScript(script, { APP_DATABASE_URL: url });
  return stdout + stderr;
}
