import { Prisma } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tone } from "../../lib/activity/events.ts";
import type { ProductsAfter } from "../../connection/connection-state.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, dueAt, setDueAt } from "../../queue/lease.server.ts";
import { SHOP_CALL_SECONDS } from "../../shop/call.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { beginLinkRun, type LinkRunKind } from "../links/begin-link-run.server.ts";
import { markForSync } from "../links/mark-for-sync.server.ts";

/** A run over a shop's linked products, claimed by a worker until `leasedUntil`. */
export type LinkRun = {
  shop: ShopDomain;
  kind: LinkRunKind;
  /** The change of the products in a delisting; null in other runs. */
  products: ProductsAfter | null;
  /** Time of the connection or disconnection that the run belongs to. */
  since: Date;
  leasedUntil: Date;
  /** Failures in a row. */
  retryCount: number;
};

/** A linked product that a run changes. */
export type LinkRunItem = {
  supplierProductId: SupplierProductId;
  shopProductId: ShopProductId | null;
  delisted: string | null;
  /** True if a disconnection has set the product's stock to zero, and we have not restored the stock since. */
  emptied: boolean;
  /** True if the merchant has taken the product off sale with zero stock. */
  hasNoStock: boolean;
  /** Number of the product's linked variants. */
  variants: number;
};

/**
 * The outcome for a product. `gone`: the shop no longer has the product. `needs-linking`: we recognize none of
 * its variants. In both cases, nothing has changed in the shop.
 */
export type ItemOutcome =
  { kind: "done" } | { kind: "gone" } | { kind: "needs-linking" } | { kind: "user-errors"; problem: Message };

/**
 * Lease in seconds. A batch takes 10 s, plus about ten calls to Shopify for its last product. If a new run
 * replaces this one, it begins after this lease.
 */
const LEASE_SECONDS = 10 * SHOP_CALL_SECONDS + 30;

/**
 * Time after which a waiting restoring run checks for the supplier's list again. Usually the end of the mirror
 * run wakes it earlier.
 */
const WAIT_FOR_LIST_SECONDS = 600;

/** Time after which a delisting checks again if imports are running. It has to delist their products, too. */
const WAIT_FOR_IMPORTS_SECONDS = 60;

/**
 * Claims the shop's run if it is due. A restoring run needs the supplier's stock, so it waits until the mirror
 * has read the supplier's list since the connection. After that, its first claim ignores the due time.
 */
export async function claimLinkRun(shop: ShopDomain): Promise<LinkRun | null> {
  return inShop(shop, async (tx, now) => {
    const [row] = await queryRows<WaitingRun>(tx)`
      select kind, products, since, retry_count as "retryCount", due_at as "dueAt", leased_until as "leasedUntil",
        exists (select from catalog_mirror
          where catalog_mirror.shop = ${shop} and read_at >= link_run.since) as "listRead"
      from link_run where shop = ${shop} and due_at is not null for update`;
    if (!row) return null;
    const { dueAt: due, listRead, leasedUntil: heldUntil, ...run } = row;
    const isDue = due <= now && (heldUntil === null || heldUntil <= now);
    if (run.kind === "restore" && !listRead) {
      const data = dueAt(after(now, WAIT_FOR_LIST_SECONDS));
      if (isDue) await tx.linkRun.update({ where: { shop }, data });
      return null;
    }
    const hasWaitedForList = run.kind === "restore" && run.retryCount === 0 && heldUntil === null;
    if (!isDue && !hasWaitedForList) return null;
    await tx.linkRun.update({ where: { shop }, data: dueAt(now) });
    const set = { retryCount: { increment: 1 } };
    const [claimed] = await claim(tx, "LinkRun", { key: { shop }, seconds: LEASE_SECONDS, set });
    return claimed ? { ...run, shop, leasedUntil: claimed.leasedUntil } : null;
  });
}

/**
 * Stores the outcome of the previous product, and returns the next one. A delisting marks a product before it
 * changes the product in the shop. After a crash in between, a later restoring run still finds the product.
 * @returns null if the run has ended or waits, or if this worker has lost it
 */
export async function nextItem(
  run: LinkRun,
  before: { item: LinkRunItem; outcome: ItemOutcome } | null,
): Promise<LinkRunItem | null> {
  return inShop(run.shop, async (tx, now) => {
    const row = await lockLinkRun(tx, run);
    if (row === null) return null;
    if (before !== null) await storeOutcome(tx, run, before);
    const checkpoint = before?.item.supplierProductId ?? row.checkpoint;
    const item = run.products === "keep" ? await markAllKept(tx, run) : await findItem(tx, run, checkpoint);
    if (item === null) {
      await restartOrEnd(tx, run, now);
      return null;
    }
    if (run.kind === "delist") {
      const { supplierProductId } = item;
      await tx.productLink.updateMany({
        where: { shop: run.shop, supplierProductId },
        data: { delisted: run.products, ...(run.products === "zero-stock" && { emptied: true }) },
      });
    }
    return item;
  });
}

