import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { Message } from "../../messages/message.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { dueAt, isClaimable } from "../../queue/lease.server.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { AmountField } from "../links/amounts.ts";
import { followable, productFields, storedKey, variantFields } from "../links/fields.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { announceLinks } from "../location/our-location.server.ts";
import type { ClaimedImport, FailedImage, ImagesState } from "./import-claims.server.ts";
import type { OverwritableField } from "./import-options.ts";
import { endFinishedRuns, restoreCanceled } from "./import-run-store.server.ts";
import type { WrittenValues } from "./written-values.ts";
import { storeBelowCost } from "../pricing/store-below-cost.server.ts";

/** The result of an import. */
export type ImportOutcome =
  | (WrittenValues & {
      kind: "imported";
      shopProductId: ShopProductId;
      /** Version of the price rules that the product's prices were computed with. */
      priceRulesVersion: number;
      imagesHash: string | null;
      /** The next task of the images check; null if it has nothing to do. */
      imagesState: ImagesState | null;
      /** Sales channels that the product is published to; null if unknown. */
      channels: string[] | null;
      /** The reason why the product is not published as intended; null if it is published. */
      problem: Message | null;
      /** Number of inventory levels that the product's variants still have at other locations. */
      stockedElsewhere: number;
      /** Fields that the merchant let the import overwrite. From now on they follow the supplier. */
      overwritten: OverwritableField[] | "all";
    })
  | { kind: "skip"; reason: Message }
  /**
   * The merchant canceled the import before the shop had the product. The product's row gets its state before
   * the import.
   */
  | { kind: "canceled" }
  /** The shop may have the product already, and only the merchant can decide that. */
  | { kind: "needs-linking"; reason: Message };

/** A product that is in the shop. */
export type ImportedProduct = Extract<ImportOutcome, { kind: "imported" }> & {
  /** True if the product must still be published. */
  isNew: boolean;
  /** True if Shopify stocks new variants at other locations, too, or may do so. */
  mayStockElsewhere: boolean;
};

/** Runs `work` for a claimed import. On failure, ends the import as skipped or postpones it. */
export async function tryImport(
  shop: ShopDomain,
  claimed: ClaimedImport,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await failImport(shop, claimed, error);
  }
}

/**
 * Handles a failed import or images check. After a permanent failure, ends an import as skipped, and an images
 * check with the problem. After other failures, postpones both.
 */
export async function failImport(shop: ShopDomain, claimed: ClaimedImport, error: unknown): Promise<void> {
  const { supplierProductId, retryCount } = claimed;
  log.warn({ shop, supplierProductId, err: error, retryCount }, "catalog.import-failed");
  const failure = error instanceof Failure ? error : null;
  if (failure?.isPermanent && claimed.state === "imported") {
    await endImagesCheck(shop, claimed, { failedImages: [], problem: failure.explanation });
    return;
  }
  if (failure?.isPermanent) {
    await endImport(shop, claimed, { kind: "skip", reason: failure.explanation });
    return;
  }
  await postponeImport(shop, claimed, {
    seconds: backOffSeconds(retryCount, { failure }),
    problem: failure?.explanation ?? { code: "failure.ours" },
    also: alsoPostponed(failure),
  });
}

/** Stores the result of an import, unless its lease ran out and another worker has claimed it. */
export async function endImport(
  shop: ShopDomain,
  claimed: ClaimedImport,
  outcome: ImportOutcome,
): Promise<void> {
  const { supplierProductId, leasedUntil } = claimed;
  await inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    if (outcome.kind === "canceled") {
      await restoreProduct(tx, shop, claimed, now);
      return;
    }
    const [ended] = await tx.productLink.updateManyAndReturn({
      where: { shop, supplierProductId, leasedUntil },
      data: { retryCount: 0, beforeImport: Prisma.DbNull, ...columnsOf(claimed, outcome, now) },
    });
    if (!ended) return;
    if (outcome.kind === "imported") {
      await announceLinks(tx, shop);
      await storeWritten(tx, shop, { supplierProductId, ...outcome });
      await storeBelowCost(tx, shop, { products: [supplierProductId] });
    }
    if (ended.importId !== null) await endFinishedRuns(tx, shop, { importId: ended.importId, now });
  });
}

/**
 * Makes a claimed import due again after `seconds`. `also`: postpones other due imports as well, because they
 * would fail for the same reason: "all", or those that are "new" to the shop.
 */
