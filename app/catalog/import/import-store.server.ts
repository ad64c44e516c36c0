import { Prisma } from "@prisma/client";

import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import type { SupplierProductId, SupplierVariantId } from "../../wholesale/resources.ts";
import { importProductsJob } from "../jobs.ts";

/** A product whose import a worker has claimed, until `leasedUntil`. */
export type ClaimedImport = {
  supplierProductId: SupplierProductId;
  /** The shop's product, once there is one. */
  shopProductId: ShopProductId | null;
  contentHash: string | null;
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

export type ImportedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  /** What was written of it; null where the supplier no longer has it. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number;
};

/** How an import ended. */
export type ImportOutcome =
  | {
      kind: "imported";
      shopProductId: ShopProductId;
      /** The price rules that its prices were made by. */
      priceRulesVersion: number;
      contentHash: string;
      imagesHash: string;
      /** What a check of its images has to do; null when they need none. */
      imagesState: ImagesState | null;
      /** Where it is published, as far as that was read. */
      channels: string[] | null;
      /** Why it is not published as it should be. */
      problem: Message | null;
      /** At how many places besides ours its variants stay stocked. */
      stockedElsewhere: number;
      variants: ImportedVariant[];
      /** What was written of the product's own fields, by `ProductField`; long ones as hashes. */
      kept: Record<string, string>;
    }
  | { kind: "skip"; reason: Message }
  /** The shop may have it already, and only the merchant can say so. */
  | { kind: "needs-linking"; reason: Message };

/**
 * Longer than importing a product of fifty variants, which takes some fifteen calls to Shopify of at most 50 s each (30
 * for the answer, 20 waiting for points). If a larger one outlasts it, a second worker does the same once more, which
 * changes nothing in the shop. After a crash it is due again then.
 */
const LEASE_SECONDS = 15 * 60;

/**
 * Claims the import that has been due the longest; null when none is. Imports of an account that the shop is not
 * connected to are no longer due: they wait until it is again.
 */
export async function claimImport(shop: ShopDomain): Promise<ClaimedImport | null> {
  return inShop(shop, async (tx, now) => {
    await tx.$executeRaw`
      update product_link link set next_at = null where shop = ${shop} and next_at <= ${now} and not exists (
        select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account)`;
    const leasedUntil = after(now, LEASE_SECONDS);
    const [claimed] = await tx.$queryRaw<Omit<ClaimedImport, "leasedUntil">[]>`
      update product_link set next_at = ${leasedUntil}, retry_count = retry_count + 1
      where shop = ${shop} and supplier_product_id = (
        select supplier_product_id from product_link where shop = ${shop} and next_at <= ${now}
        order by next_at, supplier_product_id limit 1 for update skip locked)
      returning supplier_product_id as "supplierProductId", shop_product_id as "shopProductId",
        content_hash as "contentHash", images_hash as "imagesHash", own_stock is not distinct from 'leave' as "leavesOwnStock",
        to_publish as "toPublish", state, images_state as "imagesState", failed_images as "failedImages",
        retry_count - 1 as "retryCount"`;
    return claimed ? { ...claimed, leasedUntil } : null;
  });
}

/** Records that a product is about to be created and must then be published, if need be by a later run. */
export async function storeToPublish(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedImport,
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId, nextAt: leasedUntil },
      data: { toPublish: true },
    }),
  );
}

/** Stores how an import ended, unless its lease ran out and another worker has claimed it. */
export async function endImport(
  shop: ShopDomain,
  claimed: ClaimedImport,
  outcome: ImportOutcome,
): Promise<void> {
  const { supplierProductId, leasedUntil } = claimed;
  await inShop(shop, async (tx, now) => {
    const [ended] = await tx.productLink.updateManyAndReturn({
      where: { shop, supplierProductId, nextAt: leasedUntil },
      data: { retryCount: 0, ...columnsOf(claimed, outcome, now) },
    });
    if (!ended) return;
    if (outcome.kind === "imported")
      await storeLinks(tx, shop, { supplierProductId, variants: outcome.variants });
    await recordWhenAllEnded(tx, shop, { requestedAt: ended.requestedAt, now });
  });
}

/** Shopify takes some seconds for an image. */
const FIRST_LOOK_SECONDS = 10;

