import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import { sendImagesAgain } from "../../shop/products/media.server.ts";
import type { ProductContent } from "../../shop/products/product-content.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { changeProduct, createProduct } from "../../shop/products/set-product.server.ts";
import {
  findVariantsBySku,
  lookUpProduct,
  type VariantWithSku,
} from "../../shop/products/variants-by-sku.server.ts";
import type { Amounts } from "../links/amounts.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";
import { settleStock } from "../location/set-stock.server.ts";
import { endCreation, productToSend } from "./end-creation.server.ts";
import type { ImportedProduct, ImportOutcome } from "./end-import.server.ts";
import type { ClaimedImport, ImagesState } from "./import-claims.server.ts";
import type { PlannedImport } from "./plan-batch.server.ts";
import { type LastWrittenVariant, planUpdate, type UpdatePlan } from "./plan-update.ts";
import { findTwin } from "./shape-variants.ts";
import { type WrittenValues, writtenByChange, linksOf } from "./written-values.ts";

/**
 * Creates a product in the shop, or updates the existing one. Can be repeated after an unknown outcome, because
 * it first searches the shop.
 * @param withPlaces true to read the locations at which Shopify stocks a new product's variants
 * @throws Failure if a call to Shopify fails.
 */
export async function importProduct(
  shop: ShopDomain,
  planned: PlannedImport,
  { withPlaces }: { withPlaces: boolean },
): Promise<ImportedProduct | NotImported> {
  const { claimed, content, locationId, fresh, alike } = planned;
  const looked = { content, shopProductId: claimed.shopProductId, locationId };
  let there = await findExisting(shop, { ...looked, alike: fresh ? alike : null });
  // The merchant canceled the import, and earlier tries have created nothing.
  if (there.kind === "none" && planned.canceled) return { kind: "canceled" };
  if (there.kind === "none") {
    const created = await createNew(shop, planned, { withPlaces });
    if (created.kind !== "user-errors") return created;
    // Shopify rejects a second product with the same supplier's id, so the shop may have the product already.
    there = await findExisting(shop, { ...looked, alike: null });
    if (there.kind === "none") return { kind: "skip", reason: created.problem };
  }
  if (there.kind === "needs-linking") return { kind: "needs-linking", reason: there.problem };
  if (there.kind === "user-errors") return { kind: "skip", reason: there.problem };
  return updateExisting(shop, planned, there.product);
}

type NotImported = Exclude<ImportOutcome, { kind: "imported" }>;

/**
 * The shop's product for an import. `needs-linking`: a product of the shop may be the same, and the merchant
 * must decide.
 */
type Existing =
  | { kind: "none" }
  | { kind: "product"; product: ShopProduct }
  | { kind: "needs-linking"; problem: Message }
  | { kind: "user-errors"; problem: Message };

/**
 * Looks for the shop's product, to avoid duplicates: by Shopify's id, then by the supplier's id in the
 * metafields, then by SKU. Restores metafields that a recognized product lacks.
 * `alike`: the shop's variants with these SKUs, if the caller has searched for them. This function then skips
 * the lookup by the supplier's id: Shopify itself rejects a second product with that id.
 * @throws Failure if a call to Shopify fails.
 */
async function findExisting(
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
    // Another worker may have created the product, or an earlier installation, whose rows were erased.
    const ids = new Set<string | null>(variants.map(({ supplierVariantId }) => supplierVariantId));
    const id = found ?? alike.find(({ supplierVariantId }) => ids.has(supplierVariantId))?.shopProductId;
    const product = id === undefined ? null : await findProduct(shop, { id }, read);
    if (product === null) return (await conflictOf(shop, alike)) ?? { kind: "none" };
    return findIn(shop, product, content);
  }
  return findIn(shop, known, content);
}

/**
 * Recognizes the product's variants. Before missing variants are created, checks by SKU that no other product
 * of the shop has them.
 */
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
 * Returns a conflict if a variant with the same SKU is neither marked (metafield) nor linked as the supplier's.
 * The merchant must decide about it. Marked and linked variants are no conflict, because several of the
 * supplier's variants may share a SKU.
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

async function createNew(
  shop: ShopDomain,
  planned: PlannedImport,
  { withPlaces }: { withPlaces: boolean },
): Promise<ImportedProduct | NotImported | { kind: "user-errors"; problem: Message }> {
  const sent = productToSend(planned);
  const set = await createProduct(shop, sent.product, { withPlaces });
  return set.kind === "user-errors" ? set : endCreation(shop, { sent, claimed: planned.claimed }, set);
}

