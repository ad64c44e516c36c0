import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { importProductsJob } from "../jobs.ts";
import type { KeptValues } from "./kept-values.ts";
import type { OverwritableField } from "./runs/import-options.ts";
import { endFinishedRuns, lockImports } from "./runs/import-run-store.server.ts";
import { storeWritten } from "./store-written.server.ts";

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

/** How an import ended. */
export type ImportOutcome =
  | (KeptValues & {
      kind: "imported";
      shopProductId: ShopProductId;
      /** The price rules that its prices were made by. */
      priceRulesVersion: number;
      imagesHash: string | null;
      /** What a check of its images has to do; null when they need none. */
      imagesState: ImagesState | null;
      /** Where it is published, as far as that was read. */
      channels: string[] | null;
      /** Why it is not published as it should be. */
      problem: Message | null;
      /** At how many places besides ours its variants stay stocked. */
      stockedElsewhere: number;
      /** What the merchant had overwritten, and so gave back. */
      overwritten: OverwritableField[] | "all";
    })
  | { kind: "skip"; reason: Message }
  /** The shop may have it already, and only the merchant can say so. */
  | { kind: "needs-linking"; reason: Message };

/**
 * Longer than a batch takes, which mostly waits for points: some 15,000 of them at a hundred a second. If a larger one
 * outlasts it, a second worker does the same once more, which changes nothing in the shop. After a crash it is due again
 * then.
 */
const LEASE_SECONDS = 15 * 60;

/** How many products are claimed at once, and how many variants they may have in all. */
const BATCH = 20;
const BATCH_VARIANTS = 1000;

/**
 * Claims the imports that have been due the longest. Imports of an account that the shop is not connected to are no
 * longer due: they wait until it is again.
 */
export async function claimImports(shop: ShopDomain): Promise<ClaimedImport[]> {
  return inShop(shop, async (tx, now) => {
    await tx.$executeRaw`
      update product_link link set next_at = null where shop = ${shop} and next_at <= ${now} and not exists (
        select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account)`;
    const leasedUntil = after(now, LEASE_SECONDS);
    // What stood in the way the last time is out of date. Of what waits, a problem says so.
    const claimed = await tx.$queryRaw<Omit<ClaimedImport, "leasedUntil">[]>`
      with due as (
        select supplier_product_id as id, next_at from product_link where shop = ${shop} and next_at <= ${now}
        order by next_at, supplier_product_id limit ${BATCH} for update skip locked),
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
        and (counted.variants <= ${BATCH_VARIANTS} or counted.place = 1)
      returning link.supplier_product_id as "supplierProductId", shop_product_id as "shopProductId",
        import_id::text as "importId", chosen_variants as "chosenVariants", images_hash as "imagesHash",
        own_stock is not distinct from 'leave' as "leavesOwnStock", to_publish as "toPublish", state,
        images_state as "imagesState", failed_images as "failedImages", retry_count - 1 as "retryCount"`;
    return claimed.map((each) => ({ ...each, leasedUntil }));
  });
}

/** Records that products are about to be created and must then be published, if need be by a later run. */
export async function storeToPublish(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const ids = claimed.map(({ supplierProductId }) => supplierProductId);
  const nextAt = { in: claimed.map(({ leasedUntil }) => leasedUntil) };
  if (ids.length === 0) return;
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: ids }, nextAt },
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
    await lockImports(tx, shop);
    const [ended] = await tx.productLink.updateManyAndReturn({
      where: { shop, supplierProductId, nextAt: leasedUntil },
      data: { retryCount: 0, beforeImport: Prisma.DbNull, ...columnsOf(claimed, outcome, now) },
    });
    if (!ended) return;
    if (outcome.kind === "imported") await storeWritten(tx, shop, { supplierProductId, ...outcome });
    if (ended.importId !== null) await endFinishedRuns(tx, shop, { importId: ended.importId, now });
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

/** Wakes the next batch if anything is due, and ends imports whose last products are gone. */
export async function wakeImports(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await endFinishedRuns(tx, shop, { now });
    const due = await tx.productLink.findFirst({ where: { shop, nextAt: { lte: now } } });
    if (due) await enqueue(tx, importProductsJob, { shop });
  });
}

function columnsOf({ leavesOwnStock }: ClaimedImport, outcome: ImportOutcome, now: Date) {
  if (outcome.kind === "skip") return { state: "skipped", problem: outcome.reason, nextAt: null };
  if (outcome.kind === "needs-linking")
    return { state: "needs-linking", problem: outcome.reason, nextAt: null };
  const { imagesState } = outcome;
  const { shopProductId, imagesHash, stockedElsewhere, channels, problem, priceRulesVersion } = outcome;
  return {
    ...{ imagesState, nextAt: imagesState === null ? null : after(now, FIRST_LOOK_SECONDS) },
    ...{ state: "imported", problem: problem ?? Prisma.DbNull, importedAt: now },
    ...{ channels: channels ?? Prisma.DbNull, toPublish: problem !== null },
    ...{ shopProductId, imagesHash, stockedElsewhere, priceRulesVersion },
    ...{ shopState: null, writtenAt: now, shopUpdatedAt: null, awaitsStart: false },
    // What the merchant asked for is done; that their own stock is kept holds while there is any.
    ...((leavesOwnStock || stockedElsewhere === 0) && { ownStock: null }),
  };
}
