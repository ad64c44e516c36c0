import { Prisma } from "@prisma/client";

import { asSystem } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueueUnlessWaiting } from "../queue/boss.server.ts";
import type { Job } from "../queue/define-job.ts";
import { findShops, sweep } from "../queue/sweep.server.ts";
import {
  ensureServiceJob,
  importProductsJob,
  linkProductsJob,
  matchProductsJob,
  mirrorCatalogJob,
  processLinkRunJob,
  syncProductsJob,
} from "./jobs.ts";
import { startDelisting } from "./links/begin-link-run.server.ts";
import { startRestoring } from "./links/begin-link-run.server.ts";
import { startCatalog } from "./start-catalog.server.ts";

/** Bulk work of a shop has a job of its own, so that no shop's keeps the others waiting. */
const JOBS: [job: Job<{ shop: ShopDomain }>, tables: (string | Prisma.Sql)[]][] = [
  [mirrorCatalogJob, ["catalog_mirror"]],
  [importProductsJob, ["product_link", "import_bulk"]],
  [ensureServiceJob, ["fulfillment_service"]],
  [processLinkRunJob, ["link_run"]],
  [matchProductsJob, ["match_run"]],
  [linkProductsJob, ["link_match"]],
  [
    syncProductsJob,
    // Each by an index of rows that have a time only.
    [
      Prisma.sql`select shop, sync_due_at as next_at from product_link where sync_due_at is not null`,
      Prisma.sql`select shop, compare_due_at as next_at from product_link where compare_due_at is not null`,
      Prisma.sql`select shop, compare_due_at as next_at from catalog_sync where compare_due_at is not null`,
    ],
  ],
];

/** Wakes what is due in every shop, and begins what a lost announcement should have begun. */
export async function sweepCatalog(): Promise<void> {
  for (const [job, tables] of JOBS) {
    const due = new Set<ShopDomain>();
    for (const table of tables)
      for (const shop of await findShops({ purpose: "catalog", table })) due.add(shop);
    await asSystem("catalog", (tx) => enqueueUnlessWaiting(tx, job, [...due]));
  }
  for (const [name, table, begin] of BEGINNINGS)
    await sweep({ purpose: "catalog", name, table, process: ({ shop }) => begin(shop) });
}

/** What follows a connection or a disconnection, due a minute after it: as a rule the announcement is quicker. */
const BEGINNINGS: [name: string, query: Prisma.Sql, begin: (shop: ShopDomain) => Promise<void>][] = [
  [
    "start",
    Prisma.sql`
      select shop, connected_at + interval '1 minute' as next_at from connection
      where not exists (
        select from catalog_mirror where catalog_mirror.shop = connection.shop and next_at is not null)`,
    startCatalog,
  ],
  [
    "delist",
    Prisma.sql`
      select shop, at + interval '1 minute' as next_at from disconnection
      where exists (select from product_link where product_link.shop = disconnection.shop)
        and not exists (select from link_run where link_run.shop = disconnection.shop and since = disconnection.at)`,
    startDelisting,
  ],
  [
    "restore",
    Prisma.sql`
      select shop, connected_at + interval '1 minute' as next_at from connection
      where exists (select from product_link where product_link.shop = connection.shop and delisted is not null)
        and not exists (
          select from link_run where link_run.shop = connection.shop and since = connection.connected_at)`,
    startRestoring,
  ],
];
