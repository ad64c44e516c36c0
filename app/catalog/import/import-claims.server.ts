import { Prisma, type ProductLink } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, claimable } from "../../queue/lease.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { endFinishedRuns } from "./import-run-store.server.ts";

/** A product whose import or images check a worker has claimed, until `leasedUntil`. */
export type ClaimedImport = {
  supplierProductId: SupplierProductId;
  /** Null until the shop has the product. */
  shopProductId: ShopProductId | null;
  /** The import that the product belongs to; null if the import began before Stockbridge stored imports. */
  importId: string | null;
  /** The supplier's variants that the merchant chose; empty means all. */
  chosenVariants: string[];
  imagesHash: string | null;
  /** "imported": only the product's images have to be checked. */
  state: "importing" | "imported";
  imagesState: ImagesState | null;
  failedImages: FailedImage[] | null;
  /** True if an import has created the product, or was about to create it, and has not published it yet. */
  toPublish: boolean;
  /** True if the merchant wants to stock the variants at our location only. */
  leavesOwnStock: boolean;
  /** "deleted" or "archived" if the merchant has deleted or archived the product in the shop; otherwise null. */
  shopState: string | null;
  /** Version of the price rules that the product follows. */
  priceRulesVersion: number;
  /** True if a disconnection has set the product's stock to zero, and we have not restored the stock since. */
  emptied: boolean;
  /** True if the merchant has taken the product off sale with zero stock. */
  hasNoStock: boolean;
  /** Failures in a row. */
  retryCount: number;
  leasedUntil: Date;
};

/**
 * The images that the next images check assigns to variants. "sent": none. "variants": all. "again": those that
 * had failed before.
 */
export type ImagesState = "sent" | "variants" | "again";

/** An image that Shopify could not process, with its position in the product. */
export type FailedImage = { index: number; url: string; problem: string };

/**
 * Lease of a batch, longer than most batches take. A batch mostly waits for Shopify's rate limit: about 15,000
 * points at 100 per second. If a batch outlasts the lease, a second worker repeats it, and the repeated calls
 * change nothing. After a crash, the batch is repeated when the lease ends.
 */
const LEASE_SECONDS = 15 * 60;

/** Maximum number of products per claim, and of all their variants together. */
type Share = { products: number; variants: number };
const IMPORTS: Share = { products: 20, variants: 1000 };
/** Limits for images checks, which read many products per request. */
const CHECKS: Share = { products: 250, variants: 1_000_000 };
const BULK: Share = { products: 1000, variants: 5000 };
/**
 * Shopify runs five bulk mutations per shop at once, and we leave one free. This also limits the rows that a
 * large import stores.
 */
const BULKS_AT_ONCE = 4;

/** Claims the imports that have been due longest. Leaves out products that will be imported in bulk. */
export function claimImports(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx) => {
    await clearDueOfOtherAccounts(tx, shop);
    const which = Prisma.sql`state = 'importing' and not (${waitsForBulk(shop)})`;
    return claimShare(tx, shop, { which, share: IMPORTS, set: BEGUN });
  });
}

export function claimImageChecks(shop: ShopDomain): Promise<ClaimedImport[]> {
  const which = Prisma.sql`state = 'imported'`;
  return inShop(shop, (tx) =>
    claimShare(tx, shop, { which, share: CHECKS, set: { retryCount: { increment: 1 } } }),
  );
}

/** Claims the products of an import's next bulk operation, unless enough operations exist. */
export function claimForBulk(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx) => {
    if ((await tx.importBulk.count({ where: { shop } })) >= BULKS_AT_ONCE) return [];
    await clearDueOfOtherAccounts(tx, shop);
    const [first] = await queryRows<{ importId: string }>(tx)`
      select import_id::text as "importId" from product_link
      where shop = ${shop} and ${claimable("ProductLink")} and ${waitsForBulk(shop)}
      order by due_at limit 1`;
    if (!first) return [];
    const which = Prisma.sql`${waitsForBulk(shop)} and import_id = ${first.importId}::uuid`;
    return claimShare(tx, shop, { which, share: BULK, set: BEGUN });
  });
}

/** Selects products to import in bulk: of a large import, new to the shop, and not tried yet. */
function waitsForBulk(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`(state = 'importing' and retry_count = 0 and shop_product_id is null and not to_publish
    and import_id in (select id from import_run where shop = ${shop} and in_bulk))`;
}

/**
 * Clears the due time of imports from another supplier account. They wait until the shop is connected to that
 * account again.
 */
async function clearDueOfOtherAccounts(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`
    update product_link link set due_at = null where shop = ${shop} and ${claimable("ProductLink")} and not exists (
      select from connection where connection.shop = link.shop
        and connection.account is not distinct from link.account)`;
}

/**
 * Counts a try, and clears the problem of the last try, because pages show an import with a problem as waiting.
 */
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

/**
 * Converts a claimed row. The claim has counted this try in advance; `retryCount` of the result counts only
 * earlier failures.
 */
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
    hasNoStock: row.offSale === "zero",
    retryCount: row.retryCount - 1,
  };
}

/**
 * Enqueues the next batch if anything is due. Ends imports that have no product left, for example after the
 * merchant deleted the last one.
 */
export async function wakeImports(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await endFinishedRuns(tx, shop, { now });
    const [found] = await queryRows<{ due: boolean }>(tx)`
      select exists (select from import_bulk where shop = ${shop} and ${claimable("ImportBulk")})
        or exists (select from product_link where shop = ${shop} and ${claimable("ProductLink")} and not ${waitsForBulk(shop)})
        or exists (select from product_link where shop = ${shop} and ${claimable("ProductLink")} and ${waitsForBulk(shop)})
          and (select count(*) from import_bulk where shop = ${shop}) < ${BULKS_AT_ONCE} as due`;
    if (found?.due) await enqueue(tx, jobs["catalog.import"], { shop });
  });
}
