import { Prisma } from "@prisma/client";

import type { ProductsProblem } from "../../connection/products-problem.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx, asSystem, LONG_WORK } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import {
  claim,
  dueAt,
  isClaimable,
  postpone,
  release,
  isPostponed,
  setDueAt,
} from "../../queue/lease.server.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { READING_VERSION } from "./reading-version.ts";

/**
 * Checkpoint of a claimed run. `page`: number of stored pages. `cursor`: the supplier's cursor of the next
 * page.
 */
export type Checkpoint = {
  run: number;
  kind: "full" | "increment";
  page: number;
  cursor: string | null;
  pageSize: number;
  /** The time since which an increment reads changes; null for a full run. */
  updatedSince: Date | null;
  /** Number of failures in a row of the next page. */
  retryCount: number;
  leasedUntil: Date;
};

/**
 * Lease in seconds. A batch takes 10 s, plus one more page: its call, the check of the key after a 401 (15 s
 * each), and storing the page. After a crash, another worker continues when the lease ends.
 */
const LEASE_SECONDS = 120;
/** Pause between runs: `fullOnly` if the supplier offers no increments. */
const REST_SECONDS = { increments: 300, fullOnly: 3600 };
/** Time between full runs. Increments do not show removed products, so a full run is needed once per day. */
const FULL_RUN_SECONDS = 24 * 3600;
/** Pause after a failure that an early retry would not solve. */
export const FAILED_REST_SECONDS = 3600;
/**
 * Overlap of an increment with the previous run, because the supplier may list a change later than its
 * timestamp.
 */
const OVERLAP_SECONDS = 300;
/**
 * Page sizes, largest first. If a page is too large for the supplier or for us, the run restarts with the next smaller
 * size.
 */
const PAGE_SIZES = [500, 100, 20];
const [LARGEST_PAGE = 0] = PAGE_SIZES;

/** Starts a full run now. The mirror keeps its products meanwhile. */
export async function beginRun(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await execute(tx)`
    insert into catalog_mirror (shop, state, run, started_at, due_at, read_with)
    values (${shop}, 'reading', 1, ${now}, ${now}, ${readWith()})
    on conflict (shop) do update set state = 'reading', run = catalog_mirror.run + 1, kind = 'full', page = 0,
      cursor = null, page_size = ${LARGEST_PAGE}, products_read = 0, newest_in_run = null, read_with = ${readWith()},
      started_at = ${now}, ${setDueAt("CatalogMirror", now)}, retry_count = 0, problem = null, problem_message = null`;
  await enqueue(tx, jobs["catalog.mirror"], { shop });
}

/** Starts a full run at the merchant's request. */
export async function refreshCatalog(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => beginRun(tx, shop, now));
}

/** Claims the shop's due run; null if no run is due. If the last run has ended, starts the next one. */
export async function claimRun(shop: ShopDomain): Promise<Checkpoint | null> {
  return inShop(shop, async (tx, now) => {
    const due = await tx.catalogMirror.findFirst({ where: { shop, ...isClaimable(now) } });
    if (due?.state === "resting") await restart(tx, { ...due, now });
    const [claimed] = await claim(tx, "CatalogMirror", {
      key: { shop },
      seconds: LEASE_SECONDS,
      set: { retryCount: { increment: 1 }, state: "reading" },
    });
    if (!claimed) return null;
    const { run, page, cursor, pageSize, newest, leasedUntil } = claimed;
    const kind = claimed.kind as Checkpoint["kind"];
    const updatedSince = kind === "increment" && newest ? after(newest, -OVERLAP_SECONDS) : null;
    const retryCount = claimed.retryCount - 1;
    return { run, kind, page, cursor, pageSize, updatedSince, retryCount, leasedUntil };
  });
}

/**
 * SQL condition: the supplier has replied to an increment with its whole list of several pages, so it ignores
 * `updatedSince`.
 */