/**
 * Releases a run, and makes it due again after `seconds`; null ends it. If another run has replaced it
 * meanwhile, makes that run due now.
 */
export async function releaseLinkRun(run: LinkRun, seconds: number | null): Promise<void> {
  const { shop, kind, since, leasedUntil } = run;
  await inShop(shop, async (tx, now) => {
    const dueAgain = seconds === null ? null : after(now, seconds);
    const due = Prisma.sql`
      case when kind = ${kind} and since = ${since} then ${dueAgain}::timestamptz else ${now}::timestamptz end`;
    const [released] = await queryRows<{ due: boolean }>(tx)`
      update link_run set ${setDueAt("LinkRun", due)}
      where shop = ${shop} and leased_until = ${leasedUntil}
      returning due_at <= ${now} as due`;
    if (released?.due) await enqueue(tx, jobs["catalog.process-link-run"], { shop });
  });
}

/** Returns the activity entry of a finished run; null if the run changed nothing. */
export function summaryOf(run: {
  kind: "delist" | "restore" | "unlink";
  products: string | null;
  done: number;
  failed: number;
  drafts: number;
}): { kind: `catalog.${string}`; tone: Tone; message: Message } | null {
  const { kind, done, failed } = run;
  if (done + failed === 0) return null;
  const rejected = { code: "catalog.activity.rejected", count: failed } as const;
  const message =
    failed === 0
      ? doneMessage(run)
      : done === 0
        ? rejected
        : ({ code: "catalog.activity.partly-done", done: doneMessage(run), rejected } as const);
  return { kind: KINDS[kind], tone: failed > 0 ? "warning" : "info", message };
}

type WaitingRun = Omit<LinkRun, "shop" | "leasedUntil"> & {
  dueAt: Date;
  leasedUntil: Date | null;
  listRead: boolean;
};

/** Locks the run's row; null if another run has replaced it or another worker has claimed it. */
async function lockLinkRun(tx: Tx, { shop, kind, since, leasedUntil }: LinkRun) {
  const [row] = await queryRows<{ checkpoint: string | null }>(tx)`
    select checkpoint from link_run where shop = ${shop} and kind = ${kind} and since = ${since}
      and leased_until = ${leasedUntil} for update`;
  return row ?? null;
}

async function storeOutcome(
  tx: Tx,
  { shop, kind, products }: LinkRun,
  { item, outcome }: { item: LinkRunItem; outcome: ItemOutcome },
): Promise<void> {
  const { supplierProductId } = item;
  const where = { shop, supplierProductId };
  if (outcome.kind === "needs-linking")
    await tx.productLink.updateMany({
      where,
      data: { state: "needs-linking", problem: { code: "catalog.skip.needs-linking" } },
    });
  if (kind === "restore")
    await resumeSync(tx, shop, { supplierProductId, isRestored: outcome.kind === "done" });
  // `drafted_from` would let a later sync publish the product again, if it had been drafted as discontinued.
  if (kind === "delist" && outcome.kind === "done" && products === "draft")
    await execute(tx)`
      update product_link set last_written = last_written || '{"status": "DRAFT"}', in_shop = in_shop || '{"status": "DRAFT"}',
        drafted_from = null
      where shop = ${shop} and supplier_product_id = ${supplierProductId} and last_written ? 'status'`;
  if (kind === "unlink") await tx.productLink.deleteMany({ where });
  const isDraft = outcome.kind === "done" && item.delisted === "draft" && kind === "restore";
  await tx.linkRun.update({
    where: { shop },
    data: {
      checkpoint: supplierProductId,
      retryCount: 0,
      ...(outcome.kind === "done" && { done: { increment: 1 } }),
      ...(outcome.kind === "user-errors" && { failed: { increment: 1 } }),
      ...(isDraft && { drafts: { increment: 1 } }),
    },
  });
}

