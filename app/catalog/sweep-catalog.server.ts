import { Prisma } from "@prisma/client";

import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import type { Job } from "../queue/define-job.ts";
import { sweep } from "../queue/sweep.server.ts";
import {
  ensureServiceJob,
  importProductsJob,
  linkProductsJob,
  matchProductsJob,
  mirrorCatalogJob,
  processLinkRunJob,
  syncProductsJob,
} from "./jobs.ts";
import { startDelisting } from "./link-run/start-delisting.server.ts";
import { startRestoring } from "./link-run/start-restoring.server.ts";
import { startCatalog } from "./start-catalog.server.ts";

/** Bulk work of a shop has a job of its own, so that no shop's keeps the others waiting. */
const JOBS: [table: string | Prisma.Sql, job: Job<{ shop: ShopDomain }>][] = [
  ["catalog_mirror", mirrorCatalogJob],
  ["product_link", importProductsJob],
  ["import_bulk", importProductsJob],
  ["fulfillment_service", ensureServiceJob],
  ["link_run", processLinkRunJob],
  ["match_run", matchProductsJob],
  ["link_match", linkProductsJob],
  // Each by an index of what is due only.
  [
    Prisma.sql`select shop, sync_due_at as next_at from product_link where sync_due_at is not null`,
    syncProductsJob,
  ],
  [
    Prisma.sql`select shop, compare_due_at as next_at from product_link where compare_due_at is not null`,
    syncProductsJob,
  ],
  [
    Prisma.sql`select shop, compare_due_at as next_at from catalog_sync where compare_due_at is not null`,
    syncProductsJob,
  ],
];

/** Wakes what is due in every shop, and begins what a lost announcement should have begun. */
export async function sweepCatalog(): Promise<void> {
  for (const [table, job] of JOBS) {
    const wake = (shop: ShopDomain) => inShop(shop, (tx) => enqueue(tx, job, { shop }));
    await sweep({ purpose: "catalog", table, process: ({ shop }) => wake(shop) });
  }
  for (const [table, begin] of BEGINNINGS)
    await sweep({ purpose: "catalog", table, process: ({ shop }) => begin(shop) });
}

/** What follows a connection or a disconnection, due a minute after it: as a rule the announcement is quicker. */
const BEGINNINGS: [query: Prisma.Sql, begin: (shop: ShopDomain) => Promise<void>][] = [
  [
    Prisma.sql`
      select shop, connected_at + interval '1 minute' as next_at from connection
      where not exists (
        select from catalog_mirror where catalog_mirror.shop = connection.shop and next_at is not null)`,
    startCatalog,
  ],
  [
    Prisma.sql`
      select shop, at + interval '1 minute' as next_at from disconnection
      where exists (select from product_link where product_link.shop = disconnection.shop)
        and not exists (select from link_run where link_run.shop = disconnection.shop and since = disconnection.at)`,
    startDelisting,
  ],
  [
    Prisma.sql`
      select shop, connected_at + interval '1 minute' as next_at from connection
      where exists (select from product_link where product_link.shop = connection.shop and delisted is not null)
        and not exists (
          select from link_run where link_run.shop = connection.shop and since = connection.connected_at)`,
    startRestoring,
  ],
];