export const SENT_ALL = Prisma.sql`(kind = 'increment' and products_read > ${LARGEST_PAGE} and products_read >= (
  select count(*) from supplier_product product
  where product.shop = catalog_mirror.shop and product.gone_at is null))`;

/** Starts the next run: an increment if possible, or a full run if one is due. */
async function restart(
  tx: Tx,
  { shop, now, ...last }: Prisma.CatalogMirrorGetPayload<object> & { now: Date },
): Promise<void> {
  const isReadAlike = last.readWith === readWith();
  const isFull =
    !abilities.productsUpdatedSince ||
    last.newest === null ||
    !isReadAlike ||
    last.fullAfter === null ||
    last.fullAfter <= now;
  await tx.catalogMirror.updateMany({
    where: { shop, state: "resting", run: last.run },
    data: {
      kind: isFull ? "full" : "increment",
      run: last.run + 1,
      page: 0,
      cursor: null,
      productsRead: 0,
      newestInRun: null,
      startedAt: now,
      state: "reading",
      // After a successful run, tries the largest page size again.
      ...(isFull && last.problem === null && { pageSize: LARGEST_PAGE }),
      ...(isFull && { readWith: readWith() }),
    },
  });
}

/** Releases a run, and enqueues its next batch. */
export async function releaseRun(shop: ShopDomain, { leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if (await release(tx, "CatalogMirror", { shop, leasedUntil }, { dueAt: now }))
      await enqueue(tx, jobs["catalog.mirror"], { shop });
  });
}

/**
 * Releases a failed run, and makes it due again after `seconds`. With `restart`, a new run then begins at the
 * first page.
 */
export async function postponeRun(
  shop: ShopDomain,
  { leasedUntil }: Checkpoint,
  {
    seconds,
    restart,
    problem,
    pageSize,
  }: { seconds: number; restart: boolean; problem: ProductsProblem; pageSize: number },
): Promise<void> {
  await inShop(shop, (tx, now) =>
    postpone(
      tx,
      "CatalogMirror",
      { shop, leasedUntil },
      {
        seconds,
        pageSize,
        // The next run is a full one, because a failed increment may have missed changes.
        ...(restart && { state: "resting", fullAfter: now }),
        problem: problem.kind,
        problemMessage: problem.message,
      },
    ),
  );
}

/** Returns the next smaller page size; the same if there is none. */
export function smallerPage(pageSize: number): number {
  return PAGE_SIZES.find((size) => size < pageSize) ?? pageSize;
}

/** Stops a run, because the shop is not connected to the supplier. A new connection starts a new run. */
export async function stopRun(shop: ShopDomain, { leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, (tx) =>
    release(tx, "CatalogMirror", { shop, leasedUntil }, { dueAt: null, state: "resting" }),
  );
}

/**
 * Returns the time of the next run and, after a full run, of the next full run. `sentAll`: the supplier replies
 * to increments with its whole list. Then the longer pause applies, to spare the supplier.
 */
export function nextRun(
  kind: Checkpoint["kind"],
  { now, newest, sentAll }: { now: Date; newest: Date | null; sentAll: boolean },
) {
  const hasIncrements = abilities.productsUpdatedSince && newest !== null && !sentAll;
  return {
    ...dueAt(after(now, hasIncrements ? REST_SECONDS.increments : REST_SECONDS.fullOnly)),
    ...(kind === "full" && { fullAfter: after(now, FULL_RUN_SECONDS) }),
  };
}

/**
 * Returns the version of the code and contract that read replies. If it changes, the same reply may give other
 * rows, so a full run is needed.
 */
function readWith(): string {
  return READING_VERSION + assumptions().fingerprint;
}

/** Makes the failed mirror runs of all shops due after an outage of the supplier. */
export async function wakeMirrorsAfterOutage(): Promise<void> {
  await asSystem(
    "catalog",
    async (tx, now) => {
      await tx.catalogMirror.updateMany({
        where: { problem: "failed", ...isPostponed(now) },
        data: dueAt(now),
      });
      await enqueue(tx, jobs["catalog.sweep"], {});
    },
    LONG_WORK,
  );
}
