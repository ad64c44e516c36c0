import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import type { FoundVariant } from "../../shop/shop-variants.server.ts";
import { matchProductsJob } from "../jobs.ts";

/** All of the shop's variants, or what could be the products that an import left for linking. */
export type MatchScope = "shop" | "needs-linking";

/** A run that a worker has claimed, until `leasedUntil`. */
export type MatchRun = {
  scope: MatchScope;
  run: number;
  checkpoint: string | null;
  /** Shopify's id of the bulk query that reads the shop's variants; null while there is none. */
  operationId: string | null;
  /** Variants of the shop read so far. */
  read: number;
  retryCount: number;
  leasedUntil: Date;
};

/** Longer than a batch (10 s), the calls of the page after it, and matching (two minutes). */
const LEASE_SECONDS = 600;

/** Begins a run, in place of a smaller one: while all is being read, what needs linking is read as well. */
export async function beginMatchRun(
  tx: Tx,
  shop: ShopDomain,
  { scope, now }: { scope: MatchScope; now: Date },
): Promise<void> {
  await tx.$executeRaw`
    insert into match_run (shop, scope, started_at, next_at) values (${shop}, ${scope}, ${now}, ${now})
    on conflict (shop) do update set scope = excluded.scope, run = match_run.run + 1, checkpoint = null,
      operation_id = null, read = 0, started_at = excluded.started_at, problem = null,
      next_at = excluded.next_at, retry_count = 0
    where match_run.next_at is null or match_run.scope <> 'shop'`;
  await enqueue(tx, matchProductsJob, { shop });
}

/** Null when none is due. */
export async function claimMatchRun(shop: ShopDomain): Promise<MatchRun | null> {
  return inShop(shop, async (tx, now) => {
    const leasedUntil = after(now, LEASE_SECONDS);
    const [claimed] = await tx.$queryRaw<Omit<MatchRun, "leasedUntil">[]>`
      update match_run set next_at = ${leasedUntil}, retry_count = retry_count + 1
      where shop = ${shop} and next_at <= ${now}
      returning scope, run, checkpoint, operation_id as "operationId", read, retry_count - 1 as "retryCount"`;
    return claimed ? { ...claimed, leasedUntil } : null;
  });
}

/** Stores what was read, with the checkpoint behind it and how much that is in all. @returns whether the run is still this worker's. */
export async function storeRead(
  shop: ShopDomain,
  claimed: MatchRun,
  { variants, checkpoint, read }: { variants: FoundVariant[]; checkpoint: string | null; read: number },
): Promise<boolean> {
  const { run, leasedUntil } = claimed;
  return inShop(shop, async (tx) => {
    const { count } = await tx.matchRun.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: { checkpoint, read, retryCount: 0, problem: Prisma.DbNull },
    });
    if (count > 0) await writeShopVariants(tx, shop, { run, variants });
    return count > 0;
  });
}

async function writeShopVariants(
  tx: Tx,
  shop: ShopDomain,
  { run, variants }: { run: number; variants: FoundVariant[] },
): Promise<void> {
  const rows = [...new Map(variants.map((variant) => [variant.id, variant])).values()];
  await tx.$executeRaw`
    insert into shop_variant (shop, id, shop_product_id, run, product_title, options, sku, barcode, price, image_url, status)
    select ${shop}, id, "shopProductId", ${run}, "productTitle", options, sku, barcode, price, "imageUrl", status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, "shopProductId" text, "productTitle" text,
      options text[], sku text, barcode text, price text, "imageUrl" text, status text)
    on conflict (shop, id) do update set shop_product_id = excluded.shop_product_id, run = excluded.run,
      product_title = excluded.product_title, options = excluded.options, sku = excluded.sku, barcode = excluded.barcode,
      price = excluded.price, image_url = excluded.image_url, status = excluded.status`;
}

/** Ends a run. After one over the whole shop, what it did not find is no longer there. */
export async function endMatchRun(
  shop: ShopDomain,
  { run, leasedUntil }: MatchRun,
  problem: Message | null = null,
): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.matchRun.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: {
        nextAt: null,
        operationId: null,
        endedAt: now,
        retryCount: 0,
        problem: problem ?? Prisma.DbNull,
      },
    }),
  );
}

/** Releases a run, due again in so many seconds. `operationId`: of the bulk query that it waits for then. */
export async function postponeMatchRun(
  shop: ShopDomain,
  { run, leasedUntil }: MatchRun,
  { seconds, problem, ...stored }: { seconds: number; problem: Message | null; operationId?: string | null },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.matchRun.updateMany({
      where: { shop, run, nextAt: leasedUntil },
      data: { ...stored, nextAt: after(now, seconds), ...(problem ? { problem } : { retryCount: 0 }) },
    });
    if (count > 0 && seconds === 0) await enqueue(tx, matchProductsJob, { shop });
  });
}