/** Stores the outcome of a product's images, unless an import has claimed it since. */
export async function endImagesCheck(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedImport,
  { failedImages, problem }: { failedImages: FailedImage[]; problem: Message | null },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId, nextAt: leasedUntil },
      data: {
        ...{ imagesState: null, nextAt: null, retryCount: 0 },
        failedImages: failedImages.length > 0 ? failedImages : Prisma.DbNull,
        ...(problem && { problem }),
      },
    }),
  );
}

/** Makes a claimed import due again in so many seconds, and with it, untried, `also` all that are due, or those new to the shop. */
export async function postponeImport(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedImport,
  { seconds, problem, also }: { seconds: number; problem: Message | null; also: "all" | "new" | null },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const data = { nextAt: after(now, seconds), ...(problem && { problem }) };
    await tx.productLink.updateMany({ where: { shop, supplierProductId, nextAt: leasedUntil }, data });
    if (also === null) return;
    const due = { shop, state: "importing", nextAt: { lte: now } };
    await tx.productLink.updateMany({
      where: { ...due, ...(also === "new" && { shopProductId: null }) },
      data,
    });
  });
}

/** Wakes the next batch if anything is due. */
export async function wakeImports(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const due = await tx.productLink.findFirst({ where: { shop, nextAt: { lte: now } } });
    if (due) await enqueue(tx, importProductsJob, { shop });
  });
}

function columnsOf({ leavesOwnStock }: ClaimedImport, outcome: ImportOutcome, now: Date) {
  if (outcome.kind === "skip") return { state: "skipped", problem: outcome.reason, nextAt: null };
  if (outcome.kind === "needs-linking")
    return { state: "needs-linking", problem: outcome.reason, nextAt: null };
  const { imagesState } = outcome;
  const { shopProductId, contentHash, imagesHash, stockedElsewhere, channels, problem } = outcome;
  const { priceRulesVersion } = outcome;
  return {
    ...{ imagesState, nextAt: imagesState === null ? null : after(now, FIRST_LOOK_SECONDS) },
    ...{ state: "imported", problem: problem ?? Prisma.DbNull, importedAt: now },
    ...{ channels: channels ?? Prisma.DbNull, toPublish: problem !== null },
    ...{ shopProductId, contentHash, imagesHash, stockedElsewhere, priceRulesVersion, kept: outcome.kept },
    ...{ shopState: null, writtenAt: now, shopUpdatedAt: null, awaitsStart: false },
    // What the merchant asked for is done; that their own stock is kept holds while there is any.
    ...((leavesOwnStock || stockedElsewhere === 0) && { ownStock: null }),
  };
}

async function storeLinks(
  tx: Tx,
  shop: ShopDomain,
  { supplierProductId, variants }: { supplierProductId: string; variants: ImportedVariant[] },
): Promise<void> {
  const shopVariantId = { in: variants.map((variant) => variant.shopVariantId) };
  const supplierVariantId = { in: variants.map((variant) => variant.supplierVariantId) };
  await tx.variantLink.deleteMany({ where: { shop, OR: [{ shopVariantId }, { supplierVariantId }] } });
  await tx.variantLink.createMany({
    data: variants.map((variant) => ({ shop, supplierProductId, ...variant })),
  });
}

/** Records one entry for all the products that were requested at once, when the last of them has ended. */
async function recordWhenAllEnded(
  tx: Tx,
  shop: ShopDomain,
  { requestedAt, now }: { requestedAt: Date; now: Date },
): Promise<void> {
  // The last two may end at once: one waits here until it can see that the other has ended.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('catalog.import'), hashtext(${shop}))`;
  const counted = await tx.productLink.groupBy({
    by: ["state"],
    where: { shop, requestedAt },
    _count: true,
  });
  const of = (state: string) => counted.find((each) => each.state === state)?._count ?? 0;
  if (of("importing") > 0) return;
  const [imported, skipped] = [of("imported"), of("skipped") + of("needs-linking")];
  await recordActivity(tx, {
    shop,
    kind: "catalog.imported",
    tone: skipped > 0 ? "warning" : "success",
    message: messageOf(imported, skipped),
    subject: {
      label: { code: "catalog.title" },
      url: skipped > 0 ? "/app/catalog?show=skipped" : "/app/catalog?show=imported",
    },
    at: now,
  });
}

function messageOf(imported: number, skipped: number): Message {
  if (skipped === 0) return { code: "catalog.activity.imported", imported };
  if (imported === 0) return { code: "catalog.activity.skipped", skipped };
  return { code: "catalog.activity.imported-and-skipped", imported, skipped };
}
