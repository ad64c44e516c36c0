import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { linkRunJob } from "../jobs.ts";
import { sayLinkRun } from "./say-link-run.ts";

/** A run over a shop's linked products that somebody has taken on, until `leasedUntil`. */
export type LinkRun = {
  shop: ShopDomain;
  kind: "delist" | "restore" | "unlink";
  /** Of a withdrawal. */
  products: "zero-stock" | "draft" | "keep" | null;
  since: Date;
  leasedUntil: Date;
  retryCount: number;
};

/** A linked product that a run has come to. */
export type LinkRunItem = {
  supplierProductId: string;
  shopProductId: string | null;
  delisted: string | null;
  /** Of how many of its variants we know. */
  variants: number;
};

/** What became of an item. Where the shop no longer has the product, there is nothing to do. */
export type ItemOutcome = { kind: "done" } | { kind: "gone" } | { kind: "user-errors"; said: string };

/** More than a slice takes: a run that takes this one's place begins no sooner. */
const LEASE_MS = 2 * 60_000;
/** For the supplier's list, whose end is told as well. */
const WAIT_FOR_LIST_MS = 10 * 60_000;
/** For an import that somebody is at, and that ends in a product to be delisted as well. */
const WAIT_FOR_IMPORTS_MS = 60_000;

/**
 * Makes a run due, in the place of whatever run there was. Who is at the old one has until the end of the lease to
 * notice: only then does this one begin, so that two never write to the same product.
 */