export async function postponeImport(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedImport,
  { seconds, problem, also }: { seconds: number; problem: Message | null; also: "all" | "new" | null },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const data = { ...dueAt(after(now, seconds)), ...(problem && { problem }) };
    await tx.productLink.updateMany({ where: { shop, supplierProductId, leasedUntil }, data });
    if (also === null) return;
    const due = { shop, state: "importing", ...isClaimable(now) };
    await tx.productLink.updateMany({
      where: { ...due, ...(also === "new" && { shopProductId: null }) },
      data,
    });
  });
}

/** Stores the result of an images check, unless another worker has claimed the product meanwhile. */
export async function endImagesCheck(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedImport,
  { failedImages, problem }: { failedImages: FailedImage[]; problem: Message | null },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId, leasedUntil },
      data: {
        imagesState: null,
        ...dueAt(null),
        retryCount: 0,
        failedImages: failedImages.length > 0 ? failedImages : Prisma.DbNull,
        ...(problem && { problem }),
      },
    }),
  );
}

/**
 * Records that an import is about to create these products. If the worker crashes after creating them, a later
 * try knows that it must publish them.
 */
export async function storeToPublish(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const ids = claimed.map(({ supplierProductId }) => supplierProductId);
  const leasedUntil = { in: claimed.map((each) => each.leasedUntil) };
  if (ids.length === 0) return;
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: ids }, leasedUntil },
      data: { toPublish: true },
    }),
  );
}

/** Returns the other imports of the shop that would fail for the same reason. */
function alsoPostponed(failure: Failure | null): "all" | "new" | null {
  if (failure?.code === "access-lost" || failure?.code === "app-denied") return "all";
  return failure?.explanation.code === DAILY_VARIANTS ? "new" : null;
}

/**
 * Delay of the first images check. Shopify takes some seconds per image. The delay also lets one check cover
 * more products.
 */
const FIRST_LOOK_SECONDS = 60;

function columnsOf(
  { leavesOwnStock }: ClaimedImport,
  outcome: Exclude<ImportOutcome, { kind: "canceled" }>,
  now: Date,
) {
  if (outcome.kind === "skip") return { state: "skipped", problem: outcome.reason, ...dueAt(null) };
  if (outcome.kind === "needs-linking")
    return { state: "needs-linking", problem: outcome.reason, ...dueAt(null) };
  const { imagesState } = outcome;
  const { shopProductId, imagesHash, stockedElsewhere, channels, problem, priceRulesVersion } = outcome;
  return {
    imagesState,
    ...dueAt(imagesState === null ? null : after(now, FIRST_LOOK_SECONDS)),
    state: "imported",
    problem: problem ?? Prisma.DbNull,
    importedAt: now,
    channels: channels ?? Prisma.DbNull,
    toPublish: problem !== null,
    shopProductId,
    imagesHash,
    stockedElsewhere,
    priceRulesVersion,
    // The product is newly created, so clears the values of a deleted product that was linked before.
    ...(outcome.overwritten === "all" && {
      draftedFrom: null,
      pendingWrite: Prisma.DbNull,
      awaitsStart: false,
    }),
    shopState: null,
    writtenAt: now,
    shopUpdatedAt: null,
    // The import has carried out the merchant's choice "leave". The choice "keep" stays stored while other
    // locations have stock.
    ...((leavesOwnStock || stockedElsewhere === 0) && { ownStock: null }),
  };
}

/**
 * Stores a product's links with the values that the import wrote to the shop. Keeps the stored price, cost and
 * compare-at price if the import wrote none. Fields that the import overwrote are no longer the merchant's.
 */
