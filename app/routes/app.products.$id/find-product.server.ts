import { Prisma } from "@prisma/client";

import { safeDescription } from "../../catalog/import/safe-description.ts";
import type { OffSale } from "../../catalog/links/off-sale-choices.ts";
import { findSupplierProduct } from "../../catalog/mirror/find-supplier-product.server.ts";
import { priceProducts, shopPrices } from "../../catalog/search/price-products.server.ts";
import { variantName } from "../../catalog/links/variant-name.ts";
import type { LinkedVariant } from "../../catalog/sync/linked-product.ts";
import { messageOfCause, messageOfChange } from "../../catalog/sync/message-of-change.ts";
import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { notWebAddresses } from "../../lib/http/web-address.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { decimalSign, typedDecimal } from "../../lib/read-decimal.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import type { PriceField } from "./price-fields.ts";

/** Maximum number of entries in a product's history. Older entries are on the pages "Activity" and "Changes". */
const MAX_HISTORY = 50;

/** A product of the supplier as last read, with its state in the shop. */
export type FoundProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>;

/** Reads a product with all its variants; null if the supplier never listed it. */
export async function findProduct(
  shop: ShopDomain,
  { id, language }: { id: SupplierProductId; language: string },
) {
  const selling = await priceProducts(shop);
  const { found, ...there } = await readInShop(shop, async (tx) => ({
    found: await findSupplierProduct(tx, shop, id),
    ...(await findInShop(tx, shop, id)),
  }));
  if (found === null) return null;
  const { link, linked, prices, pending, currency, history, waitingPrices } = there;
  const { product, gone } = found;
  const of = { category: product.category, version: link?.priceRulesVersion ?? null };
  return {
    id,
    gone,
    name: product.name,
    brand: product.brand,
    category: product.category,
    discontinued: product.discontinued,
    unreadable: product.unreadable,
    images: product.images,
    imagesLeftOut: notWebAddresses([
      ...product.images.map(({ url }) => url),
      ...product.variants.map(({ imageUrl }) => imageUrl),
    ]),
    /** Sanitized in the same way as for the shop. */
    descriptionHtml: safeDescription(product.descriptionHtml),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      barcode: variant.barcode,
      /** Null if the supplier gave neither options nor a SKU. */
      name: variantName(variant, product.options),
      cost: variant.price,
      stock: variant.stock,
      price:
        selling && selling.priceOf({ cost: variant.price, ...of, shopPrice: prices.get(variant.id) ?? null }),
      shopVariantId: linked.get(variant.id) ?? null,
    })),
    priceFields: product.variants.flatMap((variant): PriceField[] => {
      const inShop = prices.get(variant.id);
      if (!inShop || currency === null) return [];
      const rule = selling && selling.priceOf({ cost: variant.price, ...of, shopPrice: null });
      return [
        {
          id: variant.id,
          name: variantName(variant, product.options) ?? product.name,
          price: inShop.price,
          shown: typedDecimal(pending.get(variant.id) ?? inShop.price ?? "", decimalSign(language)),
          own: inShop.own,
          pending: pending.has(variant.id),
          rule: rule?.kind === "priced" ? rule.amount : null,
        },
      ];
    }),
    currency,
    /** Costs that the margins do not include; null if there are no margins. */
    missing: selling?.missing ?? null,
    link,
    history,
    waitingPrices,
  };
}

async function findInShop(tx: Tx, shop: ShopDomain, id: SupplierProductId) {
  const link = await tx.productLink.findUnique({
    where: { shop_supplierProductId: { shop, supplierProductId: id } },
  });
  const variants = await tx.variantLink.findMany({
    where: { shop, supplierProductId: id, shopState: null },
    select: { supplierVariantId: true, shopVariantId: true, undoTo: true },
  });
  const prices = await queryRows<{ id: string; own: boolean; price: string | null }>(
    tx,
  )`${shopPrices({ shop: Prisma.sql`${shop}`, id: Prisma.sql`${id}` })}`;
  const entries = await tx.activity.findMany({
    where: { shop, subjectUrl: `/app/products/${encodeURIComponent(id)}` },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MAX_HISTORY,
  });
  const changes = await tx.catalogChange.findMany({
    where: { shop, supplierProductId: id },
    orderBy: { at: "desc" },
    take: MAX_HISTORY,
  });
  const variantsOfSupplier = await tx.supplierVariant.findMany({
    where: { shop, supplierProductId: id },
    select: { id: true, sku: true },
  });
  const facts = await storedFacts(tx, shop);
  const skuOf = new Map(variantsOfSupplier.map((variant) => [variant.id, variant.sku]));
  const changed = changes.map(({ at, supplierVariantId, field, old, new: now, currency, ...cause }) => {
    const sku = supplierVariantId && (skuOf.get(supplierVariantId) ?? supplierVariantId);
    const change = messageOfChange({ sku, field, old, new: now }, currency);
    const message: Message = { code: "product.history.changed", cause: messageOfCause(cause), change };
    return { at, message };
  });
  const recorded = entries.flatMap(({ at, message }) => {
    const said = storedMessage(message);
    return said === null ? [] : [{ at, message: said }];
  });
  return {
    waitingPrices: await tx.priceApproval.count({
      where: { shop, supplierProductId: id, state: "waiting" },
    }),
    currency: facts?.currency ?? null,
    /** Prices that the merchant set here and that we have not yet written to the shop. */
    pending: new Map(
      variants.flatMap(({ supplierVariantId, undoTo }) => {
        const price = undoTo === null ? null : (undoTo as NonNullable<LinkedVariant["undoTo"]>).price;
        return price === null ? [] : [[supplierVariantId, price] as const];
      }),
    ),
    linked: new Map(variants.map((variant) => [variant.supplierVariantId, variant.shopVariantId])),
    prices: new Map(
      link?.shopState === "deleted" ? [] : prices.map(({ id: variant, ...price }) => [variant, price]),
    ),
    link: link && {
      state: link.state as "importing" | "imported" | "skipped" | "needs-linking",
      problem: storedMessage(link.problem),
      shopProductId: link.shopProductId,
      priceRulesVersion: link.priceRulesVersion,
      offSale: link.offSale as OffSale | null,
      /** True while a change that the merchant made on this page is not yet written to the shop. */
      isDue: link.syncDueAt !== null && link.delisted === null && link.shopState === null,
      channels: link.channels as string[] | null,
      isDraft: isDraft(link),
      /** True if the merchant has deleted the product in the shop. */
      isDeleted: link.shopState === "deleted",
    },
    history: [...recorded, ...changed, ...milestones(link)]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, MAX_HISTORY),
  };
}

/** Returns true if the shop's product is a draft, as last known. */
function isDraft({ inShop, lastWritten }: { inShop: unknown; lastWritten: unknown }): boolean {
  type Known = { status?: string };
  return ((inShop as Known).status ?? (lastWritten as Known).status) === "DRAFT";
}

function milestones(
  link: { requestedAt: Date; importedAt: Date | null } | null,
): { at: Date; message: Message }[] {
  if (link === null) return [];
  const requested = { at: link.requestedAt, message: { code: "product.history.requested" } as const };
  if (link.importedAt === null) return [requested];
  return [requested, { at: link.importedAt, message: { code: "product.history.imported" } }];
}
