import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { addVariants } from "../../../shop/products/add-variants.server.ts";
import type { ShopVariantId } from "../../../shop/ids.ts";
import type { VariantContent } from "../../../shop/products/product-content.ts";
import { findProduct } from "../../../shop/products/products.server.ts";
import type { SupplierVariantId } from "../../../wholesale/resources.ts";
import { planImport, stockOf } from "../../import/plan-import.ts";
import { recognizeProduct } from "../../links/recognize-product.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";
import { ensureService } from "../../location/ensure-service.server.ts";
import { leaveOtherLocations } from "../../location/set-stock.server.ts";
import { findSupplierProduct } from "../../mirror/find-supplier-product.server.ts";
import { findPricing } from "../../pricing/find-pricing.server.ts";
import type { AddedVariant, SyncResult } from "../sync-result.ts";

/** Maximum per mutation. The next run adds the others. */
const AT_ONCE = 250;

/**
 * Adds the supplier's new variants to a product of the shop. Recognizes variants that an earlier try has
 * added, by their metafield.
 * @throws Failure if the shop gives no clear answer.
 */
export async function addNewVariants(
  shop: ShopDomain,
  result: SyncResult,
  { buffer }: Pick<SyncSettings, "buffer">,
): Promise<void> {
  const { product, plan } = result;
  if (plan.added.length === 0) return;
  const found = await findSupplierProduct(shop, product.supplierProductId);
  const service = await ensureService(shop);
  if (found === null || service.kind === "failed") return;
  const pricing = await findPricing(shop);
  // New variants follow the same rules as the others.
  const planned = planImport(found.product, { ...pricing, version: product.priceRulesVersion });
  if (planned.kind === "skip") {
    result.problem = planned.reason;
    return;
  }
  const { locationId } = service;
  const ids = new Set<string>(plan.added);
  const variants = planned.content.variants.filter(({ supplierVariantId }) => ids.has(supplierVariantId));
  const stock = stockOf(found.product, buffer);
  const added = await addVariants(shop, product.shopProductId, {
    variants: variants.slice(0, AT_ONCE),
    locationId,
    stock,
  });
  if (added.kind === "gone") {
    result.comparisonDue = true;
    return;
  }
  if (added.kind === "user-errors") {
    result.problem = added.problem;
    return;
  }
  const there = added.kind === "added" ? added.variants : await findThere(shop, result, { locationId, ids });
  result.written.added = there.flatMap(({ supplierVariantId, id, inventoryItemId }) => {
    const content = variants.find((variant) => variant.supplierVariantId === supplierVariantId);
    if (!content) return [];
    const pieces = stock.get(supplierVariantId) ?? 0;
    // We don't know the values of a variant from an earlier try, so all are written again.
    const written = added.kind === "added" ? { ...content, stock: pieces } : UNKNOWN;
    return [toAdded(content, { id, inventoryItemId }, written)];
  });
  if (added.kind === "there-already" && there.length === 0) result.problem = added.problem;
  else if (added.kind === "there-already" || there.length < variants.length) result.dueInSeconds = 0;
  const inventoryItemIds = result.written.added.map(({ inventoryItemId }) => inventoryItemId);
  const left = await leaveOtherLocations(shop, { inventoryItemIds, locationId }, { drop: false });
  if (left.kind === "user-errors") result.problem = left.problem;
}

async function findThere(
  shop: ShopDomain,
  { product }: SyncResult,
  { locationId, ids }: { locationId: string; ids: Set<string> },
) {
  const expected = product.variants.length + ids.size;
  const found = await findProduct(shop, { id: product.shopProductId }, { locationId, expected });
  if (found === null) return [];
  const { variants } = await recognizeProduct(shop, found, product.supplierProductId);
  return variants.flatMap(({ supplierVariantId, id, inventoryItemId }) =>
    supplierVariantId !== null && ids.has(supplierVariantId)
      ? [{ supplierVariantId, id, inventoryItemId }]
      : [],
  );
}

type Values = Pick<AddedVariant, "price" | "compareAtPrice" | "cost" | "stock">;

const UNKNOWN: Values = { price: null, compareAtPrice: null, cost: null, stock: null };

function toAdded(
  { supplierVariantId, sku }: VariantContent,
  { id: shopVariantId, inventoryItemId }: { id: ShopVariantId; inventoryItemId: string },
  { price, compareAtPrice, cost, stock }: Values,
): AddedVariant {
  return {
    supplierVariantId: supplierVariantId as SupplierVariantId,
    shopVariantId,
    inventoryItemId,
    sku,
    price,
    compareAtPrice,
    cost,
    stock,
  };
}
