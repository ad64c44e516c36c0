import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import {
  recordItemChange,
  recordProductChange,
} from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { undoPrices, type UndonePrices } from "../../../app/catalog/sync/merchant/undo-prices.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import type { ProductEdit } from "../../sandbox/shop/merchant-products.ts";
import { copiesOf } from "../../support/copied-shop.ts";
import { simulated } from "../../support/installed-shop.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import type { StandIn, WireProduct } from "../stand-in-supplier.ts";
import { HOUR, mirroredShop, rowsOf } from "../testing.ts";

/** A shop that has imported all of the supplier's products. */
export async function shopSelling(supplier: StandIn, ...products: WireProduct[]): Promise<ShopDomain> {
  supplier.products = products;
  const shop = await importedShop(products);
  onPlus(shop);
  return shop;
}

const importedShop = copiesOf(async (products: WireProduct[]) => {
  const shop = await mirroredShop();
  onPlus(shop);
  await requestImport(
    shop,
    products.map(({ id }) => id),
  );
  await importProducts(shop);
  return shop;
});

/** This plan restores points fast enough that no call waits. */
function onPlus(shop: ShopDomain): void {
  simulated(shop).plan = "Plus";
}

/** Time passes for Shopify's moments as well, so that what we know of a product's `updatedAt` stays right. */
export async function hourPasses(shop: ShopDomain): Promise<void> {
  await timePasses(shop, HOUR);
  for (const product of productsIn(shop))
    product.updatedAt = new Date(product.updatedAt.getTime() - HOUR * 1000);
}

/** An hour later the supplier has these products: they are read, and the shop follows. */
export async function supplierChanges(
  { supplier, shop }: { supplier: StandIn; shop: ShopDomain },
  ...products: WireProduct[]
): Promise<void> {
  supplier.products = products;
  await hourPasses(shop);
  await mirrorCatalog(shop);
  await syncProducts(shop);
}

/** Undoes the prices of a run, and agrees to those below cost. */
export async function undoAgreed(shop: ShopDomain, run: string): Promise<UndonePrices> {
  const asked = await undoPrices(shop, run);
  return asked !== null && typeof asked === "object" && "belowCost" in asked
    ? undoPrices(shop, run, { agreed: asked.version })
    : asked;
}

/** Returns each variant as customers see it, and its cost, by SKU. */
export function shown(shop: ShopDomain) {
  return Object.fromEntries(
    productsIn(shop).flatMap(({ variants }) =>
      variants.map(({ item, price, compareAtPrice }) => [
        item.sku,
        { price, compareAtPrice, cost: item.cost, available: ourLevel(item)?.available ?? null },
      ]),
    ),
  );
}

function ourLevel(item: ReturnType<typeof productsIn>[number]["variants"][number]["item"]) {
  return item.levels.find(({ location }) => location.service !== null);
}

/** Edits the shop's product with this SKU by hand, as the merchant does in the admin. */
export function merchantEdits(
  shop: ShopDomain,
  sku: string,
  {
    title,
    descriptionHtml,
    status,
    options,
    ...values
  }: Pick<ProductEdit, "title" | "descriptionHtml" | "status" | "options"> & Record<string, unknown>,
): string {
  const product = productOf(shop, sku);
  const variant = product.variants.find(({ item }) => item.sku === sku);
  if (!variant) throw new Error(`There is no variant ${sku}.`);
  const edit = {
    ...(title !== undefined && { title }),
    ...(descriptionHtml !== undefined && { descriptionHtml }),
    ...(status && { status }),
    ...(options && { options }),
    variants: [{ id: gid("ProductVariant", variant.id), ...values }],
  };
  shopify.merchant.editProduct(gid("Product", product.id), edit, shop);
  return gid("Product", product.id);
}

/** The same, and Shopify tells of it, as often as it likes. */
export async function merchantEditsAloud(
  shop: ShopDomain,
  sku: string,
  edit: Parameters<typeof merchantEdits>[2],
  times = 1,
): Promise<void> {
  const subjectId = merchantEdits(shop, sku, edit);
  // Shopify's clock is later than any of our writes.
  const triggeredAt = new Date(Date.now() + 60_000);
  const item = productOf(shop, sku).variants.find((variant) => variant.item.sku === sku)?.item;
  for (let time = 0; time < times; time += 1) {
    await recordProductChange(shop, { subjectId, triggeredAt });
    if (item && "cost" in edit)
      await recordItemChange(shop, { subjectId: gid("InventoryItem", item.id), triggeredAt });
  }
}

/** Sets the stock at our location, as the merchant does after counting. */
export function merchantStocks(shop: ShopDomain, sku: string, available: number): void {
  const variant = productOf(shop, sku).variants.find(({ item }) => item.sku === sku);
  const level = variant && ourLevel(variant.item);
  if (!level) throw new Error(`${sku} has no stock at our location.`);
  level.available = available;
}

export function productOf(shop: ShopDomain, sku: string) {
  const product = productsIn(shop).find(({ variants }) => variants.some(({ item }) => item.sku === sku));
  if (!product) throw new Error(`The shop has no product with ${sku}.`);
  return product;
}

/** The history, as `field old → new` behind who changed it. */
export async function historyOf(shop: ShopDomain): Promise<string[]> {
  const rows = await rowsOf<{
    run_id: string | null;
    field: string;
    old: string | null;
    new: string | null;
    at: Date;
  }>("catalog_change", shop);
  return rows
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.field.localeCompare(other.field))
    .map(
      ({ run_id: run, field, old, new: now }) =>
        `${run ? "we" : "merchant"}: ${field} ${old ?? "–"} → ${now ?? "–"}`,
    );
}
