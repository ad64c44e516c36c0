import { Prisma } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, dueAt, isClaimable, postpone } from "../../queue/lease.server.ts";
import { SHOP_CALL_SECONDS } from "../../shop/call.server.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import type { WrittenAmounts } from "../links/amounts.ts";
import { productFields, type VariantField } from "../links/fields.ts";
import { announceLinks } from "../location/our-location.server.ts";
import type { Link } from "./decide-match.ts";

/** A product to link or unlink, claimed by a worker until `leasedUntil`. */
export type ClaimedMatch = {
  supplierProductId: SupplierProductId;
  state: "linking" | "unlinking";
  shopProductId: ShopProductId | null;
  chosen: Link[];
  price: "keep" | "follow" | null;
  retryCount: number;
  leasedUntil: Date;
};

/** A linked variant, with the amounts that linking has written. All other amounts are the merchant's. */
type LinkedVariant = Link & {
  inventoryItemId: string;
  amounts: WrittenAmounts;
  stock: number;
};

/** The result of linking a product. */
export type LinkOutcome =
  | {
      kind: "linked";
      shopProductId: ShopProductId;
      variants: LinkedVariant[];
      /** The product's status in the shop. The sync may change it until the merchant does. */
      status: string;
      channels: string[] | null;
      stockedElsewhere: number;
      /** The version of the price rules that the product follows. */
      priceRulesVersion: number;
    }
  | { kind: "failed"; problem: Message };

/** Lease in seconds. Linking a product of two thousand variants takes about twenty calls to Shopify. */
const LEASE_SECONDS = 20 * SHOP_CALL_SECONDS + 30;

/** Fields that stay the merchant's, whatever the merchant has chosen for prices. */
const MERCHANT_FIELDS: VariantField[] = ["barcode", "weight"];
const PRICE_FIELDS: VariantField[] = ["price", "compareAtPrice"];

/**
 * Claims the product that has been due longest; null if none is due. Products to link are claimed only while
 * the shop is connected to the supplier.
 */
export async function claimMatch(shop: ShopDomain): Promise<ClaimedMatch | null> {
  return inShop(shop, async (tx) => {
    const [claimed] = await claim(tx, "LinkMatch", {
      where: Prisma.sql`shop = ${shop}
        and (state = 'unlinking' or exists (select from connection where connection.shop = ${shop}))`,
      limit: 1,
      seconds: LEASE_SECONDS,
      set: { retryCount: { increment: 1 } },
    });
    if (!claimed) return null;
    return {
      supplierProductId: claimed.supplierProductId as SupplierProductId,
      state: claimed.state as ClaimedMatch["state"],
      shopProductId: claimed.shopProductId as ShopProductId | null,
      chosen: claimed.chosen as Link[],
      price: claimed.price as ClaimedMatch["price"],
      retryCount: claimed.retryCount - 1,
      leasedUntil: claimed.leasedUntil,
    };
  });
}

/** Makes a claimed product due again after `seconds`. */
export async function postponeMatch(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedMatch,
  change: { seconds: number; problem: Message },
): Promise<void> {
  await inShop(shop, (tx) => postpone(tx, "LinkMatch", { shop, supplierProductId, leasedUntil }, change));
}

/** Enqueues the next batch if anything is due. */
export async function wakeLinking(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const due = await tx.linkMatch.findFirst({ where: { shop, ...isClaimable(now) } });
    if (due) await enqueue(tx, jobs["catalog.link"], { shop });
  });
}

/**
 * Stores the result of linking, with the links. Does nothing if the lease ran out and another worker has
 * claimed the product.
 */
export async function endLinking(
  shop: ShopDomain,
  { supplierProductId, leasedUntil, price }: ClaimedMatch,
  outcome: LinkOutcome,
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const [row] = await queryRows<{ requestedAt: Date }>(tx)`
      select requested_at as "requestedAt" from link_match
      where shop = ${shop} and supplier_product_id = ${supplierProductId} and leased_until = ${leasedUntil} for update`;
    if (!row) return;
    const { requestedAt } = row;
    if (outcome.kind === "failed")
      await tx.linkMatch.update({
        where: { shop_supplierProductId: { shop, supplierProductId } },
        data: { state: "failed", problem: outcome.problem, ...dueAt(null), retryCount: 0 },
      });
    else {
      await storeLinks(tx, shop, { supplierProductId, price, outcome, requestedAt, now });
      await tx.linkMatch.delete({ where: { shop_supplierProductId: { shop, supplierProductId } } });
    }
    await recordWhenAllEnded(tx, shop, { requestedAt, now });
  });
}