export async function beginLinkRun(
  tx: Tx,
  shop: ShopDomain,
  {
    kind,
    products = null,
    since,
    now,
  }: Pick<LinkRun, "kind" | "since"> & { products?: string | null; now: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into link_run (shop, kind, products, since, next_at)
    values (${shop}, ${kind}, ${products}, ${since}, ${now})
    on conflict (shop) do update set kind = excluded.kind, products = excluded.products, since = excluded.since,
      checkpoint = null, done = 0, failed = 0, drafts = 0, retry_count = 0,
      next_at = greatest(${now}, link_run.leased_until),
      leased_until = case when link_run.leased_until > ${now} then link_run.leased_until end`;
  await enqueue(tx, linkRunJob, { shop });
}

/** Whether this very run was begun before. */
export async function isLinkRunBegun(
  tx: Tx,
  shop: ShopDomain,
  { kind, since }: Pick<LinkRun, "kind" | "since">,
): Promise<boolean> {
  return (await tx.linkRun.count({ where: { shop, kind, since } })) > 0;
}

/**
 * Takes the shop's run if it is due. Stock is set again from a list that was read since the shop was connected: until
 * then a run waits, and goes on as soon as there is one.
 */
export async function claimLinkRun(shop: ShopDomain, now: Date): Promise<LinkRun | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return inShop(shop, async (tx) => {
    const [row] = await tx.$queryRaw<Waiting[]>`
      select kind, products, since, retry_count as "retryCount", next_at as "nextAt", leased_until as "leasedUntil", exists (
        select from catalog_mirror where catalog_mirror.shop = ${shop} and read_at >= link_run.since) as read
      from link_run where shop = ${shop} and next_at is not null for update`;
    if (!row) return null;
    const { nextAt, read, leasedUntil: heldUntil, ...run } = row;
    const due = nextAt <= now;
    if (run.kind === "restore" && !read) {
      const later = new Date(now.getTime() + WAIT_FOR_LIST_MS);
      if (due) await tx.linkRun.update({ where: { shop }, data: { nextAt: later, leasedUntil: null } });
      return null;
    }
    const hasWaited = run.kind === "restore" && run.retryCount === 0 && heldUntil === null;
    if (!due && !hasWaited) return null;
    const retryCount = run.retryCount + 1;
    await tx.linkRun.update({ where: { shop }, data: { nextAt: leasedUntil, leasedUntil, retryCount } });
    return { ...run, retryCount, shop, leasedUntil };
  });
}

type Waiting = Omit<LinkRun, "shop" | "leasedUntil"> & {
  nextAt: Date;
  leasedUntil: Date | null;
  /** Whether the supplier's list has been read since. */
  read: boolean;
};

/**
 * Writes down what became of the item before, and comes to the next one. A product is marked before anything is done
 * to it, so that nobody who takes over misses one that was half done.
 *
 * @returns null when the run is over, waits, or has been taken over.
 */
export async function nextItem(
  run: LinkRun,
  before: { item: LinkRunItem; outcome: ItemOutcome } | null,
  now: Date,
): Promise<LinkRunItem | null> {
  return inShop(run.shop, async (tx) => {
    const row = await lockLinkRun(tx, run);
    if (row === null) return null;
    let { checkpoint } = row;
    if (before !== null) {
      await settleItem(tx, run, before);
      checkpoint = before.item.supplierProductId;
    }
    const item = run.products === "keep" ? await keepAll(tx, run) : await findItem(tx, run, checkpoint);
    if (item === null) {
      await turnOrEnd(tx, run, now);
      return null;
    }
    if (run.kind === "delist") {
      const { supplierProductId } = item;
      await tx.productLink.updateMany({
        where: { shop: run.shop, supplierProductId },
        data: { delisted: run.products },
      });
    }
    return item;
  });
}

/** Gives a run back, to go on at that time. One that has been taken over begins at once. */
export async function releaseLinkRun(run: LinkRun, nextAt: Date | null, now: Date): Promise<void> {
  const { shop, kind, since, leasedUntil } = run;
  await inShop(shop, async (tx) => {
    await tx.$executeRaw`
      update link_run set leased_until = null, next_at = case when kind = ${kind} and since = ${since}
        then ${nextAt}::timestamptz else ${now}::timestamptz end
      where shop = ${shop} and leased_until = ${leasedUntil}`;
    if (nextAt !== null && nextAt <= now) await enqueue(tx, linkRunJob, { shop });
  });
}

/** The run's row, locked, while this one is still it. */
async function lockLinkRun(tx: Tx, { shop, kind, since, leasedUntil }: LinkRun) {
  const [row] = await tx.$queryRaw<{ checkpoint: string | null }[]>`
    select checkpoint from link_run where shop = ${shop} and kind = ${kind} and since = ${since}
      and leased_until = ${leasedUntil} for update`;
  return row ?? null;
}

async function settleItem(
  tx: Tx,
  { shop, kind }: LinkRun,
  { item, outcome }: { item: LinkRunItem; outcome: ItemOutcome },
): Promise<void> {
  const { supplierProductId } = item;
  const where = { shop, supplierProductId };
  if (kind === "restore") await tx.productLink.updateMany({ where, data: { delisted: null } });
  if (kind === "unlink") await tx.productLink.deleteMany({ where });
  const draft = outcome.kind === "done" && item.delisted === "draft" && kind === "restore";
  await tx.linkRun.update({
    where: { shop },
    data: {
      checkpoint: supplierProductId,
      retryCount: 0,
      ...(outcome.kind === "done" && { done: { increment: 1 } }),
      ...(outcome.kind === "user-errors" && { failed: { increment: 1 } }),
      ...(draft && { drafts: { increment: 1 } }),
    },
  });
}

/** Nothing is done to the products now; that their stock is to be set again later is noted. */
async function keepAll(tx: Tx, { shop }: LinkRun): Promise<null> {
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
  const [item] = await tx.$queryRaw<LinkRunItem[]>`
    select supplier_product_id as "supplierProductId", shop_product_id as "shopProductId", delisted,
      (select count(*)::int from variant_link variant where variant.shop = link.shop
        and variant.supplier_product_id = link.supplier_product_id) as variants
    from product_link link
    where shop = ${shop} and supplier_product_id > ${checkpoint ?? ""} and case ${kind}
      when 'delist' then shop_product_id is not null and delisted is distinct from 'unlinked'
        and (state <> 'importing' or next_at is null)
      when 'restore' then delisted in ('keep', 'zero-stock', 'draft')
        and exists (select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account)
      else delisted = 'unlinked' end
    order by supplier_product_id limit 1`;
  return item ?? null;
}

/** At the end of the list: once more for what has come since, or after imports that somebody is at; else it is over. */
async function turnOrEnd(tx: Tx, run: LinkRun, now: Date): Promise<void> {
  const { shop, kind, products, since } = run;
  if (kind === "delist" && products !== "keep") {
    const [left] = await tx.$queryRaw<{ importing: boolean }[]>`
      select state = 'importing' and next_at is not null as importing from product_link
      where shop = ${shop} and (state = 'importing' and next_at is not null
        or shop_product_id is not null and delisted is distinct from ${products}
          and delisted is distinct from 'unlinked')
      order by 1 limit 1`;
    if (left) {
      const nextAt = left.importing ? new Date(now.getTime() + WAIT_FOR_IMPORTS_MS) : now;
      await tx.linkRun.update({ where: { shop }, data: { checkpoint: null, nextAt, leasedUntil: null } });
      if (!left.importing) await enqueue(tx, linkRunJob, { shop });
      return;
    }
  }
  const ended = await tx.linkRun.update({ where: { shop }, data: { nextAt: null, leasedUntil: null } });
  const news = sayLinkRun({ kind, products, done: ended.done, failed: ended.failed, drafts: ended.drafts });
  if (news !== null) {
    const { said, ...entry } = news;
    const subject = { label: "Catalogue", url: "/app/catalog?show=imported" } as const;
    await recordActivity(tx, {
      shop,
      ...entry,
      message: { code: "earlier-message", text: said },
      subject,
      at: now,
    });
  }
  // It took the place of one that may not have ended.
  if (kind === "unlink") await beginLinkRun(tx, shop, { kind: "restore", since, now });
}
