import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { addVariants } from "../../../shop/products/add-variants.server.ts";
import { findProduct, type ShopProduct } from "../../../shop/products/products.server.ts";
import { changeProduct } from "../../../shop/products/set-product.server.ts";
import type { SupplierVariantId } from "../../../wholesale/resources.ts";
import { planImport, stockOf } from "../../import/plan-import.ts";
import { findTwin, type ShapedVariants, shapeVariants } from "../../import/shape-variants.ts";
import { afterRead, type Amounts, afterWrite, type WrittenAmounts } from "../../links/amounts.ts";
import { recognizeProduct } from "../../links/recognize-product.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";
import { ensureService } from "../../location/ensure-service.server.ts";
import { leaveOtherLocations } from "../../location/set-stock.server.ts";
import { findSupplierProduct } from "../../mirror/find-supplier-product.server.ts";
import { findPricing } from "../../pricing/find-pricing.server.ts";
import type { AddedVariant, SyncResult } from "../sync-result.ts";

/** Maximum number of variants per mutation. The next sync of the product adds the others. */
const AT_ONCE = 250;

/**
 * Adds the supplier's new variants to a product of the shop, with the merchant's names for options and values.
 * First reads the product, to recognize variants that an earlier try has added, by their metafield.
 * @throws Failure if a call to Shopify fails.
 */
export async function addNewVariants(
  shop: ShopDomain,
  result: SyncResult,
  { buffer }: Pick<SyncSettings, "buffer">,
): Promise<void> {
  const { product, plan } = result;
  if (plan.added.length === 0) return;
  const found = await inShop(shop, (tx) => findSupplierProduct(tx, shop, product.supplierProductId));
  const service = await ensureService(shop);
  if (found === null || service.kind === "failed") return;
  const pricing = await findPricing(shop, { untilJudged: true });
  // New variants follow the same version of the rules as the product's other variants.
  const planned = planImport(found.product, pricing, { version: product.priceRulesVersion });
  if (planned.kind === "skip") {
    result.problem = planned.reason;
    return;
  }
  const { locationId } = service;
  const read = { locationId, expected: product.variants.length + plan.added.length };
  const existing = await readProduct(shop, result, read);
  if (existing === null) {
    result.comparisonDue = true;
    return;
  }
  const ids = new Set<string>(plan.added);
  const there = new Set(product.variants.map(({ supplierVariantId }) => supplierVariantId as string));
  const isConcerned = (id: string) => ids.has(id) || there.has(id);
  const { variants } = planned.content;
  const content = {
    ...planned.content,
    variants: variants.filter(({ supplierVariantId }) => isConcerned(supplierVariantId)),
  };
  const shaped = shapeVariants(content, existing);
  const created = shaped.created.slice(0, AT_ONCE);
  if (created.length < shaped.created.length) result.dueInSeconds = 0;
  // An earlier try has added these variants. We don't know their values, so the next sync writes all values
  // again.
  const earlier = shaped.known.filter(({ variant }) => ids.has(variant.supplierVariantId));
  if (earlier.length > 0) result.dueInSeconds = 0;
  result.written.added = earlier.map(({ variant, there: { id, inventoryItemId } }) => ({
    supplierVariantId: variant.supplierVariantId as SupplierVariantId,
    shopVariantId: id,
    inventoryItemId,
    sku: variant.sku,
    ...UNKNOWN,
  }));
  // If the merchant has set the product's stock to zero, new variants also get no stock.
  const stock = product.offSale === "zero" ? new Map<string, number>() : stockOf(found.product, buffer);
  const taken = findTwin(created, existing);
  if (taken === null && created.length > 0)
    await send(shop, result, { existing, shaped: { ...shaped, created }, locationId, stock });
  result.problem ??= taken ?? shaped.problem;
  const inventoryItemIds = result.written.added.map(({ inventoryItemId }) => inventoryItemId);
  const left = await leaveOtherLocations(shop, { inventoryItemIds, locationId }, { drop: false });
  if (left.kind === "user-errors") result.problem = left.problem;
}

async function readProduct(
  shop: ShopDomain,
  { product }: SyncResult,
  read: { locationId: string; expected: number },
): Promise<ShopProduct | null> {
  const found = await findProduct(shop, { id: product.shopProductId }, read);
  return found && recognizeProduct(shop, found, product.supplierProductId);
}

type ToSend = {
  existing: ShopProduct;
  shaped: ShapedVariants;
  locationId: string;
  stock: Map<string, number>;
};

/**
 * Adds the variants. If the product gets an additional option, also writes the option's values to its other
 * variants.
 */
async function send(shop: ShopDomain, result: SyncResult, given: ToSend): Promise<void> {
  const { existing, shaped, locationId, stock } = given;
  const { created, optionValues } = shaped;
  if (optionValues.size === 0) {
    const added = await addVariants(shop, existing.id, { variants: created, locationId, stock });
    if (added.kind === "gone") result.comparisonDue = true;
    else if (added.kind === "user-errors") result.problem = added.problem;
    else {
      const made = added.variants.map(({ stored, ...variant }) => ({
        ...variant,
        amounts: (sent: Amounts) => afterWrite(sent, stored),
      }));
      recordAdded(result, given, made);
    }
    return;
  }
  const variants = new Map([...optionValues].map(([id, values]) => [id, { optionValues: values }]));
  const change = { existing, fields: {}, variants, created, images: null, locationId, stock };
  const set = await changeProduct(shop, change);
  if (set.kind === "user-errors") {
    result.problem = set.problem;
    return;
  }
  const expected = existing.variants.length + created.length;
  const changed = await readProduct(shop, result, { locationId, expected });
  const made = (changed?.variants ?? []).map(({ supplierVariantId, id, inventoryItemId, ...read }) => ({
    supplierVariantId,
    id,
    inventoryItemId,
    amounts: (sent: Amounts) => afterRead(sent, read),
  }));
  recordAdded(result, given, made);
}

/** An added variant. `amounts`: returns the amounts as Shopify stored them, given those that we sent. */
type Made = Pick<ShopProduct["variants"][number], "supplierVariantId" | "id" | "inventoryItemId"> & {
  amounts: (sent: Amounts) => WrittenAmounts;
};

function recordAdded(result: SyncResult, { shaped: { created }, stock }: ToSend, made: Made[]): void {
  const added = created.flatMap((variant): AddedVariant[] => {
    const { supplierVariantId, sku, price, compareAtPrice, cost } = variant;
    const found = made.find((each) => each.supplierVariantId === supplierVariantId);
    if (!found) return [];
    const { values, sent, inShop } = found.amounts({ price, compareAtPrice, cost });
    return [
      {
        supplierVariantId: supplierVariantId as SupplierVariantId,
        shopVariantId: found.id,
        inventoryItemId: found.inventoryItemId,
        sku,
        price: values.price ?? null,
        compareAtPrice: values.compareAtPrice ?? null,
        cost: values.cost ?? null,
        sent,
        inShop,
        stock: stock.get(supplierVariantId) ?? 0,
      },
    ];
  });
  result.written.added = [...result.written.added, ...added];
}

const UNKNOWN: Omit<AddedVariant, "supplierVariantId" | "shopVariantId" | "inventoryItemId" | "sku"> = {
  sent: {},
  inShop: {},
  price: null,
  compareAtPrice: null,
  cost: null,
  stock: null,
};
