import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { SupplierProductId } from "../../../wholesale/resources.ts";
import { findSupplierProduct } from "../../mirror/find-supplier-product.server.ts";
import { idsOf, type Selection } from "./selection.ts";

export type ChoosableVariant = {
  id: string;
  /** Its options, joined; its SKU or id if it has none. */
  name: string;
  sku: string | null;
  stock: number;
  chosen: boolean;
  inShop: boolean;
};

/**
 * Lists the variants that a merchant can choose among: those of a single selected product with several
 * variants. Otherwise none.
 */
export async function listChoosableVariants(
  shop: ShopDomain,
  selection: Selection,
): Promise<ChoosableVariant[]> {
  const [id, ...others] = idsOf(selection) ?? [];
  if (id === undefined || others.length > 0) return [];
  const found = await findSupplierProduct(shop, id as SupplierProductId);
  if (found === null || found.product.variants.length < 2) return [];
  const { links, before } = await inShop(shop, async (tx) => ({
    links: await tx.variantLink.findMany({ where: { shop, supplierProductId: id } }),
    before: await tx.productLink.findUnique({
      where: { shop_supplierProductId: { shop, supplierProductId: id } },
    }),
  }));
  const chosen = selection.kind === "variants" ? selection.variants : (before?.chosenVariants ?? []);
  const linked = new Set(links.map((link) => link.supplierVariantId));
  return found.product.variants.map(({ id: variantId, sku, options, stock }) => ({
    id: variantId,
    name: Object.values(options).join(" / ") || (sku ?? variantId),
    sku,
    stock: Math.max(0, stock),
    chosen: chosen.length === 0 || chosen.includes(variantId),
    inShop: linked.has(variantId),
  }));
}
