import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { importProductsJob } from "../jobs.ts";
import { endFinishedRuns } from "./import-run-store.server.ts";

/** A product whose import a worker has claimed, until `leasedUntil`. */
export type ClaimedImport = {
  supplierProductId: SupplierProductId;
  /** The shop's product, once there is one. */
  shopProductId: ShopProductId | null;
  /** The import that it belongs to; null where an earlier version began it. */
  importId: string | null;
  /** The supplier's variants that the merchant chose; none: all. */
  chosenVariants: string[];
  imagesHash: string | null;
  /** "imported": it is due only for a check of its images. */
  state: "importing" | "imported";
  imagesState: ImagesState | null;
  failedImages: FailedImage[] | null;
  /** Whether an import created it, or was about to, and it has still to be published. */
  toPublish: boolean;
  /** Whether the merchant wants its variants to be stocked at our location alone. */
  leavesOwnStock: boolean;
  /** How often it has failed in a row. */
  retryCount: number;
  leasedUntil: Date;
};

/** What a check of the images has to do besides: nothing, give all variants theirs, or those whose images had failed. */
export type ImagesState = "sent" | "variants" | "again";

/** An image that Shopify could not process, by its place among the product's. */
export type FailedImage = { index: number; url: string; problem: string };

/**
 * Longer than a batch takes, which mostly waits for points: some 15,000 of them at a hundred a second. If a larger one
 * outlasts it, a second worker does the same once more, which changes nothing in the shop. After a crash it is due again
 * then.
 */
const LEASE_SECONDS = 15 * 60;

/** How many are claimed at once, and how many variants they may have in all. */
type Share = { products: number; variants: number };
const IMPORTS: Share = { products: 20, variants: 1000 };
/** One request looks at the images of so many. */
const CHECKS: Share = { products: 250, variants: 1_000_000 };
const BULK: Share = { products: 1000, variants: 5000 };
/** Shopify runs five bulk mutations of an app at a time in a shop; what is written of a large import stays small. */
const BULKS_AT_ONCE = 4;

/** Claims the imports that have been due the longest, but for those that wait for a bulk operation. */
export function claimImports(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx, now) => {
    await leaveOtherAccounts(tx, shop, now);
    return claim(tx, shop, {
      which: Prisma.sql`state = 'importing' and not (${waitsForBulk(shop)})`,
      share: IMPORTS,
      now,
    });
  });
}

/** Claims products whose images are to be looked at. */
export function claimImageChecks(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, (tx, now) =>
    claim(tx, shop, { which: Prisma.sql`state = 'imported'`, share: CHECKS, now }),
  );
}

/** Claims what the next bulk operation of an import takes, unless there are enough of them. */
export function claimForBulk(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx, now) => {
    if ((await tx.importBulk.count({ where: { shop } })) >= BULKS_AT_ONCE) return [];
    await leaveOtherAccounts(tx, shop, now);
    const [first] = await tx.$queryRaw<{ importId: string }[]>`
      select import_id::text as "importId" from product_link
      where shop = ${shop} and next_at <= ${now} and ${waitsForBulk(shop)}
      order by next_at limit 1`;
    if (!first) return [];
    const which = Prisma.sql`${waitsForBulk(shop)} and import_id = ${first.importId}::uuid`;
    return claim(tx, shop, { which, share: BULK, now });
  });
}

/** What a large import has not begun, and is new to the shop. */
function waitsForBulk(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`(state = 'importing' and retry_count = 0 and shop_product_id is null and not to_publish
    and import_id in (select id from import_run where shop = ${shop} and in_bulk))`;
}

/** Imports of an account that the shop is not connected to are no longer due: they wait until it is again. */
async function leaveOtherAccounts(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.$executeRaw`
    update product_link link set next_at = null where shop = ${shop} and next_at <= ${now} and not exists (
      select from connection where connection.shop = link.shop
        and connection.account is not distinct from link.account)`;
}

async function claim(
  tx: Tx,
  shop: ShopDomain,
  { which, share, now }: { which: Prisma.Sql; share: Share; now: Date },
): Promise<ClaimedImport[]> {
  const leasedUntil = after(now, LEASE_SECONDS);
  // What stood in the way the last time is out of date. Of what waits, a problem says so.
  const claimed = await tx.$queryRaw<Omit<ClaimedImport, "leasedUntil">[]>`
    with due as (
      select supplier_product_id as id, next_at from product_link
      where shop = ${shop} and next_at <= ${now} and ${which}
      order by next_at, supplier_product_id limit ${share.products} for update skip locked),
    counted as (
      select due.id, sum(variant.count) over (order by next_at, due.id) as variants,
        row_number() over (order by next_at, due.id) as place
      from due cross join lateral (
        select count(*) as count from supplier_variant
        where shop = ${shop} and supplier_product_id = due.id) variant)
    update product_link link set next_at = ${leasedUntil}, retry_count = retry_count + 1,
      problem = case state when 'importing' then null else problem end
    from counted
    where link.shop = ${shop} and link.supplier_product_id = counted.id
      and (counted.variants <= ${share.variants} or counted.place = 1)
    returning ${CLAIMED}`;
  return claimed.map((each) => ({ ...each, leasedUntil }));
}

/** A row of `product_link link` as a `ClaimedImport`, but for its lease. */
export const CLAIMED = Prisma.sql`link.supplier_product_id as "supplierProductId",
  link.shop_product_id as "shopProductId", link.import_id::text as "importId", link.chosen_variants as "chosenVariants",
  link.images_hash as "imagesHash", link.own_stock is not distinct from 'leave' as "leavesOwnStock",
  link.to_publish as "toPublish", link.state, link.images_state as "imagesState", link.failed_images as "failedImages",
  link.retry_count - 1 as "retryCount"`;

/** Wakes the next batch if there is anything to do, and ends imports whose last products are gone. */
export async function wakeImports(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await endFinishedRuns(tx, shop, { now });
    const [found] = await tx.$queryRaw<{ due: boolean }[]>`
      select exists (select from import_bulk where shop = ${shop} and next_at <= ${now})
        or exists (select from product_link where shop = ${shop} and next_at <= ${now} and not ${waitsForBulk(shop)})
        or exists (select from product_link where shop = ${shop} and next_at <= ${now} and ${waitsForBulk(shop)})
          and (select count(*) from import_bulk where shop = ${shop}) < ${BULKS_AT_ONCE} as due`;
    if (found?.due) await enqueue(tx, importProductsJob, { shop });
  });
}