async function storeWritten(
  tx: Tx,
  shop: ShopDomain,
  written: WrittenValues & { supplierProductId: string; overwritten: string[] | "all" },
): Promise<void> {
  const { supplierProductId, lastWritten, variants } = written;
  const isNew = written.overwritten === "all";
  const overwritten =
    written.overwritten === "all" ? [...productFields, ...variantFields] : written.overwritten;
  const { status, title, vendor, productType } = lastWritten;
  const shown = { ...(status != null && { status }), title, vendor, productType };
  // Shopify may store a text differently than we sent it. Forgets its stored forms of the old texts; the next
  // comparison reads those of the new texts.
  const stale = followable.filter((field) => field in lastWritten).map(storedKey);
  await execute(tx)`
    update product_link set
      last_written = case when ${isNew} then '{}'::jsonb else last_written - ${stale}::text[] end
        || ${JSON.stringify(lastWritten)}::jsonb,
      in_shop = case when ${isNew} then '{}'::jsonb else in_shop end || ${JSON.stringify(shown)}::jsonb,
      merchant_fields = array(
        select field from unnest(merchant_fields) as field where field <> all(${overwritten}::text[]))
    where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
  const column = <Name extends keyof WrittenValues["variants"][number]>(name: Name) =>
    variants.map((variant) => variant[name]);
  const ids = { supplier: column("supplierVariantId"), shop: column("shopVariantId") };
  const wrote = variants.map(({ amounts }) => Object.keys(amounts.values));
  const priced = ids.supplier.filter((_, index) => wrote[index]?.includes("compareAtPrice"));
  const amount = (field: AmountField) => variants.map(({ amounts }) => amounts.values[field] ?? null);
  const json = (of: (each: (typeof variants)[number]) => unknown) =>
    variants.map((each) => JSON.stringify(of(each)));
  // If the merchant deleted a variant and we created it again, its old link is stale.
  await execute(tx)`
    delete from variant_link link using unnest(${ids.supplier}::text[], ${ids.shop}::text[]) as now (supplier, shop)
    where link.shop = ${shop} and (link.supplier_variant_id = now.supplier) <> (link.shop_variant_id = now.shop)`;
  await execute(tx)`
    update variant_link link set sent = sent - string_to_array(fields, ','),
      former_currency = array(select unnest(link.former_currency) except select unnest(string_to_array(fields, ',')))
    from unnest(${ids.supplier}::text[], ${wrote.map((fields) => fields.join(","))}::text[]) as written (supplier, fields)
    where link.shop = ${shop} and link.supplier_variant_id = written.supplier and (sent <> '{}' or former_currency <> '{}')`;
  const ours = overwritten.includes("price") ? ["price", "compareAtPrice", "cost"] : [];
  const given = [...ours, ...overwritten];
  await execute(tx)`
    insert into variant_link (shop, supplier_product_id, supplier_variant_id, shop_variant_id, inventory_item_id, price,
      compare_at_price, cost, stock, merchant_fields, sent, in_shop)
    select ${shop}, ${supplierProductId}, supplier, shop, item, price, compare_at, cost, stock,
      string_to_array(fields, ','), sent::jsonb, in_shop::jsonb
    from unnest(${ids.supplier}::text[], ${ids.shop}::text[],
      ${column("inventoryItemId")}::text[], ${amount("price")}::text[], ${amount("compareAtPrice")}::text[],
      ${amount("cost")}::text[], ${column("stock")}::int[], ${column("merchantFields").map((fields) => fields.join(","))}::text[],
      ${json(({ amounts }) => amounts.sent)}::text[], ${json(({ amounts }) => amounts.inShop)}::text[])
      as now (supplier, shop, item, price, compare_at, cost, stock, fields, sent, in_shop)
    on conflict (shop, supplier_variant_id) do update set supplier_product_id = excluded.supplier_product_id,
      shop_variant_id = excluded.shop_variant_id, inventory_item_id = excluded.inventory_item_id,
      price = coalesce(excluded.price, variant_link.price), cost = coalesce(excluded.cost, variant_link.cost),
      compare_at_price = case when excluded.supplier_variant_id = any(${priced}::text[])
        then excluded.compare_at_price else variant_link.compare_at_price end, stock = excluded.stock, stock_before = null,
      shop_state = null, sent = variant_link.sent || excluded.sent,
      in_shop = variant_link.in_shop || excluded.in_shop,
      undo_to = case when ${overwritten.includes("price")} then null else variant_link.undo_to end,
      price_cost = case when excluded.price is null then variant_link.price_cost end,
      merchant_fields = array(
        select field from unnest(variant_link.merchant_fields) as field where field <> all(${given}::text[]))`;
}

async function restoreProduct(
  tx: Tx,
  shop: ShopDomain,
  { supplierProductId, importId, leasedUntil }: ClaimedImport,
  now: Date,
): Promise<void> {
  if (importId === null) return;
  const which = Prisma.sql`supplier_product_id = ${supplierProductId} and leased_until = ${leasedUntil}`;
  await restoreCanceled(tx, shop, { importId, which, now });
  await endFinishedRuns(tx, shop, { importId, now });
}
