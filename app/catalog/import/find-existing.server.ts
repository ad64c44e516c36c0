import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import type { ProductContent, VariantContent } from "../../shop/product-content.ts";
import { findProduct, type ShopProduct } from "../../shop/products.server.ts";
import { findVariantsBySku, type VariantWithSku } from "../../shop/variants-by-sku.server.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";

/** What the shop has of a product that is to be imported. `problem`: it may have it, but only the merchant can say. */
export type Existing =
  | { kind: "none" }
  | { kind: "product"; product: ShopProduct }
  | { kind: "needs-linking"; problem: Message }
  | { kind: "user-errors"; problem: Message };

/**
 * Looks for the shop's product, so that none is made a second time: by its id and by the supplier's as the shop keeps
 * it and, before variants are made, by their SKUs. Metafields that a recognized product lacks are written anew.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function findExisting(
  shop: ShopDomain,
  { content, shopProductId }: { content: ProductContent; shopProductId: ShopProductId | null },
): Promise<Existing> {
  const { supplierProductId, variants } = content;
  const expected = variants.length;
  const known =
    (shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, expected)) ??
    (await findProduct(shop, { supplierProductId }, expected));
  const existing: Existing =
    known === null ? { kind: "none" } : await recognized(shop, known, supplierProductId);
  const created = missingIn(existing, variants);
  if ((existing.kind !== "none" && existing.kind !== "product") || created.length === 0) return existing;

  const alike = await findVariantsBySku(shop, [...new Set(created.map(({ sku }) => sku))]);
  const ours = alike.find(({ supplierVariantId }) =>
    created.some((each) => each.supplierVariantId === supplierVariantId),
  );
  if (ours !== undefined && existing.kind === "none") {
    const product = await findProduct(shop, { id: ours.shopProductId }, expected);
    return product === null ? existing : recognized(shop, product, supplierProductId);
  }
  const unlinked = await withoutLinks(shop, alike);
  if (unlinked.length === 0) return existing;
  const skus = [...new Set(unlinked.map(({ sku }) => sku))];
  return { kind: "needs-linking", problem: { code: "catalog.needs-linking.sku", skus } };
}

async function recognized(
  shop: ShopDomain,
  found: ShopProduct,
  supplierProductId: string,
): Promise<Existing> {
  const product = await recognizeProduct(shop, found, supplierProductId);
  if (!isRecognized(product)) return { kind: "needs-linking", problem: { code: "catalog.needs-linking" } };
  const marked = await restoreMarks(shop, { found, recognized: product }, supplierProductId);
  return marked.kind === "done" ? { kind: "product", product } : marked;
}

function missingIn(existing: Existing, variants: VariantContent[]): VariantContent[] {
  const there = existing.kind === "product" ? existing.product.variants : [];
  const ids = new Set(there.map(({ supplierVariantId }) => supplierVariantId));
  return variants.filter(({ supplierVariantId }) => !ids.has(supplierVariantId));
}

/** Of these variants, those that are linked to no variant of the supplier. Two of the supplier's may share a SKU. */
async function withoutLinks(shop: ShopDomain, variants: VariantWithSku[]): Promise<VariantWithSku[]> {
  const unmarked = variants.filter(({ supplierVariantId }) => supplierVariantId === null);
  if (unmarked.length === 0) return [];
  const links = await inShop(shop, (tx) =>
    tx.variantLink.findMany({ where: { shop, shopVariantId: { in: unmarked.map(({ id }) => id) } } }),
  );
  return unmarked.filter(({ id }) => !links.some(({ shopVariantId }) => shopVariantId === id));
}
