import { Prisma } from "@prisma/client";
import { asSystem, inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueueUnlessWaiting, enqueue } from "../queue/boss.server.ts";
import { type Job, jobs } from "../queue/jobs.ts";
import { type Work, dueAt, unleased, isPostponed } from "../queue/lease.server.ts";
import { findShops, findShopsWithDue, sweepShops } from "../queue/sweep.server.ts";
import { startDelisting, startRestoring } from "./links/begin-link-run.server.ts";
import { makeServiceDue } from "./location/ensure-service.server.ts";
import { beginRun } from "./mirror/mirror-run.server.ts";
import { after } from "../queue/back-off.ts";
import { LOOK_SECONDS } from "../shop/bulk/bulk-operations.server.ts";
import { keepBulkAccess } from "../shop/bulk/keep-bulk-access.server.ts";
import { bulkOperationId } from "../shop/ids.ts";
import { lockImports } from "./links/lock-imports.server.ts";

/** The job of each kind of work. Jobs are per shop, so that a busy shop does not delay the others. */
const JOBS: [job: Job<{ shop: ShopDomain }>, work: Work[]][] = [
  [jobs["catalog.mirror"], ["CatalogMirror"]],
  [jobs["catalog.import"], ["ProductLink", "ImportBulk"]],
  [jobs["catalog.ensure-service"], ["FulfillmentService"]],
  [jobs["catalog.process-link-run"], ["LinkRun"]],
  [jobs["catalog.match"], ["MatchRun"]],
  [jobs["catalog.link"], ["LinkMatch"]],
  [jobs["catalog.sync"], ["ProductLink.sync"]],
];

/**
 * Due times of comparisons. They have no lease, because only the worker with the lease of the shop's sync
 * compares.
 */
const COMPARISONS = ["product_link", "catalog_sync"].map((table) => ({
  table: Prisma.raw(table),
  due: Prisma.sql`compare_due_at`,
}));

/**
 * Enqueues jobs for due work in all shops, starts work whose job was lost, and keeps the app's access to bulk
 * operations (`keepBulkAccess`).
 */
export async function sweepCatalog(): Promise<void> {
  for (const [job, due] of JOBS) for (const work of due) await wake(job, await findShops("catalog", work));
  const compared: ShopDomain[] = [];
  for (const columns of COMPARISONS) {
    const shops = await findShopsWithDue("catalog", columns);
    await wake(jobs["catalog.sync"], shops);
    compared.push(...shops);
  }
  for (const [name, query, process] of MISSED_STARTS)
    await sweepShops({ purpose: "catalog", name, query, process: ({ shop }) => process(shop) });
  await keepBulkAccess(compared);
}

async function wake(job: Job<{ shop: ShopDomain }>, shops: ShopDomain[]): Promise<void> {
  await asSystem("catalog", (tx) => enqueueUnlessWaiting(tx, job, shops));
}

/**
 * Work that must follow a connection or disconnection. Usually a job starts it. If that job was lost, the sweep
 * starts the work after a minute.
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

/**
 * Starts a mirror run and the check of the fulfillment service. Called after a connection, after a new key, and
 * when a key works again.
 */
export async function startCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await beginRun(tx, shop, now);
    await makeServiceDue(tx, shop, now);
  });
}

/**
 * Makes work due that waits for this bulk operation, after Shopify has reported its end. Skips imports and
 * match runs that a worker has claimed.
 */
export async function wakeBulkOperation(shop: ShopDomain, subjectId: string | null): Promise<void> {
  const operationId = bulkOperationId(subjectId);
  if (operationId === null) return;
  await inShop(shop, async (tx, now) => {
    const where = { shop, operationId };
    const waiting = { ...where, dueAt: { lte: after(now, LOOK_SECONDS) }, ...unleased(now) };
    const imports = await tx.importBulk.updateMany({
      where: waiting,
      data: dueAt(now),
    });
    if (imports.count > 0) await enqueue(tx, jobs["catalog.import"], { shop });
    const comparisons = await tx.catalogSync.updateMany({ where, data: { compareDueAt: now } });
    if (comparisons.count > 0) await enqueue(tx, jobs["catalog.sync"], { shop });
    const matchings = await tx.matchRun.updateMany({
      where: waiting,
      data: dueAt(now),
    });
    if (matchings.count > 0) await enqueue(tx, jobs["catalog.match"], { shop });
  });
}

/**
 * Makes postponed imports, syncs, comparisons, service checks and link runs due, for whatever reason they were
 * postponed. Trying too early does no harm.
 */
export async function wakeCatalogAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const data = { ...dueAt(now), retryCount: 0 };
    const postponed = { shop, ...isPostponed(now) };
    await tx.productLink.updateMany({
      where: { ...postponed, state: "importing", problem: { not: Prisma.DbNull } },
      data,
    });
    await tx.importBulk.updateMany({ where: { ...postponed, retryCount: { gt: 0 } }, data });
    await tx.productLink.updateMany({
      where: { shop, syncDueAt: { not: null }, syncRetryCount: { gt: 0 } },
      data: { ...dueAt(now, "sync"), syncRetryCount: 0 },
    });
    await tx.productLink.updateMany({
      where: { shop, compareDueAt: { gt: now } },
      data: { compareDueAt: now },
    });
    await tx.fulfillmentService.updateMany({ where: { ...postponed, retryCount: { gt: 0 } }, data });
    await tx.linkRun.updateMany({ where: { ...postponed, leasedUntil: null }, data });
    await enqueue(tx, jobs["catalog.sweep"], {});
  });
}