async function updateExisting(
  shop: ShopDomain,
  planned: PlannedImport,
  existing: ShopProduct,
): Promise<ImportedProduct | NotImported> {
  const { claimed, content, stock, locationId, options, followsStock } = planned;
  const lastWritten = await readLastWritten(shop, claimed.supplierProductId);
  const { overwrite, tags } = options;
  const plan = planUpdate({ content, existing, lastWritten, overwrite, tags });
  const taken = findTwin(plan.change.created, existing);
  if (taken !== null) return { kind: "needs-linking", reason: taken };
  if (plan.problem !== null) return { kind: "skip", reason: plan.problem };
  let product: ShopProduct | null = existing;
  let { imagesState, imagesHash } = claimed;
  let replied: Map<string, Amounts> | null = new Map();
  if (changesAnything(plan)) {
    const set = await changeProduct(shop, { ...plan.change, existing, locationId, stock });
    if (set.kind === "user-errors") return { kind: "skip", reason: set.problem };
    if (plan.change.images !== null) {
      imagesHash = hashOf(content.images);
      imagesState = set.variantImages === "later" ? "variants" : "sent";
    }
    replied = set.variants && new Map(set.variants.map((variant) => [variant.id, variant.stored]));
    const { variants, created } = plan.change;
    if (created.length > 0 || (replied === null && variants.size > 0)) {
      const expected = existing.variants.length + created.length;
      product = await findProduct(shop, { id: set.id }, { locationId, expected });
      if (product === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
    }
  }
  const again = await sendFailedImages(shop, planned, { id: existing.id, imagesState });
  if (again.kind === "user-errors") return { kind: "skip", reason: again.problem };

  const before = new Set(existing.variants.map(({ id }) => id));
  const created = product.variants.filter(({ id }) => !before.has(id));
  const theirs = product.variants.filter(({ id, supplierVariantId }) => {
    const known = before.has(id) ? lastWritten.get(supplierVariantId ?? "") : undefined;
    return known && (known.merchantFields.includes("stock") || (!followsStock && !claimed.emptied));
  });
  const settled = await settleStock(
    shop,
    { locationId, stock, leavesOwnStock: claimed.leavesOwnStock },
    { product, created, theirs },
  );
  if (settled.kind === "user-errors") return { kind: "skip", reason: settled.problem };
  return {
    kind: "imported",
    shopProductId: existing.id,
    priceRulesVersion: planned.priceRulesVersion,
    imagesHash,
    imagesState: again.imagesState,
    stockedElsewhere: settled.stayed,
    channels: existing.channels,
    problem: null,
    isNew: claimed.toPublish,
    mayStockElsewhere: false,
    ...keptOf(
      claimed,
      writtenByChange(content, {
        plan,
        existing,
        stock,
        variants: linksOf(product, replied),
        // If the reply to the creation was lost, we count the variants' values as known, so that they are not
        // taken for the merchant's.
        known: (supplierVariantId) => claimed.toPublish || lastWritten.has(supplierVariantId),
      }),
    ),
    overwritten: overwrite,
  };
}

/**
 * After a creation whose reply was lost, we don't know if the shop's values are ours or the merchant's. A null
 * status makes the next comparison take the shop's status as ours. A product of an early version of Stockbridge
 * has an empty `lastWritten` instead.
 */
function keptOf({ toPublish }: ClaimedImport, { lastWritten, variants }: WrittenValues): WrittenValues {
  return { lastWritten: toPublish ? { status: null, ...lastWritten } : lastWritten, variants };
}

function changesAnything({ change: { fields, variants, created, images } }: UpdatePlan): boolean {
  return Object.keys(fields).length > 0 || variants.size > 0 || created.length > 0 || images !== null;
}

async function sendFailedImages(
  shop: ShopDomain,
  { claimed: { failedImages } }: PlannedImport,
  { id, imagesState }: { id: ShopProductId; imagesState: ImagesState | null },
): Promise<{ kind: "sent"; imagesState: ImagesState | null } | { kind: "user-errors"; problem: Message }> {
  if (failedImages === null || imagesState !== null) return { kind: "sent", imagesState };
  const problem = await sendImagesAgain(shop, id, failedImages);
  return problem === null ? { kind: "sent", imagesState: "again" } : { kind: "user-errors", problem };
}

/** Returns the values that we last wrote, by the supplier's variant id. */
async function readLastWritten(
  shop: ShopDomain,
  supplierProductId: string,
): Promise<Map<string, LastWrittenVariant>> {
  const links = await inShop(shop, (tx) => tx.variantLink.findMany({ where: { shop, supplierProductId } }));
  return new Map(links.map((link) => [link.supplierVariantId, { ...link, sent: link.sent as Amounts }]));
}
