import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { ProductContent } from "../../shop/products/product-content.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import {
  findVariantsBySku,
  lookUpProduct,
  type VariantWithSku,
} from "../../shop/products/variants-by-sku.server.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";

/**
 * The shop's product for an import. `needs-linking`: the shop may have the product, but only the merchant can
 * decide.
 */
export type Existing =
  | { kind: "none" }
  | { kind: "product"; product: ShopProduct }
  | { kind: "needs-linking"; problem: Message }
  | { kind: "user-errors"; problem: Message };

/**
 * Looks for the shop's product, to avoid duplicates: by Shopify's id, then by the supplier's id in the
 * metafields, and by SKU before variants are created. Restores metafields that a recognized product lacks.
 * `alike`: the shop's variants with these SKUs, if the caller has searched. Then skips the lookup by the
 * supplier's id: Shopify rejects a duplicate.
 * @throws Failure if the shop gives no clear answer.
 */
export async function findExisting(
  shop: ShopDomain,
  {
    content,
    shopProductId,
    locationId,
    alike: searched,
  }: {
    content: ProductContent;
    shopProductId: ShopProductId | null;
    locationId: string;
    alike: VariantWithSku[] | null;
  },
): Promise<Existing> {
  const { supplierProductId, variants } = content;
  const read = { locationId, expected: variants.length, withChannels: true, withItems: true };
  const known = shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, read);
  if (known === null) {
    const { shopProductId: found, alike } =
      searched === null
        ? await lookUpProduct(shop, { supplierProductId, skus: skusOf(variants) })
        : { shopProductId: null, alike: searched };
    // Another worker created it, or an installation whose rows were erased.
    const ids = new Set<string | null>(variants.map(({ supplierVariantId }) => supplierVariantId));
    const id = found ?? alike.find(({ supplierVariantId }) => ids.has(supplierVariantId))?.shopProductId;
    const product = id === undefined ? null : await findProduct(shop, { id }, read);
    if (product === null) return (await conflictOf(shop, alike)) ?? { kind: "none" };
    return findIn(shop, product, content);
  }
  return findIn(shop, known, content);
}

/** Recognizes the product's variants, and checks that the missing ones are not elsewhere in the shop. */
async function findIn(shop: ShopDomain, found: ShopProduct, content: ProductContent): Promise<Existing> {
  const { supplierProductId, variants } = content;
  const product = await recognizeProduct(shop, found, supplierProductId);
  if (!isRecognized(product))
    return { kind: "needs-linking", problem: { code: "catalog.skip.needs-linking" } };
  const marked = await restoreMarks(shop, { found, recognized: product }, supplierProductId);
  if (marked.kind === "user-errors") return marked;
  const there = new Set(product.variants.map(({ supplierVariantId }) => supplierVariantId));
  const created = variants.filter(({ supplierVariantId }) => !there.has(supplierVariantId));
  const alike = await findVariantsBySku(shop, skusOf(created));
  return (await conflictOf(shop, alike)) ?? { kind: "product", product };
}

function skusOf(variants: ProductContent["variants"]): string[] {
  return [...new Set(variants.map(({ sku }) => sku))];
}

/**
 * Returns null if each of these variants is one of the supplier's, by its metafield or our link: several may
 * share a SKU.
 */
async function conflictOf(shop: ShopDomain, alike: VariantWithSku[]): Promise<Existing | null> {
  const unmarked = alike.filter(({ supplierVariantId }) => supplierVariantId === null);
  if (unmarked.length === 0) return null;
  const links = await inShop(shop, (tx) =>
    tx.variantLink.findMany({ where: { shop, shopVariantId: { in: unmarked.map(({ id }) => id) } } }),
  );
  const unlinked = unmarked.filter(({ id }) => !links.some(({ shopVariantId }) => shopVariantId === id));
  if (unlinked.length === 0) return null;
  const skus = [...new Set(unlinked.map(({ sku }) => sku))];
  return { kind: "needs-linking", problem: { code: "catalog.skip.needs-linking-sku", skus } };
}
