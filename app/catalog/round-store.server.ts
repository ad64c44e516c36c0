import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { roundJob } from "./jobs.ts";
import { sayRound } from "./say-round.ts";

/** A round over a shop's listed products that somebody has taken on, until `leasedUntil`. */
export type Round = {
  shop: ShopDomain;
  kind: "withdraw" | "restore" | "forget";
  /** Of a withdrawal. */
  products: "zero-stock" | "draft" | "keep" | null;
  since: Date;
  leasedUntil: Date;
  attempts: number;
};

/** A listed product that a round has come to. */
export type RoundItem = {
  supplierProductId: string;
  shopProductId: string | null;
  withdrawn: string | null;
  /** Of how many of its variants we know. */
  variants: number;
};

/** What became of an item. Where the shop no longer has the product, there is nothing to do. */
export type ItemOutcome = { kind: "done" } | { kind: "gone" } | { kind: "refused"; said: string };

/** More than a slice takes: a round that takes this one's place begins no sooner. */
const LEASE_MS = 2 * 60_000;
/** For the platform's list, whose end is told as well. */
const WAIT_FOR_LIST_MS = 10 * 60_000;
/** For an import that somebody is at, and that ends in a product to be withdrawn as well. */
const WAIT_FOR_IMPORTS_MS = 60_000;

/**
 * Makes a round due, in the place of whatever round there was. Who is at the old one has until the end of the lease to
 * notice: only then does this one begin, so that two never write to the same product.
 */
