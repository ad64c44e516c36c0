import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { dueAt, isClaimable } from "../../queue/lease.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import { announceFirstLinks } from "../location/our-location.server.ts";
import type { ClaimedImport, FailedImage, ImagesState } from "./import-claims.server.ts";
import type { KeptValues } from "./kept-values.ts";
import type { OverwritableField } from "./import-options.ts";
import { endFinishedRuns, takeBack } from "./import-run-store.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { storeWritten } from "./store-written.server.ts";

/** How an import ended. */
export type ImportOutcome =
  | (KeptValues & {
      kind: "imported";
      shopProductId: ShopProductId;
      /** Version of the price rules behind its prices. */
      priceRulesVersion: number;
      imagesHash: string | null;
      /** Task of the images check; null if the product needs none. */
      imagesState: ImagesState | null;
      /** Sales channels that it is published to; null if unknown. */
      channels: string[] | null;
      /** Why it is not published as intended. */
      problem: Message | null;
      /** Number of other locations that still stock its variants. */
      stockedElsewhere: number;
      /** Fields that the merchant let the import overwrite, which follow the supplier again. */
      overwritten: OverwritableField[] | "all";
    })
  | { kind: "skip"; reason: Message }
  /** Canceled, and the shop does not have the product, so it returns to its state before the import. */
  | { kind: "taken-back" }
  /** The shop may have it already, and only the merchant can decide. */
  | { kind: "needs-linking"; reason: Message };

/** A product that is in the shop. */
export type ImportedProduct = Extract<ImportOutcome, { kind: "imported" }> & {
  /** True if it is not published so far. */
  isNew: boolean;
  /** True if Shopify stocks new variants at other locations as well, or may. */
  leavesPlaces: boolean;
};

/** Records that the import is about to create products, which it or a later run must then publish. */
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

/** Stores how an import ended, unless its lease ran out and another worker has claimed it. */
export async function endImport(
  shop: ShopDomain,
  claimed: ClaimedImport,
  outcome: ImportOutcome,
): Promise<void> {
  const { supplierProductId, leasedUntil } = claimed;
  await inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    if (outcome.kind === "taken-back") {
      await takeBackCancelled(tx, shop, claimed, now);
      return;
    }
    const [ended] = await tx.productLink.updateManyAndReturn({
      where: { shop, supplierProductId, leasedUntil },
      data: { retryCount: 0, beforeImport: Prisma.DbNull, ...columnsOf(claimed, outcome, now) },
    });
    if (!ended) return;
    if (outcome.kind === "imported") {
      await announceFirstLinks(tx, shop);
      await storeWritten(tx, shop, { supplierProductId, ...outcome });
    }
    if (ended.importId !== null) await endFinishedRuns(tx, shop, { importId: ended.importId, now });
  });
}

async function takeBackCancelled(
  tx: Tx,
  shop: ShopDomain,
  { supplierProductId, importId, leasedUntil }: ClaimedImport,
  now: Date,
): Promise<void> {
  if (importId === null) return;
  const which = Prisma.sql`supplier_product_id = ${supplierProductId} and leased_until = ${leasedUntil}`;
  await takeBack(tx, shop, { importId, which, now });
  await endFinishedRuns(tx, shop, { importId, now });
}

/** Shopify takes some seconds per image, and one request checks many products. */
const FIRST_LOOK_SECONDS = 60;

/** Stores the result of an images check, unless an import has claimed the product since. */
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
 * Makes a claimed import due again after `seconds`. `also` postpones other due imports without trying them:
 * "all", or those that are "new" to the shop.
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

function columnsOf(
  { leavesOwnStock }: ClaimedImport,
  outcome: Exclude<ImportOutcome, { kind: "taken-back" }>,
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
    // A newly created product inherits nothing from its predecessor.
    ...(outcome.overwritten === "all" && { draftedFrom: null, intended: Prisma.DbNull }),
    shopState: null,
    writtenAt: now,
    shopUpdatedAt: null,
    awaitsStart: false,
    // The request to leave other locations is done. The choice to keep their stock lasts as long as there is
    // any.
    ...((leavesOwnStock || stockedElsewhere === 0) && { ownStock: null }),
  };
}
