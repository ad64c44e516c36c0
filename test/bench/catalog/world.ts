import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

import pg from "pg";

import { bound } from "../../../scripts/bound-process.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../scripts/dev-postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../../../app/lib/owned-folder.server.ts";
import { setupDatabase } from "../../../app/lib/database/setup-database.server.ts";
import { shopDomain, type ShopDomain } from "../../../app/lib/shop-domain.ts";
import { fillOtherShops } from "./other-shops.ts";
import { VARIANTS_A_PRODUCT } from "./products.ts";
import type { Shown } from "./supplier.ts";

/**
 * The world of every figure: a durable Postgres with row-level security, a supplier with a large catalog, the shop
 * that mirrors it, and twenty other shops whose rows are in the same tables. Modules of the app that are loaded later
 * work with it, as the restricted role.
 */
export type World = {
  products: number;
  shop: ShopDomain;
  /** A shop of a tenth of the size, to see what grows. */
  smallShop: ShopDomain;
  otherShops: ShopDomain[];
  /** True if the catalog has the million variants that the goals are set for. A smaller one has to be quick. */
  isWhole: boolean;
  /** How many are measured in place of so many: all of them in the whole catalogue, a fifth in a smaller one. */
  sample: (count: number) => number;
  /** A folder that the database's own process may write to. */
  directory: string;
  /** Runs a statement as the owner, for whom there are no policies. */
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Has the supplier's list show this from now on. */
  show: (shown: Partial<Shown>) => Promise<void>;
  close: () => Promise<void>;
};

const OTHER_SHOPS = 20;
/** The size of each other shop's catalog, as a share of the large one. */
const OTHER_SHARE = 0.02;
const WHOLE = 1_000_000;
const SMALLER_SAMPLE = 0.2;

export async function openWorld(variants: number): Promise<World> {
  const products = Math.round(variants / VARIANTS_A_PRODUCT);
  const { path: directory, remove } = await makeTemporaryFolder("stockbridge-bench-");
  await chmod(directory, 0o755);
  const ends: (() => Promise<unknown>)[] = [remove];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const supplier = startSupplier(products);
    ends.push(supplier.close);
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, "data") });
    ends.push(postgres.stop);
    const owner = await openDatabase(postgres);
    ends.push(() => owner.end());
    const query: World["query"] = async <Row extends pg.QueryResultRow>(
      sql: string,
      values: unknown[] = [],
    ) => (await owner.query<Row>(sql, values)).rows;
    const otherShops = Array.from({ length: OTHER_SHOPS }, (_, index) => domain(`other-${String(index)}`));
    await fillOtherShops(query, { shops: otherShops, products: Math.round(products * OTHER_SHARE) });

    const supplierUrl = await supplier.url;
    const databaseUrl = postgres.url("bench");
    const isWhole = variants >= WHOLE;
    setEnvironment({ databaseUrl, supplierUrl });
    return {
      products,
      otherShops,
      directory: path.join(directory, "data"),
      query,
      close,
      shop: domain("large"),
      smallShop: domain("small"),
      isWhole,
      sample: (count) => (isWhole ? count : Math.round(count * SMALLER_SAMPLE)),
      show: async (shown) => {
        const all: Shown = { products, oneInFront: false, changed: false, ...shown };
        await fetch(`${supplierUrl}/show`, { method: "POST", body: JSON.stringify(all) });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function domain(name: string): ShopDomain {
  return shopDomain.parse(`${name}.myshopify.com`);
}

async function openDatabase(postgres: EmbeddedPostgres): Promise<pg.Client> {
  await postgres.createDatabase("bench");
  await setupDatabase(postgres.url("bench"));
  const owner = new pg.Client({ connectionString: postgres.url("bench") });
  await owner.connect();
  // Statistics are gathered when a figure says so: what a first run meets has none.
  await owner.query("alter system set autovacuum = off");
  await owner.query("select pg_reload_conf()");
  return owner;
}

function startSupplier(products: number): { url: Promise<string>; close: () => Promise<unknown> } {
  const script = path.join(import.meta.dirname, "supplier.ts");
  const child: ChildProcess = spawn(...bound(process.execPath, [script, String(products)]), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  if (!child.stdout) throw new Error("The supplier says nothing.");
  const url = once(createInterface(child.stdout), "line").then(([line]) => line as string);
  return {
    url,
    close: () => {
      child.kill();
      return ended;
    },
  };
}

/** For the app's modules here, and for processes that a figure starts. */
function setEnvironment({ databaseUrl, supplierUrl }: { databaseUrl: string; supplierUrl: string }): void {
  Object.assign(process.env, {
    NODE_ENV: "test",
    SHOPIFY_API_KEY: "bench-api-key",
    SHOPIFY_API_SECRET: "bench-api-secret",
    SHOPIFY_APP_URL: "http://127.0.0.1:1",
    DATABASE_URL: databaseUrl,
    STOCKBRIDGE_KEYRING: JSON.stringify({
      current: "bench",
      keys: { bench: randomBytes(32).toString("base64") },
    }),
    WHOLESALE_BASE_URL: supplierUrl,
    LOG_LEVEL: "error",
  });
}
