import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { copySeconds } from "./copy.ts";
import { atLeast, atMost, type Figure, known } from "../figure.ts";
import { percentile } from "../statistics.ts";
import type { RunReport } from "./mirror-process.ts";
import type { World } from "./world.ts";

/** As `npm start` has them. */
const NODE_OPTIONS = ["--max-old-space-size=256", "--max-semi-space-size=32", "--expose-gc"];
const PAGE = 500;
/** The factor between the two catalogs whose costs are compared. */
const SMALLER = 10;
const DATA = /^supplier_/;
/**
 * A tenth takes a moment only, so the median of several counts. The first reader of fresh rows also sets their hint
 * bits.
 */
const ENDS = 5;

/** Measures the mirror, and leaves the world's shop with the supplier's whole catalogue. */
export async function measureMirror(world: World): Promise<Figure[]> {
  const { shop, smallShop, products, query, show } = world;
  await show({ products: products / SMALLER });
  const small = await mirrorWith(world, smallShop);
  await small.run();
  const smallEnd = await small.endAgain();
  await small.close();

  await show({});
  const mirror = await mirrorWith(world, shop);
  const first = await mirror.run();
  const end = await mirror.endAgain();
  await query("vacuum analyze");
  const copied = await copySeconds(world);

  const before = await mirror.rowsWritten();
  const unchanged = await mirror.run();
  const after = await mirror.rowsWritten();
  const written = (isData: boolean) =>
    [...after].reduce(
      (sum, [table, count]) => (DATA.test(table) === isData ? sum + count - (before.get(table) ?? 0) : sum),
      0,
    );
  await show({ oneInFront: true });
  const inserted = await mirror.run();
  await show({ oneInFront: true, changed: true });
  const changed = await mirror.run();
  await mirror.close();

  const perProduct = end / products / (smallEnd / (products / SMALLER));
  const peak = first.peakMb - first.idleMb;
  const speed = { figure: "mirror: first run beside COPY", value: copied / first.seconds, unit: "ratio" };
  return [
    atMost(1.5, {
      figure: "mirror: end of a first run, per product, beside a tenth",
      value: perProduct,
      unit: "ratio",
    }),
    // A process that has just begun makes up a good part of a short run.
    world.isWhole ? atLeast(0.35, speed) : known(speed),
    atMost(130, { figure: "mirror: peak memory above idle", value: peak, unit: "MB" }),
    atMost(0.15, {
      figure: "mirror: unchanged run",
      value: unchanged.seconds / first.seconds,
      unit: "of first",
    }),
    atMost(0.3, {
      figure: "mirror: one product in front",
      value: inserted.seconds / first.seconds,
      unit: "of first",
    }),
    atMost(0.35, { figure: "mirror: 1 % changed", value: changed.seconds / first.seconds, unit: "of first" }),
    atMost(0, {
      figure: "mirror: rows of the catalogue written, unchanged",
      value: written(true),
      unit: "rows",
    }),
    atMost(1, {
      figure: "mirror: other rows written, unchanged",
      value: written(false) / Math.ceil(products / PAGE),
      unit: "a page",
    }),
    atMost(0, {
      figure: "mirror: Shopify calls",
      unit: "calls",
      value: [first, unchanged, inserted, changed].reduce((sum, run) => sum + run.foreignRequests, 0),
    }),
    known({ figure: "mirror: first run", value: first.seconds, unit: "s" }),
    known({ figure: "COPY of the same rows", value: copied, unit: "s" }),
  ];
}

type Mirror = {
  run: () => Promise<RunReport>;
  endAgain: () => Promise<number>;
  /** How many rows of each table were ever inserted, updated or deleted, without those of the queue. */
  rowsWritten: () => Promise<Map<string, number>>;
  close: () => Promise<unknown>;
};

/** Starts a process that mirrors the supplier's list for that shop. */
async function mirrorWith({ query }: World, shop: ShopDomain): Promise<Mirror> {
  const script = path.join(import.meta.dirname, "mirror-process.ts");
  const child: ChildProcess = spawn(process.execPath, [...NODE_OPTIONS, script, shop], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("The mirror's process has no lines.");
  const ended = once(child, "exit");
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The mirror's process has ended.");
    return value;
  };
  await next();
  const ask = async (line: string) => {
    stdin.write(`${line}\n`);
    return JSON.parse(await next()) as RunReport;
  };
  return {
    run: () => ask("run"),
    endAgain: async () => {
      const taken: number[] = [];
      while (taken.length < ENDS) taken.push((await ask("end")).seconds);
      return percentile(taken, 0.5);
    },
    rowsWritten: async () => {
      await ask("flush");
      const rows = await query<{ table: string; count: number }>(
        `select relname as table, (n_tup_ins + n_tup_upd + n_tup_del)::float8 as count
         from pg_stat_user_tables where schemaname = 'public'`,
      );
      return new Map(rows.map(({ table, count }) => [table, count]));
    },
    close: () => {
      stdin.end();
      return ended;
    },
  };
}

/**
 * Measures whether a run's memory grows with the catalog. The highest of a minute is higher than that of a few seconds, so the
 * small catalog is read as often as it is smaller. It rewrites both, so it comes after all that measures speed.
 */
export async function measureMirrorMemory(world: World): Promise<Figure[]> {
  const { shop, smallShop, products, show } = world;
  await show({ products: products / SMALLER });
  const small = await peakOf(world, smallShop, SMALLER);
  await show({});
  const large = await peakOf(world, shop, 1);
  const figure = "mirror: peak memory beside a tenth, read ten times";
  return [atMost(1.2, { figure, value: large / small, unit: "ratio" })];
}

/** The most that a process takes for so many first runs, in MB above what it has before them. */
async function peakOf(world: World, shop: ShopDomain, runs: number): Promise<number> {
  const mirror = await mirrorWith(world, shop);
  const reports: RunReport[] = [];
  while (reports.length < runs) {
    await forgetCatalog(world, shop);
    reports.push(await mirror.run());
  }
  await mirror.close();
  return Math.max(...reports.map(({ peakMb }) => peakMb)) - (reports[0]?.idleMb ?? NaN);
}

/** As if the shop had never had one. */
async function forgetCatalog({ query }: World, shop: ShopDomain): Promise<void> {
  for (const table of [
    "supplier_variant",
    "product_search",
    "search_word",
    "supplier_product",
    "mirror_page",
  ])
    await query(`delete from ${table} where shop = $1`, [shop]);
}
