import { Prisma } from "@prisma/client";

import type { ProductsProblem } from "../../connection/products-problem.ts";
import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, dueAt, isClaimable, postpone, release } from "../../queue/lease.server.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { jobs } from "../../jobs.ts";
import { OUR_VERSION } from "./reading-version.ts";

/** The point that a claimed run has come to: `page` pages are stored, and `cursor` leads to the next one. */
export type Checkpoint = {
  run: number;
  kind: "full" | "increment";
  page: number;
  cursor: string | null;
  pageSize: number;
  /** Of an increment: from when on it asks for changes. */
  updatedSince: Date | null;
  /** How often the page has failed in a row. */
  retryCount: number;
  leasedUntil: Date;
};

/**
 * Longer than a batch and the page after it (10 s, the page's call and the key's check after a 401 of 15 s each, and
 * storing it). After a crash the run continues then.
 */
const LEASE_SECONDS = 120;
/** From the end of one run to the beginning of the next: where changes can be asked for, and where not. */
const REST_SECONDS = { increments: 300, fullOnly: 3600 };
/** With increments, what vanished is still to be found. */
const FULL_RUN_SECONDS = 24 * 3600;
/** After a failure that will be the same if it is tried again. */
export const FAILED_REST_SECONDS = 3600;
/** An increment asks again for what changed shortly before: not all that has a moment's timestamp shows in that moment. */
const OVERLAP_SECONDS = 300;
/** As many products as a list may have at once; what is too much for the supplier or for us is asked for in smaller pages. */
const PAGE_SIZES = [500, 100, 20];
const [LARGEST_PAGE = 0] = PAGE_SIZES;

/** Makes a new run through the whole list due at once. The products known so far stay. */
export async function beginRun(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.$executeRaw`
    insert into catalog_mirror (shop, state, run, started_at, due_at, read_with)
    values (${shop}, 'reading', 1, ${now}, ${now}, ${readWith()})
    on conflict (shop) do update set state = 'reading', run = catalog_mirror.run + 1, kind = 'full', page = 0,
      cursor = null, page_size = ${LARGEST_PAGE}, products_read = 0, newest_in_run = null, read_with = ${readWith()},
      started_at = ${now}, due_at = ${now}, leased_until = null, retry_count = 0, problem = null, problem_message = null`;
  await enqueue(tx, jobs["catalog.mirror"], { shop });
}

/** Claims the shop's run if it is due, and begins one where the last has ended. Null when nothing is due. */
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

/** The SQL condition that the increment that ended last was answered with the whole of a list of several pages. */
export const SENT_ALL = Prisma.sql`(kind = 'increment' and products_read > ${LARGEST_PAGE} and products_read >= (
  select count(*) from supplier_product product
  where product.shop = catalog_mirror.shop and product.gone_at is null))`;

/** Begins the next run: through the whole list once it is time for that, or where nothing else is possible. */
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
      ...{ kind: isFull ? "full" : "increment", run: last.run + 1, page: 0, cursor: null },
      ...{ productsRead: 0, newestInRun: null, startedAt: now, state: "reading" },
      // After a run that ended well, what was too much then may be so no longer.
      ...(isFull && last.problem === null && { pageSize: LARGEST_PAGE }),
      ...(isFull && { readWith: readWith() }),
    },
  });
}

/** Releases a run, for the next batch to continue at once. */
export async function releaseRun(shop: ShopDomain, { leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if (await release(tx, "CatalogMirror", { shop, leasedUntil }, { dueAt: now }))
      await enqueue(tx, jobs["catalog.mirror"], { shop });
  });
}

/** Releases a run that failed, due again in so many seconds; with `restart` from the first page. */
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
        // What an increment could not find is found by reading the whole list.
        ...(restart && { state: "resting", fullAfter: now }),
        ...problemColumns(problem),
      },
    ),
  );
}

/** The next smaller size of a page; the same where there is none. */
export function smallerPage(pageSize: number): number {
  return PAGE_SIZES.find((size) => size < pageSize) ?? pageSize;
}

/** Ends a run for good: without a connection there is nothing to read, and the next one begins a run of its own. */
export async function stopRun(shop: ShopDomain, { leasedUntil }: Checkpoint): Promise<void> {
  await inShop(shop, (tx) =>
    release(tx, "CatalogMirror", { shop, leasedUntil }, { dueAt: null, state: "resting" }),
  );
}

/**
 * When the next run begins, where this one ends now, and from when on it is a full one. `sentAll`: whether an increment was
 * answered with the whole list, which is too much to be read every few minutes.
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

export function problemColumns(problem: ProductsProblem | null) {
  return { problem: problem?.kind ?? null, problemMessage: problem?.message ?? Prisma.DbNull };
}

/** With another contract, or another version of ours, the same reply can become other products. */
function readWith(): string {
  return OUR_VERSION + assumptions().fingerprint;
}
