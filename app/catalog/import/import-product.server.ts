import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import { sendImagesAgain } from "../../shop/media.server.ts";
import { findProduct, type ShopProduct, type ShopVariant } from "../../shop/products.server.ts";
import { changeProduct, createProduct } from "../../shop/set-product.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { leaveOtherLocations } from "../location/leave-other-locations.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findExisting } from "./find-existing.server.ts";
import type { ImagesState, ImportOutcome } from "./import-store.server.ts";
import { type ImportedVariant, keptOfChange, keptOfNew } from "./kept-values.ts";
import { matchVariants } from "./match-variants.ts";
import type { PlannedImport } from "./plan-batch.server.ts";
import { hashOf, onlyFields } from "./plan-import.ts";
import { type KeptVariant, nameOf, planUpdate, type UpdatePlan } from "./plan-update.ts";

/** A product that is in the shop. */
export type ImportedProduct = Extract<ImportOutcome, { kind: "imported" }> & {
  /** Whether it has still to be published. */
  isNew: boolean;
  /** Of a new one: whether Shopify stocked its variants at other locations as well. */
  leavesPlaces: boolean;
};

type Refused = Exclude<ImportOutcome, { kind: "imported" }>;

/**
 * Creates a product in the shop, or updates the one that the shop has. Doing it twice does no harm, so that it can be
 * repeated after an unknown outcome.
 *
 * @param withPlaces whether to look where Shopify stocks the variants of a new product.
 * @throws Failure when the shop gives no clear answer.
 */
export async function importProduct(
  shop: ShopDomain,
  planned: PlannedImport,
  { withPlaces }: { withPlaces: boolean },
): Promise<ImportedProduct | Refused> {
  const { claimed, content, locationId, fresh, alike } = planned;
  const looked = { content, shopProductId: claimed.shopProductId, locationId };
  let there = await findExisting(shop, { ...looked, alike: fresh ? alike : null });
  if (there.kind === "none") {
    const created = await createNew(shop, planned, { withPlaces });
    if (created.kind !== "user-errors") return created;
    // The shop may have it all the same: Shopify rejects a second product with one supplier's id.
    there = await findExisting(shop, { ...looked, alike: null });
    if (there.kind === "none") return { kind: "skip", reason: created.problem };
  }
  if (there.kind === "needs-linking") return { kind: "needs-linking", reason: there.problem };
  if (there.kind === "user-errors") return { kind: "skip", reason: there.problem };
  return updateExisting(shop, planned, there.product);
}

