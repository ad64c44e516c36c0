import { Prisma } from "@prisma/client";

import { asSystem } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueueUnlessWaiting } from "../queue/boss.server.ts";
import type { Job } from "../queue/define-jobs.ts";
import type { Work } from "../queue/lease.server.ts";
import { findShops, findShopsWithDue, sweepShops } from "../queue/sweep.server.ts";
import { jobs } from "../jobs.ts";
import { startDelisting } from "./links/begin-link-run.server.ts";
import { startRestoring } from "./links/begin-link-run.server.ts";
import { startCatalog } from "./start-catalog.server.ts";

/** Bulk work of a shop has a job of its own, so that no shop's keeps the others waiting. */
const JOBS: [job: Job<{ shop: ShopDomain }>, work: Work[]][] = [
  [jobs["catalog.mirror"], ["CatalogMirror"]],
  [jobs["catalog.import"], ["ProductLink", "ImportBulk"]],
  [jobs["catalog.ensure-service"], ["FulfillmentService"]],
  [jobs["catalog.process-link-run"], ["LinkRun"]],
  [jobs["catalog.match"], ["MatchRun"]],
  [jobs["catalog.link"], ["LinkMatch"]],
  [jobs["catalog.sync"], ["ProductLink.sync"]],
];

/** Comparisons are due, but have no lease of their own: the shop's sync makes them. */
const COMPARISONS = ["product_link", "catalog_sync"].map((table) => ({
  table: Prisma.raw(table),
  due: Prisma.sql`compare_due_at`,
}));

/** Wakes what is due in every shop, and begins what a lost announcement should have begun. */
export async function sweepCatalog(): Promise<void> {
  for (const [job, due] of JOBS) for (const work of due) await wake(job, await findShops("catalog", work));
  for (const columns of COMPARISONS)
    await wake(jobs["catalog.sync"], await findShopsWithDue("catalog", columns));
  for (const [name, query, process] of BEGINNINGS)
    await sweepShops({ purpose: "catalog", name, query, process: ({ shop }) => process(shop) });
}

async function wake(job: Job<{ shop: ShopDomain }>, shops: ShopDomain[]): Promise<void> {
  await asSystem("catalog", (tx) => enqueueUnlessWaiting(tx, job, shops));
}

/** What follows a connection or a disconnection, due a minute after it: as a rule the announcement is quicker. */
const BEGINNINGS: [name: string, query: Prisma.Sql, begin: (shop: ShopDomain) => Promise<void>][] = [
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
