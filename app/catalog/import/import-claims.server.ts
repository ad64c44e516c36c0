import { Prisma, type ProductLink } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, claimable } from "../../queue/lease.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { jobs } from "../../jobs.ts";
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
 * outlasts it, a second worker does the same once more, which changes nothing in the shop. After a crash the batch is due
 * again when this lease ends.
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
  return inShop(shop, async (tx) => {
    await leaveOtherAccounts(tx, shop);
    const which = Prisma.sql`state = 'importing' and not (${waitsForBulk(shop)})`;
    return claimShare(tx, shop, { which, share: IMPORTS, set: BEGUN });
  });
}

/** Claims products whose images are to be looked at. */
export function claimImageChecks(shop: ShopDomain): Promise<ClaimedImport[]> {
  const which = Prisma.sql`state = 'imported'`;
  return inShop(shop, (tx) =>
    claimShare(tx, shop, { which, share: CHECKS, set: { retryCount: { increment: 1 } } }),
  );
}

/** Claims what the next bulk operation of an import takes, unless there are enough of them. */
export function claimForBulk(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx) => {
    if ((await tx.importBulk.count({ where: { shop } })) >= BULKS_AT_ONCE) return [];
    await leaveOtherAccounts(tx, shop);
    const [first] = await tx.$queryRaw<{ importId: string }[]>`
      select import_id::text as "importId" from product_link
      where shop = ${shop} and ${claimable("ProductLink")} and ${waitsForBulk(shop)}
      order by due_at limit 1`;
    if (!first) return [];
    const which = Prisma.sql`${waitsForBulk(shop)} and import_id = ${first.importId}::uuid`;
    return claimShare(tx, shop, { which, share: BULK, set: BEGUN });
  });
}

/** What a large import has not begun, and is new to the shop. */
function waitsForBulk(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`(state = 'importing' and retry_count = 0 and shop_product_id is null and not to_publish
    and import_id in (select id from import_run where shop = ${shop} and in_bulk))`;
}

/** Imports of an account that the shop is not connected to are no longer due: they wait until it is again. */
async function leaveOtherAccounts(tx: Tx, shop: ShopDomain): Promise<void> {
  await tx.$executeRaw`
    update product_link link set due_at = null where shop = ${shop} and ${claimable("ProductLink")} and not exists (
      select from connection where connection.shop = link.shop
        and connection.account is not distinct from link.account)`;
}

/** Begins a try: clears the problem of the last one, since an import's problem means that it waits. */
const BEGUN = { retryCount: { increment: 1 }, problem: Prisma.DbNull };

async function claimShare(
  tx: Tx,
  shop: ShopDomain,
  { which, share, set }: { which: Prisma.Sql; share: Share; set: Partial<typeof BEGUN> },
): Promise<ClaimedImport[]> {
  const find = Prisma.sql`
    select shop, supplier_product_id from (
      select due.*, sum(variant.count) over (order by due_at, supplier_product_id) as variants,
        row_number() over (order by due_at, supplier_product_id) as place
      from (
        select shop, supplier_product_id, due_at from product_link
        where shop = ${shop} and ${claimable("ProductLink")} and ${which}
        order by due_at, supplier_product_id limit ${share.products} for update skip locked) due
      cross join lateral (
        select count(*) as count from supplier_variant
        where supplier_variant.shop = due.shop
          and supplier_variant.supplier_product_id = due.supplier_product_id) variant) counted
    where variants <= ${share.variants} or place = 1`;
  return (await claim(tx, "ProductLink", { find, seconds: LEASE_SECONDS, set })).map(toClaimedImport);
}

/** Returns a claimed product. The claim has counted as a try. */
export function toClaimedImport(
  row: Omit<ProductLink, "leasedUntil"> & { leasedUntil: Date },
): ClaimedImport {
  return {
    ...row,
    supplierProductId: row.supplierProductId as SupplierProductId,
    shopProductId: row.shopProductId as ShopProductId | null,
    state: row.state as ClaimedImport["state"],
    imagesState: row.imagesState as ImagesState | null,
    failedImages: row.failedImages as FailedImage[] | null,
    leavesOwnStock: row.ownStock === "leave",
    retryCount: row.retryCount - 1,
  };
}

/** Wakes the next batch if there is anything to do, and ends imports whose last products are gone. */
export async function wakeImports(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await endFinishedRuns(tx, shop, { now });
    const [found] = await tx.$queryRaw<{ due: boolean }[]>`
      select exists (select from import_bulk where shop = ${shop} and ${claimable("ImportBulk")})
        or exists (select from product_link where shop = ${shop} and ${claimable("ProductLink")} and not ${waitsForBulk(shop)})
        or exists (select from product_link where shop = ${shop} and ${claimable("ProductLink")} and ${waitsForBulk(shop)})
          and (select count(*) from import_bulk where shop = ${shop}) < ${BULKS_AT_ONCE} as due`;
    if (found?.due) await enqueue(tx, jobs["catalog.import"], { shop });
  });
}