async function createNew(
  shop: ShopDomain,
  planned: PlannedImport,
  { withPlaces }: { withPlaces: boolean },
): Promise<ImportedProduct | Refused | { kind: "user-errors"; problem: Message }> {
  const { locationId, stock, options } = planned;
  const content = onlyFields(planned.content, options.fields);
  const { status, tags } = options;
  const product = { content, status, tags, collectionId: options.collection?.id ?? null, locationId, stock };
  const set = await createProduct(shop, product, { withPlaces });
  if (set.kind === "user-errors") return set;
  const made = set.variants && matchVariants(content.variants, set.variants);
  const alone = made !== null && made.every(({ places }) => places === null || places <= 1);
  let variants: ImportedVariant[] = made ?? [];
  let stayed = 0;
  if (!alone) {
    const whole = await findProduct(shop, { id: set.id }, { locationId, expected: content.variants.length });
    if (whole === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
    const settled = await settleStock(shop, planned, { product: whole, created: whole.variants });
    if (settled.kind === "user-errors") return { kind: "skip", reason: settled.problem };
    stayed = settled.stayed;
    variants = linksOf(whole);
  }
  return {
    kind: "imported",
    shopProductId: set.id,
    priceRulesVersion: planned.priceRulesVersion,
    imagesHash: hashOf(content.images),
    imagesState: content.images.length === 0 ? null : set.variantImages === "later" ? "variants" : "sent",
    stockedElsewhere: stayed,
    ...{ channels: null, problem: null, isNew: true, leavesPlaces: !alone },
    ...keptOfNew(content, { status, tags, stock, variants }),
    overwritten: "all",
  };
}

async function updateExisting(
  shop: ShopDomain,
  planned: PlannedImport,
  existing: ShopProduct,
): Promise<ImportedProduct | Refused> {
  const { claimed, content, stock, locationId, options } = planned;
  const kept = await readKept(shop, claimed.supplierProductId);
  const { overwrite, tags } = options;
  const plan = planUpdate({ content, existing, kept, overwrite, tags });
  const taken = takenBy(plan, existing);
  if (taken !== null) return { kind: "needs-linking", reason: taken };
  let product: ShopProduct | null = existing;
  let { imagesState, imagesHash } = claimed;
  if (isAnything(plan)) {
    const set = await changeProduct(shop, { ...plan.change, existing, locationId, stock });
    if (set.kind === "user-errors") return { kind: "skip", reason: set.problem };
    if (plan.change.images !== null) {
      imagesHash = hashOf(content.images);
      imagesState = set.variantImages === "later" ? "variants" : "sent";
    }
    if (plan.change.created.length > 0) {
      const expected = existing.variants.length + plan.change.created.length;
      product = await findProduct(shop, { id: set.id }, { locationId, expected });
      if (product === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
    }
  }
  const again = await sendFailedImages(shop, planned, { id: existing.id, imagesState });
  if (again.kind === "user-errors") return { kind: "skip", reason: again.problem };

  const before = new Set(existing.variants.map(({ id }) => id));
  const created = product.variants.filter(({ id }) => !before.has(id));
  const settled = await settleStock(shop, planned, { product, created });
  if (settled.kind === "user-errors") return { kind: "skip", reason: settled.problem };
  return {
    kind: "imported",
    shopProductId: existing.id,
    priceRulesVersion: planned.priceRulesVersion,
    imagesHash,
    imagesState: again.imagesState,
    stockedElsewhere: settled.stayed,
    ...{ channels: existing.channels, problem: null, isNew: claimed.toPublish, leavesPlaces: false },
    ...keptOfChange(content, { plan, existing, stock, variants: linksOf(product) }),
    overwritten: overwrite,
  };
}

function isAnything({ change: { fields, variants, created, images } }: UpdatePlan): boolean {
  return Object.keys(fields).length > 0 || variants.size > 0 || created.length > 0 || images !== null;
}

/** Why no variant can be added: one of the product's own has the same options, and may be the same. */
function takenBy({ change: { created } }: UpdatePlan, existing: ShopProduct): Message | null {
  const names = new Set(existing.variants.map(({ optionValues }) => nameOf(optionValues)?.toLowerCase()));
  const twin = created.find(({ optionValues }) => names.has(nameOf(optionValues)?.toLowerCase()));
  return twin ? { code: "catalog.skip.variant-taken", sku: twin.sku } : null;
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

/**
 * Stocks the product's variants at our location. What lies at other locations is the merchant's, and they are asked
 * about it. Only variants that this run has created leave them right away, where Shopify stocked them by default and
 * there is nothing in stock.
 *
 * @returns at how many levels they stay stocked.
 */
async function settleStock(
  shop: ShopDomain,
  { locationId, stock, claimed: { leavesOwnStock } }: PlannedImport,
  { product, created }: { product: ShopProduct; created: ShopVariant[] },
): Promise<Awaited<ReturnType<typeof leaveOtherLocations>>> {
  const stocked = await setStock(shop, { product, locationId, stock });
  if (stocked.kind === "user-errors") return stocked;
  const linked = product.variants.filter(
    ({ supplierVariantId, elsewhere }) => supplierVariantId !== null && elsewhere > 0,
  );
  const leaving = leavesOwnStock ? linked : linked.filter((variant) => created.includes(variant));
  const staying = linked.filter((variant) => !leaving.includes(variant));
  const stayed = staying.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  const inventoryItemIds = leaving.map(({ inventoryItemId }) => inventoryItemId);
  const left = await leaveOtherLocations(shop, { inventoryItemIds, locationId }, { drop: leavesOwnStock });
  return left.kind === "done" ? { kind: "done", stayed: stayed + left.stayed } : left;
}

function linksOf({ variants }: ShopProduct): ImportedVariant[] {
  return variants.flatMap(({ id, supplierVariantId, inventoryItemId }) =>
    supplierVariantId === null
      ? []
      : [{ supplierVariantId: supplierVariantId as SupplierVariantId, shopVariantId: id, inventoryItemId }],
  );
}

/** What we last wrote of a product's variants, by the supplier's variant id. */
async function readKept(shop: ShopDomain, supplierProductId: string): Promise<Map<string, KeptVariant>> {
  const links = await inShop(shop, (tx) => tx.variantLink.findMany({ where: { shop, supplierProductId } }));
  return new Map(links.map((link) => [link.supplierVariantId, link]));
}