export async function beginRound(
  tx: Tx,
  shop: ShopDomain,
  {
    kind,
    products = null,
    since,
    now,
  }: Pick<Round, "kind" | "since"> & { products?: string | null; now: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into listed_round (shop, kind, products, since, next_at)
    values (${shop}, ${kind}, ${products}, ${since}, ${now})
    on conflict (shop) do update set kind = excluded.kind, products = excluded.products, since = excluded.since,
      after = null, done = 0, refused = 0, drafts = 0, attempts = 0,
      next_at = greatest(${now}, listed_round.leased_until),
      leased_until = case when listed_round.leased_until > ${now} then listed_round.leased_until end`;
  await enqueue(tx, roundJob, { shop });
}

/** Whether this very round was begun before. */
export async function isRoundBegun(
  tx: Tx,
  shop: ShopDomain,
  { kind, since }: Pick<Round, "kind" | "since">,
): Promise<boolean> {
  return (await tx.listedRound.count({ where: { shop, kind, since } })) > 0;
}

/**
 * Takes the shop's round if it is due. Stock is set again from a list that was read since the shop was connected: until
 * then a round waits, and goes on as soon as there is one.
 */
export async function takeRound(shop: ShopDomain, now: Date): Promise<Round | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return inShop(shop, async (tx) => {
    const [row] = await tx.$queryRaw<Waiting[]>`
      select kind, products, since, attempts, next_at as "nextAt", leased_until as "leasedUntil", exists (
        select from catalog_mirror where catalog_mirror.shop = ${shop} and read_at >= listed_round.since) as read
      from listed_round where shop = ${shop} and next_at is not null for update`;
    if (!row) return null;
    const { nextAt, read, leasedUntil: heldUntil, ...round } = row;
    const due = nextAt <= now;
    if (round.kind === "restore" && !read) {
      const later = new Date(now.getTime() + WAIT_FOR_LIST_MS);
      if (due) await tx.listedRound.update({ where: { shop }, data: { nextAt: later, leasedUntil: null } });
      return null;
    }
    const hasWaited = round.kind === "restore" && round.attempts === 0 && heldUntil === null;
    if (!due && !hasWaited) return null;
    const attempts = round.attempts + 1;
    await tx.listedRound.update({ where: { shop }, data: { nextAt: leasedUntil, leasedUntil, attempts } });
    return { ...round, attempts, shop, leasedUntil };
  });
}

type Waiting = Omit<Round, "shop" | "leasedUntil"> & {
  nextAt: Date;
  leasedUntil: Date | null;
  /** Whether the platform's list has been read since. */
  read: boolean;
};

/**
 * Writes down what became of the item before, and comes to the next one. A product is marked before anything is done
 * to it, so that nobody who takes over misses one that was half done.
 *
 * @returns null when the round is over, waits, or has been taken over.
 */
export async function nextItem(
  round: Round,
  before: { item: RoundItem; outcome: ItemOutcome } | null,
  now: Date,
): Promise<RoundItem | null> {
  return inShop(round.shop, async (tx) => {
    const row = await lockRound(tx, round);
    if (row === null) return null;
    let { after } = row;
    if (before !== null) {
      await settleItem(tx, round, before);
      after = before.item.supplierProductId;
    }
    const item = round.products === "keep" ? await keepAll(tx, round) : await findItem(tx, round, after);
    if (item === null) {
      await turnOrEnd(tx, round, now);
      return null;
    }
    if (round.kind === "withdraw") {
      const { supplierProductId } = item;
      await tx.listedProduct.updateMany({
        where: { shop: round.shop, supplierProductId },
        data: { withdrawn: round.products },
      });
    }
    return item;
  });
}

/** Gives a round back, to go on at that time. One that has been taken over begins at once. */
export async function releaseRound(round: Round, nextAt: Date | null, now: Date): Promise<void> {
  const { shop, kind, since, leasedUntil } = round;
  await inShop(shop, async (tx) => {
    await tx.$executeRaw`
      update listed_round set leased_until = null, next_at = case when kind = ${kind} and since = ${since}
        then ${nextAt}::timestamptz else ${now}::timestamptz end
      where shop = ${shop} and leased_until = ${leasedUntil}`;
    if (nextAt !== null && nextAt <= now) await enqueue(tx, roundJob, { shop });
  });
}

/** The round's row, locked, while this one is still it. */
async function lockRound(tx: Tx, { shop, kind, since, leasedUntil }: Round) {
  const [row] = await tx.$queryRaw<{ after: string | null }[]>`
    select after from listed_round where shop = ${shop} and kind = ${kind} and since = ${since}
      and leased_until = ${leasedUntil} for update`;
  return row ?? null;
}

async function settleItem(
  tx: Tx,
  { shop, kind }: Round,
  { item, outcome }: { item: RoundItem; outcome: ItemOutcome },
): Promise<void> {
  const { supplierProductId } = item;
  const where = { shop, supplierProductId };
  if (kind === "restore") await tx.listedProduct.updateMany({ where, data: { withdrawn: null } });
  if (kind === "forget") await tx.listedProduct.deleteMany({ where });
  const draft = outcome.kind === "done" && item.withdrawn === "draft" && kind === "restore";
  await tx.listedRound.update({
    where: { shop },
    data: {
      after: supplierProductId,
      attempts: 0,
      ...(outcome.kind === "done" && { done: { increment: 1 } }),
      ...(outcome.kind === "refused" && { refused: { increment: 1 } }),
      ...(draft && { drafts: { increment: 1 } }),
    },
  });
}

/** Nothing is done to the products now; that their stock is to be set again later is noted. */
async function keepAll(tx: Tx, { shop }: Round): Promise<null> {
  await tx.listedProduct.updateMany({
    where: { shop, withdrawn: null, shopProductId: { not: null } },
    data: { withdrawn: "keep" },
  });
  return null;
}

async function findItem(tx: Tx, { shop, kind }: Round, after: string | null): Promise<RoundItem | null> {
  const [item] = await tx.$queryRaw<RoundItem[]>`
    select supplier_product_id as "supplierProductId", shop_product_id as "shopProductId", withdrawn,
      (select count(*)::int from listed_variant variant where variant.shop = listed.shop
        and variant.supplier_product_id = listed.supplier_product_id) as variants
    from listed_product listed
    where shop = ${shop} and supplier_product_id > ${after ?? ""} and case ${kind}
      when 'withdraw' then shop_product_id is not null and withdrawn is distinct from 'forgotten'
        and (state <> 'importing' or next_at is null)
      when 'restore' then withdrawn in ('keep', 'zero-stock', 'draft')
        and exists (select from connection where connection.shop = listed.shop
          and connection.account is not distinct from listed.account)
      else withdrawn = 'forgotten' end
    order by supplier_product_id limit 1`;
  return item ?? null;
}

/** At the end of the list: once more for what has come since, or after imports that somebody is at; else it is over. */
async function turnOrEnd(tx: Tx, round: Round, now: Date): Promise<void> {
  const { shop, kind, products, since } = round;
  if (kind === "withdraw" && products !== "keep") {
    const [left] = await tx.$queryRaw<{ importing: boolean }[]>`
      select state = 'importing' and next_at is not null as importing from listed_product
      where shop = ${shop} and (state = 'importing' and next_at is not null
        or shop_product_id is not null and withdrawn is distinct from ${products}
          and withdrawn is distinct from 'forgotten')
      order by 1 limit 1`;
    if (left) {
      const nextAt = left.importing ? new Date(now.getTime() + WAIT_FOR_IMPORTS_MS) : now;
      await tx.listedRound.update({ where: { shop }, data: { after: null, nextAt, leasedUntil: null } });
      if (!left.importing) await enqueue(tx, roundJob, { shop });
      return;
    }
  }
  const ended = await tx.listedRound.update({ where: { shop }, data: { nextAt: null, leasedUntil: null } });
  const news = sayRound({ kind, products, done: ended.done, refused: ended.refused, drafts: ended.drafts });
  if (news !== null) {
    const subject = { label: "Catalogue", url: "/app/catalog?show=imported" } as const;
    await recordActivity(tx, { shop, ...news, subject, at: now });
  }
  // It took the place of one that may not have ended.
  if (kind === "forget") await beginRound(tx, shop, { kind: "restore", since, now });
}
