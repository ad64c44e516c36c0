import { listServices } from "../../app/shop/location/fulfillment-service.server.ts";
import { setAvailable } from "../../app/shop/location/inventory.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { ShopProductId } from "../../app/shop/ids.ts";
import { findProduct } from "../../app/shop/products/products.server.ts";
import { createProduct } from "../../app/shop/products/set-product.server.ts";
import { inWords, type Line, look, notTried } from "./line.ts";
import { LEFT_OVER, ownProduct } from "./own-product.ts";
import {
  addVariantWithId,
  createNamedService,
  createNamesake,
  deleteNamedService,
  readPictures,
  renameLocation,
  setProductId,
} from "./unrecorded-operations.ts";
import { waitFor } from "./wait-for.ts";
import type { Walk } from "./walk-types.ts";

/** Rules about products that no recording of a real shop proves. */
export const UNRECORDED_PRODUCT_RULES = [
  "stale-stock",
  "pictures",
  "taken-variant-id",
  "taken-product-id",
] as const;

/** Rules about the app's location that no recording of a real shop proves. */
export const UNRECORDED_LOCATION_RULES = ["own-name", "left-over-name"] as const;

const STALE = 999;

/** Checks `UNRECORDED_PRODUCT_RULES` on the walk's own product, which is linked, and on a second product. */
export async function* askProducts(
  walk: Walk,
  { id, inventoryItemId }: { id: ShopProductId; inventoryItemId: string },
): AsyncGenerator<Line, void> {
  const { shop, locationId, product, made } = walk;
  yield await look("stale-stock", async () => {
    const set = await setAvailable(shop, locationId, [{ inventoryItemId, from: STALE, to: 1 }]);
    const came = set.kind === "user-errors" ? inWords(set.problem) : set.kind;
    return { fits: set.kind === "stale", came };
  });

  yield await look("pictures", async () => {
    const seen = await waitFor(async () => {
      const { product: own, variant } = await readPictures(shop, id);
      return own > 0 && variant > 0 ? "the product and its variant have it" : null;
    }, walk.wait.forShop);
    return { fits: seen !== null, came: seen ?? "the product or its variant lacks it" };
  });

  const other = ownProduct(`${walk.run}-second`);
  const stock = new Map([[other.supplierProductId, 0]]);
  const status = "DRAFT" as const;
  const about = { content: other, status, tags: [], collectionId: null, locationId, stock };
  const second = await createProduct(shop, about, { withPlaces: false });
  if (second.kind === "user-errors") {
    for (const rule of ["taken-variant-id", "taken-product-id"] as const)
      yield notTried(rule, `there is no second product: ${inWords(second.problem)}`);
    return;
  }
  made.productIds.add(second.id);
  yield await look("taken-variant-id", async () => {
    const added = await addVariantWithId(shop, second.id, product.supplierProductId);
    return {
      fits: added.problem !== null,
      came: added.problem ?? `${String(added.count)} variants, no error`,
    };
  });
  yield await look("taken-product-id", async () => {
    const problem = await setProductId(shop, second.id, product.supplierProductId);
    return { fits: problem !== null, came: problem ?? "it is set" };
  });
}

/** Checks `UNRECORDED_LOCATION_RULES`. Leaves behind a location that only a person can delete. */
export async function* askLocations(walk: Walk): AsyncGenerator<Line, void> {
  const { shop, locationId } = walk;
  yield await look("own-name", async () => {
    const service = (await listServices(shop)).find((each) => each.locationId === locationId);
    if (service === undefined) return { unproven: "there is no service of ours" };
    const problem = await renameLocation(shop, service);
    return { fits: problem === null, came: problem ?? "it is accepted" };
  });
  yield await look("left-over-name", async () => {
    const name = `${LEFT_OVER} ${walk.run}`;
    const first = await createNamedService(shop, name);
    if (first.kind === "user-errors") return { unproven: first.problem };
    await deleteNamedService(shop, first.id, "KEEP");
    walk.made.location = { id: first.locationId, name };
    const second = await createNamesake(shop, name);
    await removeOwnServices(shop);
    if (second.kind === "user-errors") return { fits: false, came: second.problem };
    return { fits: true, came: "it is accepted" };
  });
}

/** Deletes the services that the check has created, with their locations. */
export async function removeOwnServices(shop: ShopDomain): Promise<void> {
  for (const { id, name } of await listServices(shop))
    if (name.startsWith(LEFT_OVER)) await deleteNamedService(shop, id, "DELETE");
}

/** Returns the inventory item of a product's only variant. */
export async function findItem(walk: Walk, id: ShopProductId): Promise<string | null> {
  const found = await findProduct(walk.shop, { id }, { locationId: walk.locationId, expected: 1 });
  return found?.variants[0]?.inventoryItemId ?? null;
}
