import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import { sendImagesAgain } from "../../shop/products/media.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { changeProduct, createProduct } from "../../shop/products/set-product.server.ts";
import { endCreation, toSend } from "./end-creation.server.ts";
import { findExisting } from "./find-existing.server.ts";
import type { ClaimedImport, ImagesState } from "./import-claims.server.ts";
import type { ImportedProduct, ImportOutcome } from "./import-store.server.ts";
import { type KeptValues, keptOfChange, linksOf } from "./kept-values.ts";
import type { PlannedImport } from "./plan-batch.server.ts";
import { hashOf } from "./plan-import.ts";
import { type KeptVariant, nameOf, planUpdate, type UpdatePlan } from "./plan-update.ts";
import { settleStock } from "./settle-stock.server.ts";

type Refused = Exclude<ImportOutcome, { kind: "imported" }>;

/**
 * Creates a product in the shop, or updates the existing one. Idempotent, so that it can be repeated after an
 * unknown outcome.
 * @param withPlaces reads where Shopify stocks the variants of a new product.
 * @throws Failure if the shop gives no clear answer.
 */
export async function importProduct(
  shop: ShopDomain,
  planned: PlannedImport,
  { withPlaces }: { withPlaces: boolean },
): Promise<ImportedProduct | Refused> {
  const { claimed, content, locationId, fresh, alike } = planned;
  const looked = { content, shopProductId: claimed.shopProductId, locationId };
  let there = await findExisting(shop, { ...looked, alike: fresh ? alike : null });
  // An earlier try has begun it, but created nothing.
  if (there.kind === "none" && planned.cancelled) return { kind: "taken-back" };
  if (there.kind === "none") {
    const created = await createNew(shop, planned, { withPlaces });
    if (created.kind !== "user-errors") return created;
    // The shop may still have it: Shopify rejects a second product with the same supplier's id.
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
  const sent = toSend(planned);
  const set = await createProduct(shop, sent.product, { withPlaces });
  return set.kind === "user-errors" ? set : endCreation(shop, { sent, claimed: planned.claimed }, set);
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
  const theirs = product.variants.filter(
    ({ id, supplierVariantId }) =>
      before.has(id) && kept.get(supplierVariantId ?? "")?.merchantFields.includes("stock"),
  );
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
    leavesPlaces: false,
    ...keptOf(
      claimed,
      keptOfChange(content, {
        plan,
        existing,
        stock,
        variants: linksOf(product),
        // Variants of a creation whose reply was lost belong to neither side.
        known: (supplierVariantId) => claimed.toPublish || kept.has(supplierVariantId),
      }),
    ),
    overwritten: overwrite,
  };
}

/**
 * After a creation whose reply was lost, we don't know if the shop's values are ours or the merchant's. A
 * null status records that: the values of the next read have no owner, and follow the supplier. It also tells
 * the product from those of an earlier version.
 */
function keptOf({ toPublish }: ClaimedImport, { kept, variants }: KeptValues): KeptValues {
  return { kept: toPublish ? { status: null, ...kept } : kept, variants };
}

function isAnything({ change: { fields, variants, created, images } }: UpdatePlan): boolean {
  return Object.keys(fields).length > 0 || variants.size > 0 || created.length > 0 || images !== null;
}

/**
 * Returns a problem if one of the product's own variants has the options of a new one, and so may be the
 * same.
 */
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

/** Returns the values that we last wrote, by the supplier's variant id. */
async function readKept(shop: ShopDomain, supplierProductId: string): Promise<Map<string, KeptVariant>> {
  const links = await inShop(shop, (tx) => tx.variantLink.findMany({ where: { shop, supplierProductId } }));
  return new Map(links.map((link) => [link.supplierVariantId, link]));
}
