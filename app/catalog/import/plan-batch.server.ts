import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ProductContent } from "../../shop/products/product-content.ts";
import { foldSku, lookUpProduct, type VariantWithSku } from "../../shop/products/variants-by-sku.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { type ImportOutcome, storeToPublish } from "./end-import.server.ts";
import type { ClaimedImport } from "./import-claims.server.ts";
import { type ImportOptions, type OverwritableField, storedOptions } from "./import-options.ts";
import { choiceFor, planImport, stockOf } from "./plan-import.ts";

/** A product to import, with the values to write to the shop. */
export type PlannedImport = {
  kind: "planned";
  claimed: ClaimedImport;
  content: ProductContent;
  stock: Map<string, number>;
  options: ImportOptions;
  /** True if the merchant has canceled the import. */
  canceled: boolean;
  /** True if the merchant lets stock follow the supplier. */
  followsStock: boolean;
  /** Version of the price rules that the product's prices are computed with. */
  priceRulesVersion: number;
  locationId: string;
  /** True if, according to our rows, the shop does not have the product. */
  fresh: boolean;
  /** The shop's variants with the product's SKUs; null if we have not searched for them. */
  alike: VariantWithSku[] | null;
};

type Planned = PlannedImport | { kind: "ended"; claimed: ClaimedImport; outcome: ImportOutcome };

/**
 * Plans imports that were claimed together. One request searches the shop for the SKUs of all new products.
 * @throws Failure if a call to Shopify fails
 */
export async function planBatch(shop: ShopDomain, claimed: ClaimedImport[]): Promise<Planned[]> {
  if (claimed.length === 0) return [];
  const pricing = await findPricing(shop, { untilJudged: true });
  const settings = await inShop(shop, (tx) => findSyncSettings(tx, shop));
  const runOf = await findRuns(shop, claimed);
  const ids = claimed.map(({ supplierProductId }) => supplierProductId);
  const links = await inShop(shop, (tx) =>
    tx.variantLink.findMany({
      where: { shop, supplierProductId: { in: ids } },
      select: { supplierProductId: true, supplierVariantId: true, shopState: true },
    }),
  );
  const plans: Planned[] = [];
  let locationId: string | null = null;
  for (const each of claimed) {
    const skip = (outcome: ImportOutcome) => plans.push({ kind: "ended", claimed: each, outcome });
    const found = await inShop(shop, (tx) => findSupplierProduct(tx, shop, each.supplierProductId));
    if (found === null || found.gone) {
      skip({ kind: "skip", reason: { code: "catalog.skip.not-listed" } });
      continue;
    }
    const run = runOf(each);
    const version = rulesVersionFor(each, { overwrite: run.options.overwrite, newest: pricing.version });
    const ofProduct = links.filter(({ supplierProductId }) => supplierProductId === each.supplierProductId);
    const { recreated } = run.options;
    const choice = choiceFor(ofProduct, { chosen: each.chosenVariants, recreated });
    const plan = planImport(found.product, pricing, { version, ...choice });
    if (plan.kind === "skip") {
      skip(plan);
      continue;
    }
    if (locationId === null) {
      const service = await ensureService(shop);
      if (service.kind === "failed") {
        skip({ kind: "skip", reason: { code: "catalog.skip.no-location", problem: service.problem } });
        continue;
      }
      locationId = service.locationId;
    }
    // An earlier try may have created the product. Shopify's search by SKU may lag behind, so only a lookup by
    // the supplier's id finds it.
    const fresh = each.shopProductId === null && !each.toPublish;
    plans.push({
      kind: "planned",
      claimed: each,
      content: plan.content,
      stock: each.hasNoStock ? new Map<string, number>() : stockOf(found.product, settings.buffer),
      ...run,
      followsStock: settings.stock,
      priceRulesVersion: version,
      locationId,
      fresh,
      alike: null,
    });
  }
  await searchSkus(
    shop,
    plans.filter((plan) => plan.kind === "planned" && plan.fresh),
  );
  return plans;
}

/**
 * Returns the version of the price rules for an import. A product in the shop keeps its version, unless the merchant lets the
 * import overwrite its prices.
 */
export function rulesVersionFor(
  {
    shopProductId,
    shopState,
    priceRulesVersion,
  }: Record<"shopProductId" | "shopState", string | null> & { priceRulesVersion: number },
  { overwrite, newest }: { overwrite: OverwritableField[]; newest: number },
): number {
  const isInShop = shopProductId !== null && shopState !== "deleted";
  return isInShop && !overwrite.includes("price") ? priceRulesVersion : newest;
}

/**
 * Searches the shop once for the SKUs of all products that may be new. Stores for the new ones that they are
 * about to be created.
 */
async function searchSkus(shop: ShopDomain, plans: Planned[]): Promise<void> {
  const fresh = plans.filter((plan) => plan.kind === "planned");
  const [first] = fresh;
  if (!first) return;
  const skusOf = ({ content }: PlannedImport) => content.variants.map(({ sku }) => sku);
  // Also looks up the first product by its supplier's id. This lookup fails if the app's metafield definitions
  // are missing, and then nothing is imported. Without them, Shopify would accept two products with the same
  // id.
  const { supplierProductId } = first.content;
  const skus = [...new Set(fresh.flatMap(skusOf))];
  const { shopProductId, alike } = await lookUpProduct(shop, { supplierProductId, skus });
  first.claimed.shopProductId = shopProductId;
  for (const plan of fresh) {
    const own = new Set(skusOf(plan).map(foldSku));
    plan.alike = alike.filter(({ sku }) => own.has(foldSku(sku)));
  }
  const isThere = ({ claimed, content, alike: found }: PlannedImport) =>
    claimed.shopProductId !== null ||
    found?.some((variant) =>
      content.variants.some(({ supplierVariantId }) => supplierVariantId === variant.supplierVariantId),
    );
  const created = fresh.filter((plan) => !isThere(plan));
  await storeToPublish(
    shop,
    created.map(({ claimed }) => claimed),
  );
}

/** Returns the options of each product's import, and whether the import was canceled. */
async function findRuns(
  shop: ShopDomain,
  claimed: ClaimedImport[],
): Promise<(claimed: ClaimedImport) => { options: ImportOptions; canceled: boolean }> {
  const ids = [...new Set(claimed.flatMap(({ importId }) => importId ?? []))];
  const runs = await inShop(shop, (tx) => tx.importRun.findMany({ where: { shop, id: { in: ids } } }));
  const byId = new Map(
    runs.map(({ id, options, cancelRequestedAt }) => [
      id,
      { options: storedOptions(options), canceled: cancelRequestedAt !== null },
    ]),
  );
  return ({ importId }) => byId.get(importId ?? "") ?? { options: storedOptions(null), canceled: false };
}
