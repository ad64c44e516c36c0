import { Prisma } from "@prisma/client";

import { asSystem } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueueUnlessWaiting } from "../queue/boss.server.ts";
import type { Job } from "../queue/define-jobs.ts";
import type { Work } from "../queue/lease.server.ts";
import { findShops, findShopsWithDue, sweepShops } from "../queue/sweep.server.ts";
import { jobs } from "../queue/jobs.ts";
import { startDelisting, startRestoring } from "./links/begin-link-run.server.ts";
import { startCatalog } from "./start-catalog.server.ts";

/** Each shop's bulk work has its own job, so that no shop delays the others. */
const JOBS: [job: Job<{ shop: ShopDomain }>, work: Work[]][] = [
  [jobs["catalog.mirror"], ["CatalogMirror"]],
  [jobs["catalog.import"], ["ProductLink", "ImportBulk"]],
  [jobs["catalog.ensure-service"], ["FulfillmentService"]],
  [jobs["catalog.process-link-run"], ["LinkRun"]],
  [jobs["catalog.match"], ["MatchRun"]],
  [jobs["catalog.link"], ["LinkMatch"]],
  [jobs["catalog.sync"], ["ProductLink.sync"]],
];

/** Due times without a lease of their own: the shop's sync makes the comparisons. */
const COMPARISONS = ["product_link", "catalog_sync"].map((table) => ({
  table: Prisma.raw(table),
  due: Prisma.sql`compare_due_at`,
}));

/** Wakes due work in every shop, and starts work whose job was lost. */
export async function sweepCatalog(): Promise<void> {
  for (const [job, due] of JOBS) for (const work of due) await wake(job, await findShops("catalog", work));
  for (const columns of COMPARISONS)
    await wake(jobs["catalog.sync"], await findShopsWithDue("catalog", columns));
  for (const [name, query, process] of MISSED_STARTS)
    await sweepShops({ purpose: "catalog", name, query, process: ({ shop }) => process(shop) });
}

async function wake(job: Job<{ shop: ShopDomain }>, shops: ShopDomain[]): Promise<void> {
  await asSystem("catalog", (tx) => enqueueUnlessWaiting(tx, job, shops));
}

/**
 * Work that follows a connection or disconnection. Starts a minute after it, since usually the job is faster.
 */
const MISSED_STARTS: [name: string, query: Prisma.Sql, start: (shop: ShopDomain) => Promise<void>][] = [
  [
    "start",
    Prisma.sql`
      select shop from connection where connected_at <= now() - interval '1 minute' and not exists (
        select from catalog_mirror where catalog_mirror.shop = connection.shop and due_at is not null)`,
    startCatalog,
  ],
  [
    "delist",
    Prisma.sql`
      select shop from disconnection where at <= now() - interval '1 minute'
        and exists (select from product_link where product_link.shop = disconnection.shop)
        and not exists (select from link_run where link_run.shop = disconnection.shop and since = disconnection.at)`,
    startDelisting,
  ],
  [
    "restore",
    Prisma.sql`
      select shop from connection where connected_at <= now() - interval '1 minute'
        and exists (select from product_link where product_link.shop = connection.shop and delisted is not null)
        and not exists (
          select from link_run where link_run.shop = connection.shop and since = connection.connected_at)`,
    startRestoring,
  ],
];
