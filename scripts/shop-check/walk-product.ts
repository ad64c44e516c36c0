import { setAvailable } from "../../app/shop/location/inventory.server.ts";
import { unlinkShopProduct } from "../../app/shop/products/link-product.server.ts";
import { findProduct, type ProductIdentity } from "../../app/shop/products/products.server.ts";
import { listChannels, publishProduct } from "../../app/shop/products/publications.server.ts";
import { createProduct } from "../../app/shop/products/set-product.server.ts";
import { askProducts, findItem, UNRECORDED_PRODUCT_RULES } from "./ask-unrecorded.ts";
import { inWords, type Line, look, notTried } from "./line.ts";
import type { Walk } from "./walk-types.ts";

export const PRODUCT_RULES = [
  "product",
  "stock",
  ...UNRECORDED_PRODUCT_RULES,
  "unlinking",
  "publishing",
] as const;

const FIRST_STOCK = 2;
const STOCK = 5;

/**
 * Creates a product twice, as the app does, and checks that the shop has only one. Then sets its stock, unlinks it
 * and publishes it. Once unlinked, the product is like the merchant's own ones, so the app does not send orders of
 * it.
 *
 * @returns true if the product may be ordered.
 */
export async function* walkProduct(walk: Walk): AsyncGenerator<Line, boolean> {
  const { shop, locationId, product } = walk;
  const stock = new Map([[product.supplierProductId, FIRST_STOCK]]);
  const set = {
    content: product,
    status: "ACTIVE" as const,
    tags: [],
    collectionId: null,
    locationId,
    stock,
  };
  const create = () => createProduct(shop, set, { withPlaces: false });
  const read = (identity: ProductIdentity) =>
    findProduct(shop, identity, { locationId, expected: 1, withChannels: true });

  const made = await look("product", async () => {
    const first = await create();
    if (first.kind === "user-errors") return { fits: false, came: inWords(first.problem) };
    walk.made.productIds.add(first.id);
    const existing = await read({ supplierProductId: product.supplierProductId });
    if (existing?.id !== first.id) return { fits: false, came: "it is not found by the custom id" };
    const second = await create();
    if (second.kind === "set") walk.made.productIds.add(second.id);
    const fits = second.kind === "user-errors";
    return { fits, came: fits ? "one product" : "a second product" };
  });
  yield made;
  const [id] = walk.made.productIds;
  if (made.result !== "fits" || id === undefined) {
    for (const rule of PRODUCT_RULES) if (rule !== "product") yield notTried(rule, "there is no product");
    return false;
  }

  yield await look("stock", async () => {
    const [before] = (await read({ id }))?.variants ?? [];
    if (before?.available !== FIRST_STOCK)
      return { fits: false, came: `${String(before?.available ?? "no")} pieces of ${String(FIRST_STOCK)}` };
    const change = { inventoryItemId: before.inventoryItemId, from: FIRST_STOCK, to: STOCK };
    const changed = await setAvailable(shop, locationId, [change]);
    if (changed.kind === "user-errors") return { fits: false, came: inWords(changed.problem) };
    const [after] = (await read({ id }))?.variants ?? [];
    return { fits: after?.available === STOCK, came: `${String(after?.available ?? "no")} pieces` };
  });

  const inventoryItemId = await findItem(walk, id);
  if (inventoryItemId !== null) yield* askProducts(walk, { id, inventoryItemId });
  else for (const rule of UNRECORDED_PRODUCT_RULES) yield notTried(rule, "the product has no variant");

  const unlinked = await look("unlinking", async () => {
    const linked = await read({ id });
    if (linked === null) return { fits: false, came: "it is not there" };
    const done = await unlinkShopProduct(shop, linked);
    if (done.kind === "user-errors") return { fits: false, came: inWords(done.problem) };
    const found = await read({ supplierProductId: product.supplierProductId });
    return { fits: found === null, came: found === null ? "it is not" : "it still is" };
  });
  yield unlinked;
  if (unlinked.result !== "fits") {
    yield notTried("publishing", "it may still be linked");
    return false;
  }

  yield await look("publishing", async () => {
    const { onlineStore } = await listChannels(shop);
    if (onlineStore === null) return { unproven: "there is no Online Store to publish to" };
    const published = await publishProduct(shop, id, [onlineStore]);
    if (published.kind === "user-errors") return { fits: false, came: inWords(published.problem) };
    const channels = (await read({ id }))?.channels ?? [];
    const came = channels.length === 0 ? "it is published nowhere" : channels.join(", ");
    return { fits: channels.includes(onlineStore.name), came };
  });
  return true;
}
