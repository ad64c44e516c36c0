import { Prisma } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, postpone, release, writeLeased, setDueAt } from "../../queue/lease.server.ts";
import type { FoundVariant } from "../../shop/products/shop-variants.server.ts";

/**
 * "shop": the run reads all of the shop's variants. "needs-linking": the run only searches the shop for
 * products that an import could not link.
 */
type MatchScope = "shop" | "needs-linking";

/** A match run, claimed by a worker until `leasedUntil`. */
export type MatchRun = {
  scope: MatchScope;
  run: number;
  checkpoint: string | null;
  /** Shopify's id of the bulk query that reads the shop's variants; null if none is running. */
  operationId: string | null;
  /** Number of the shop's variants read so far. */
  read: number;
  retryCount: number;
  leasedUntil: Date;
};

/**
 * Lease in seconds. A batch (10 s), the calls of one more page, and matching (two minutes) together take less.
 */
const LEASE_SECONDS = 600;

/**
 * Starts a run that matches the shop's own products with the supplier's. Replaces a running one, unless it
 * reads the whole shop, because that run also finds the products that need linking.
 */
export async function startMatching(shop: ShopDomain, scope: MatchScope): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await execute(tx)`
      insert into match_run (shop, scope, started_at, due_at) values (${shop}, ${scope}, ${now}, ${now})
      on conflict (shop) do update set scope = excluded.scope, run = match_run.run + 1, checkpoint = null,
        operation_id = null, read = 0, started_at = excluded.started_at, problem = null,
        ${setDueAt("MatchRun", now)}, retry_count = 0
      where match_run.due_at is null or match_run.scope <> 'shop'`;
    await enqueue(tx, jobs["catalog.match"], { shop });
  });
}

/** Claims the shop's run; null if no run is due. */
export async function claimMatchRun(shop: ShopDomain): Promise<MatchRun | null> {
  return inShop(shop, async (tx) => {
    const [claimed] = await claim(tx, "MatchRun", {
      key: { shop },
      seconds: LEASE_SECONDS,
      set: { retryCount: { increment: 1 } },
    });
    if (!claimed) return null;
    const { run, checkpoint, operationId, read, retryCount, leasedUntil } = claimed;
    const scope = claimed.scope as MatchScope;
    return { scope, run, checkpoint, operationId, read, retryCount: retryCount - 1, leasedUntil };
  });
}

/**
 * Stores variants, the checkpoint after them, and the number of variants read so far.
 * @returns false if the run lost its lease.
 */
export async function storeRead(
  shop: ShopDomain,
  claimed: MatchRun,
  { variants, checkpoint, read }: { variants: FoundVariant[]; checkpoint: string | null; read: number },
): Promise<boolean> {
  const { run, leasedUntil } = claimed;
  return inShop(shop, async (tx) => {
    const stored = { checkpoint, read, retryCount: 0, problem: Prisma.DbNull };
    const isOurs = await writeLeased(tx, "MatchRun", { shop, leasedUntil }, stored);
    if (isOurs) await writeShopVariants(tx, shop, { run, variants });
    return isOurs;
  });
}

async function writeShopVariants(
  tx: Tx,
  shop: ShopDomain,
  { run, variants }: { run: number; variants: FoundVariant[] },
): Promise<void> {
  const rows = [...new Map(variants.map((variant) => [variant.id, variant])).values()];
  await execute(tx)`
    insert into shop_variant (shop, id, shop_product_id, run, product_title, options, sku, barcode, price, image_url, status)
    select ${shop}, id, "shopProductId", ${run}, "productTitle", options, sku, barcode, price, "imageUrl", status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, "shopProductId" text, "productTitle" text,
      options text[], sku text, barcode text, price text, "imageUrl" text, status text)
    on conflict (shop, id) do update set shop_product_id = excluded.shop_product_id, run = excluded.run,
      product_title = excluded.product_title, options = excluded.options, sku = excluded.sku, barcode = excluded.barcode,
      price = excluded.price, image_url = excluded.image_url, status = excluded.status`;
}

export async function endMatchRun(
  shop: ShopDomain,
  { leasedUntil }: MatchRun,
  problem: Message | null = null,
): Promise<void> {
  await inShop(shop, (tx, now) =>
    release(
      tx,
      "MatchRun",
      { shop, leasedUntil },
      { dueAt: null, operationId: null, endedAt: now, retryCount: 0, problem: problem ?? Prisma.DbNull },
    ),
  );
}

/**
 * Releases a run, and makes it due again after `seconds`. `operationId`: the bulk query that the run waits for.
 */
export async function postponeMatchRun(
  shop: ShopDomain,
  { leasedUntil }: MatchRun,
  { seconds, problem, ...stored }: { seconds: number; problem: Message | null; operationId?: string | null },
): Promise<void> {
  await inShop(shop, async (tx) => {
    const change = { ...stored, seconds, ...(problem ? { problem } : { retryCount: 0 }) };
    const postponed = await postpone(tx, "MatchRun", { shop, leasedUntil }, change);
    if (postponed && seconds === 0) await enqueue(tx, jobs["catalog.match"], { shop });
  });
}