/** Deletes the rows of an unlinked product. */
export async function endUnlinking(
  shop: ShopDomain,
  { supplierProductId, leasedUntil }: ClaimedMatch,
): Promise<void> {
  await inShop(shop, async (tx) => {
    const ended = await tx.linkMatch.deleteMany({ where: { shop, supplierProductId, leasedUntil } });
    if (ended.count > 0)
      await tx.productLink.deleteMany({ where: { shop, supplierProductId, delisted: "unlinked" } });
  });
}

async function storeLinks(
  tx: Tx,
  shop: ShopDomain,
  given: {
    supplierProductId: string;
    price: ClaimedMatch["price"];
    outcome: Extract<LinkOutcome, { kind: "linked" }>;
    requestedAt: Date;
    now: Date;
  },
): Promise<void> {
  const { supplierProductId, price, outcome, requestedAt, now } = given;
  const { shopProductId, variants, status, channels, stockedElsewhere, priceRulesVersion } = outcome;
  await announceLinks(tx, shop);
  const connection = await tx.connection.findUnique({ where: { shop } });
  const columns = {
    state: "imported",
    problem: Prisma.DbNull,
    shopProductId,
    account: connection?.account ?? null,
    imagesHash: null,
    imagesState: null,
    failedImages: Prisma.DbNull,
    delisted: null,
    channels: channels ?? Prisma.DbNull,
    stockedElsewhere,
    ownStock: "keep",
    toPublish: false,
    requestedAt,
    importedAt: now,
    ...dueAt(null),
    retryCount: 0,
    importId: null,
    shopState: null,
    writtenAt: now,
    shopUpdatedAt: null,
    awaitsStart: false,
    priceRulesVersion,
    // The sync adds only chosen variants, so this keeps it from adding the supplier's other variants.
    chosenVariants: variants.map(({ supplierVariantId }) => supplierVariantId),
    lastWritten: { status },
    inShop: { status },
    merchantFields: productFields.filter((field) => field !== "status"),
  };
  await tx.productLink.upsert({
    where: { shop_supplierProductId: { shop, supplierProductId } },
    create: { shop, supplierProductId, ...columns },
    update: columns,
  });
  await tx.variantLink.deleteMany({ where: { shop, supplierProductId } });
  await tx.variantLink.createMany({
    data: variants.map(({ amounts: { values, sent, inShop: there }, ...variant }) => ({
      shop,
      supplierProductId,
      ...variant,
      ...values,
      sent,
      inShop: there,
      merchantFields: price === "follow" ? MERCHANT_FIELDS : [...PRICE_FIELDS, ...MERCHANT_FIELDS],
    })),
  });
}

/**
 * Records one activity entry for all products that the merchant confirmed together, after the last one has
 * ended.
 */
async function recordWhenAllEnded(
  tx: Tx,
  shop: ShopDomain,
  { requestedAt, now }: { requestedAt: Date; now: Date },
): Promise<void> {
  // Without the lock, two transactions that end the last two products would each see the other as unfinished,
  // and no entry would be recorded.
  await execute(tx)`select pg_advisory_xact_lock(hashtext('catalog.link'), hashtext(${shop}))`;
  if ((await tx.linkMatch.count({ where: { shop, requestedAt, state: "linking" } })) > 0) return;
  const failed = await tx.linkMatch.count({ where: { shop, requestedAt, state: "failed" } });
  const linked = await tx.productLink.count({ where: { shop, requestedAt, state: "imported" } });
  await recordActivity(tx, {
    shop,
    kind: "catalog.linked",
    tone: failed > 0 ? "warning" : "success",
    message: { code: "links.activity.linked", linked, failed },
    subject: { label: { code: "links.title" }, url: failed > 0 ? "/app/links" : "/app/links?show=linked" },
    at: now,
  });
}