/** Makes the product due for a sync. Forgets the written stock, because a delisting may have set it to zero. */
async function resumeSync(
  tx: Tx,
  shop: ShopDomain,
  { supplierProductId, isRestored }: { supplierProductId: SupplierProductId; isRestored: boolean },
): Promise<void> {
  const data = { delisted: null, ...(isRestored && { emptied: false }) };
  await tx.productLink.updateMany({ where: { shop, supplierProductId }, data });
  await tx.variantLink.updateMany({
    where: { shop, supplierProductId },
    data: { stock: null, stockBefore: null },
  });
  await markForSync(tx, shop, [supplierProductId]);
}

/** Changes nothing in the shop, but marks the products, so that a later connection restores their stock. */
async function markAllKept(tx: Tx, { shop }: LinkRun): Promise<null> {
  await tx.productLink.updateMany({
    where: { shop, delisted: null, shopProductId: { not: null } },
    data: { delisted: "keep" },
  });
  return null;
}

async function findItem(
  tx: Tx,
  { shop, kind }: LinkRun,
  checkpoint: string | null,
): Promise<LinkRunItem | null> {
  const [item] = await queryRows<LinkRunItem>(tx)`
    select supplier_product_id as "supplierProductId", shop_product_id as "shopProductId", delisted, emptied,
      coalesce(off_sale = 'zero', false) as "hasNoStock",
      (select count(*)::int from variant_link variant where variant.shop = link.shop
        and variant.supplier_product_id = link.supplier_product_id) as variants
    from product_link link
    where shop = ${shop} and supplier_product_id > ${checkpoint ?? ""} and case ${kind}
      when 'delist' then shop_product_id is not null and delisted is distinct from 'unlinked'
        and (state <> 'importing' or due_at is null)
      when 'restore' then delisted in ('keep', 'zero-stock', 'draft')
        and exists (select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account)
      else delisted = 'unlinked' end
    order by supplier_product_id limit 1`;
  return item ?? null;
}

/**
 * Ends a run after its last product. A delisting starts again from the first product if imports have added
 * products meanwhile, or are still running.
 */
async function restartOrEnd(tx: Tx, run: LinkRun, now: Date): Promise<void> {
  const { shop, kind, products, since } = run;
  if (kind === "delist" && products !== "keep") {
    const [left] = await queryRows<{ importing: boolean }>(tx)`
      select state = 'importing' and due_at is not null as importing from product_link
      where shop = ${shop} and (state = 'importing' and due_at is not null
        or shop_product_id is not null and delisted is distinct from ${products}
          and delisted is distinct from 'unlinked')
      order by 1 limit 1`;
    if (left) {
      const due = left.importing ? after(now, WAIT_FOR_IMPORTS_SECONDS) : now;
      await tx.linkRun.update({ where: { shop }, data: { checkpoint: null, ...dueAt(due) } });
      if (!left.importing) await enqueue(tx, jobs["catalog.process-link-run"], { shop });
      return;
    }
  }
  const { done, failed, drafts } = await tx.linkRun.update({
    where: { shop },
    data: dueAt(null),
  });
  const summary = summaryOf({ kind, products, done, failed, drafts });
  if (summary !== null) {
    const subject = { label: { code: "catalog.title" }, url: "/app/catalog?show=imported" } as const;
    await recordActivity(tx, { shop, ...summary, subject, at: now });
  }
  await recordNeedsLinking(tx, run, now);
  // This run may have replaced an unfinished restoring run, so begins a new restoring run.
  if (kind === "unlink") await beginLinkRun(tx, shop, { kind: "restore", since, now });
}

/** Records the number of products that the merchant has to link, once per run. */
async function recordNeedsLinking(tx: Tx, { shop, kind, products }: LinkRun, now: Date): Promise<void> {
  if (kind === "unlink" || products === "keep") return;
  const count = await tx.productLink.count({ where: { shop, state: "needs-linking" } });
  if (count === 0) return;
  await recordActivity(tx, {
    shop,
    kind: "catalog.needs-linking",
    tone: "warning",
    message: { code: "catalog.activity.needs-linking", count },
    subject: { label: { code: "links.title" }, url: "/app/links" },
    at: now,
  });
}

const KINDS = {
  delist: "catalog.delisted",
  restore: "catalog.restored",
  unlink: "catalog.unlinked",
} as const;

function doneMessage({ kind, products, done: count, drafts }: Parameters<typeof summaryOf>[0]): Message {
  if (kind === "unlink") return { code: "catalog.activity.unlinked", count };
  if (kind === "restore")
    return drafts === 0
      ? { code: "catalog.activity.restored", count }
      : { code: "catalog.activity.restored-drafts", count, drafts };
  return { code: products === "draft" ? "catalog.activity.drafted" : "catalog.activity.stock-zeroed", count };
}
