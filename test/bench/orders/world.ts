import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

import pg from "pg";

import { bound } from "../../../scripts/bound-process.ts";
import { startEmbeddedPostgres } from "../../../scripts/dev-postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../../../app/lib/owned-folder.server.ts";
import { setupDatabase } from "../../../app/lib/database/setup-database.server.ts";
import { shopDomain, type ShopDomain } from "../../../app/lib/shop-domain.ts";
import * as contract from "../../../app/wholesale/contract.ts";
import { fingerprint } from "../../../app/wholesale/write-gate.ts";
import { buildIfStale } from "../../../scripts/build-if-stale.ts";
import { readScopes } from "../../sandbox/app-scopes.ts";
import { type AppProcess, startApp } from "../../sandbox/app-process.ts";
import type { Seen, Wish } from "./counterparts.ts";
import { LEAN_QUEUE } from "./lean-webhook.ts";
import { fillShops } from "./shops.ts";

/**
 * The world of every figure: a durable Postgres with row-level security, fifty shops that are connected and sell one
 * product, a Shopify and a supplier that answer at once or when told to, and the built app in processes of its own.
 * Modules of the app that are loaded later work with it, as the restricted role.
 */
export type World = {
  shops: ShopDomain[];
  /** The owner's address of the database. */
  databaseUrl: string;
  /** Runs a statement as the owner, for whom there are no policies. */
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** The counterparts' addresses, for a lean client. */
  addresses: { supplier: string; shopify: string };
  /** Changes the counterparts, and says what they have seen. */
  tell: (wish: Wish) => Promise<Seen>;
  /** With which Shopify signs. */
  secret: string;
  /** Starts a process of the app; whoever starts it ends it. */
  startApp: (settings?: Record<string, string>) => Promise<AppProcess>;
  /**
   * The world without webhooks, orders and jobs, as if all shops had just been polled, and with its counterparts as usual. No
   * process of the app may be running.
   */
  renew: () => Promise<void>;
  close: () => Promise<void>;
};

const SHOPS = 50;
/** The counterparts' settings until a measurement changes them. */
const USUAL: Wish = { supplierMs: 20, shopMs: 0, products: 0 };
/** The tables of webhooks and orders. */
const EMPTIED = `inbox_entry, supplier_order, supplier_order_line, shop_order_line, order_attempt, order_attempt_outcome,
  shipment, activity, doubt_pause_of_all, unrequested_order, profit_of_day, profit_change`;
const QUEUE = { policy: "standard", retentionSeconds: 3600, deletionSeconds: 3600, expireInSeconds: 900 };
const APP_TOML = "shopify.app.toml";

export async function openWorld(): Promise<World> {
  const { path: directory, remove } = await makeTemporaryFolder("stockbridge-bench-");
  await chmod(directory, 0o755);
  const ends: (() => Promise<unknown>)[] = [remove];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    await buildIfStale();
    const counterparts = await startCounterparts();
    ends.push(counterparts.close);
    // In a folder of its own, Postgres runs with fsync and synchronous_commit on.
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, "data") });
    ends.push(postgres.stop);
    await postgres.createDatabase("bench");
    const databaseUrl = postgres.url("bench");
    await setupDatabase(databaseUrl);
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    ends.push(() => owner.end());
    const query: World["query"] = async <Row extends pg.QueryResultRow>(
      sql: string,
      values: unknown[] = [],
    ) => (await owner.query<Row>(sql, values)).rows;

    const { addresses } = counterparts;
    const settings = await settingsFor({ databaseUrl, ...addresses });
    Object.assign(process.env, settings);
    const shops = Array.from({ length: SHOPS }, (_, index) =>
      shopDomain.parse(`shop-${String(index)}.myshopify.com`),
    );
    await fillShops(shops);
    await query("select pgboss.create_queue($1, $2)", [LEAN_QUEUE, JSON.stringify(QUEUE)]);
    const { closeDatabase } = await import("../../../app/lib/database/transaction.server.ts");
    ends.push(closeDatabase);
    const tell = async (wish: Wish) => {
      const answer = await fetch(`${addresses.supplier}/bench`, {
        method: "POST",
        body: JSON.stringify(wish),
      });
      return (await answer.json()) as Seen;
    };
    return {
      shops,
      databaseUrl,
      query,
      addresses,
      tell,
      close,
      secret: settings.SHOPIFY_API_SECRET,
      startApp: (more = {}) => startApp({ ...settings, NODE_ENV: "production", ...more }),
      renew: async () => {
        await tell({ ...USUAL, forget: true });
        await query(`truncate ${EMPTIED}`);
        await query("update ordering_settings set unclear_responses = 0, next_try_at = null");
        // Orders come by their webhooks, and none before that by the first poll of a process.
        await query(
          `insert into request_poll (shop, polled_at) select shop, now() from connection
           on conflict (shop) do update set polled_at = now()`,
        );
        await query("delete from pgboss.job");
        await query(`vacuum analyze ${EMPTIED}, request_poll, ordering_settings, pgboss.job`);
        await query("checkpoint");
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For the app's processes, and for its modules here. */
async function settingsFor({
  databaseUrl,
  supplier,
  shopify,
}: {
  databaseUrl: string;
  supplier: string;
  shopify: string;
}) {
  return {
    NODE_ENV: "test",
    SHOPIFY_API_KEY: "bench-api-key",
    SHOPIFY_API_SECRET: "bench-api-secret",
    SHOPIFY_APP_URL: "http://127.0.0.1:1",
    SCOPES: (await readScopes(APP_TOML)).scopes.join(),
    DATABASE_URL: databaseUrl,
    STOCKBRIDGE_KEYRING: JSON.stringify({
      current: "bench",
      keys: { bench: randomBytes(32).toString("base64") },
    }),
    WHOLESALE_BASE_URL: supplier,
    WHOLESALE_CONTRACT_CONFIRMED: await fingerprint(contract),
    SANDBOX_SHOP_URL: shopify,
    LOG_LEVEL: "error",
  };
}

async function startCounterparts(): Promise<{
  addresses: World["addresses"];
  close: () => Promise<unknown>;
}> {
  const script = path.join(import.meta.dirname, "counterparts.ts");
  const child: ChildProcess = spawn(...bound(process.execPath, [script]), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  if (!child.stdout) throw new Error("The counterparts say nothing.");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    addresses: JSON.parse(line) as World["addresses"],
    close: () => {
      child.kill();
      return ended;
    },
  };
}
