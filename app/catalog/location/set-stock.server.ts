import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  activateStock,
  setAvailable,
  type StockChange,
  deactivateStock,
  type InventoryLevel,
  readOtherLevels,
} from "../../shop/location/inventory.server.ts";
import { findProduct, type ShopProduct, type ShopVariant } from "../../shop/products/products.server.ts";
import { recognize } from "../links/recognize-product.server.ts";
import type { Message } from "../../messages/message.ts";

/**
 * Sets the stock of a product's variants at our location, by the supplier's variant id. Sends only
 * differences.
 * @throws Failure if a call to Shopify fails, or if the product's stock keeps changing.
 */
export function setStock(
  shop: ShopDomain,
  wanted: { product: ShopProduct; locationId: string; stock: Map<string, number> },
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const { locationId, stock } = wanted;
  return changeStock(shop, wanted, (current) => applyPlan(shop, planStock(current, stock), locationId));
}

/**
 * Stocks the product's variants at our location, except those whose stock the merchant sets (`theirs`). Removes
 * variants from other locations only if the merchant has agreed (`leavesOwnStock`). Without that consent,
 * removes only newly created variants, and only from locations where they have no pieces: Shopify stocked them
 * there by default.
 * @returns the number of inventory levels that stay at other locations.
 */
export async function settleStock(
  shop: ShopDomain,
  { locationId, stock, leavesOwnStock }: Stocked,
  { product, created, theirs = [] }: Variants,
): Promise<Awaited<ReturnType<typeof leaveOtherLocations>>> {
  const ours = product.variants.filter((variant) => !theirs.includes(variant));
  const stocked = await setStock(shop, { product: { ...product, variants: ours }, locationId, stock });
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

type Stocked = { locationId: string; stock: Map<string, number>; leavesOwnStock: boolean };
type Variants = { product: ShopProduct; created: ShopVariant[]; theirs?: ShopVariant[] };

/**
 * Changes a product's stock with `change`. A sale may change the stock in between; then reads the product again
 * and retries.
 * @throws Failure if a call to Shopify fails, or if the product's stock keeps changing.
 */
export async function changeStock(
  shop: ShopDomain,
  { product, locationId }: { product: ShopProduct; locationId: string },
  change: (product: ShopProduct) => Promise<StockChange>,
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const links = new Map(
    product.variants.map(({ id, supplierVariantId }) => [id, supplierVariantId ?? undefined]),
  );
  let current = product;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changed = await change(current);
    if (changed.kind !== "stale") return changed;
    const expected = current.variants.length;
    const again = await findProduct(shop, { id: product.id }, { locationId, expected });
    if (again !== null) current = recognize(again, links);
  }
  throw stockKeepsChanging();
}

function stockKeepsChanging(): Failure {
  return new Failure({
    code: "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.stock-keeps-changing" },
  });
}

const MAX_TRIES = 3;

/** Carries out a plan. Stops at the first change that fails. */
async function applyPlan(shop: ShopDomain, plan: StockPlan, locationId: string): Promise<StockChange> {
  const set = [...plan.set];
  for (const { inventoryItemId, to } of plan.activate) {
    const activated = await activateStock(shop, { inventoryItemId, locationId });
    if (activated.kind !== "active") return activated;
    if (activated.available !== to) set.push({ inventoryItemId, from: activated.available, to });
  }
  return setAvailable(shop, locationId, set);
}

type StockPlan = {
  /** Items that our location does not stock yet. */
  activate: { inventoryItemId: string; to: number }[];
  set: { inventoryItemId: string; from: number; to: number }[];
};

/**
 * Plans the stock of the supplier's variants at our location. Variants that the supplier no longer has get
 * stock 0. Does not change the merchant's own variants and other locations.
 */
function planStock({ variants }: ShopProduct, stock: Map<string, number>): StockPlan {
  const plan: StockPlan = { activate: [], set: [] };
  for (const { supplierVariantId, inventoryItemId, available } of variants) {
    if (supplierVariantId === null) continue;
    const to = stock.get(supplierVariantId) ?? 0;
    if (available === null) plan.activate.push({ inventoryItemId, to });
    else if (available !== to) plan.set.push({ inventoryItemId, from: available, to });
  }
  return plan;
}

type Left = { kind: "done"; stayed: number } | { kind: "user-errors"; problem: Message };

/**
 * Stops stocking items at locations other than ours. Keeps an item at a location where orders wait for it,
 * because Shopify would lose the pieces that are committed to these orders.
 * @param options `drop`: true to remove an item even from locations with available pieces.
 * @returns the number of inventory levels that stay.
 * @throws Failure if a call to Shopify fails.
 */
export async function leaveOtherLocations(
  shop: ShopDomain,
  given: { inventoryItemIds: string[]; locationId: string },
  { drop }: { drop: boolean },
): Promise<Left> {
  const levels = await readOtherLevels(shop, given);
  return leave(shop, levels, ({ available, committed }) => committed === 0 && (drop || available === 0));
}

/**
 * Stops selling items at the location of a deleted service, if the merchant has kept that location. An item
 * stays there if orders wait for it, because Shopify would lose the pieces that are committed to them; its
 * available stock becomes 0.
 * @throws Failure if a call to Shopify fails, or if the stock there keeps changing.
 */
export async function leaveFormerLocation(
  shop: ShopDomain,
  given: { inventoryItemIds: string[]; locationId: string; formerLocationId: string },
): Promise<Left> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const others = await readOtherLevels(shop, given);
    const levels = others.filter(({ locationId }) => locationId === given.formerLocationId);
    const left = await leave(shop, levels, ({ committed }) => committed === 0);
    if (left.kind !== "done") return left;
    const sellable = levels
      .filter(({ available, committed }) => committed !== 0 && available > 0)
      .map(({ inventoryItemId, available: from }) => ({ inventoryItemId, from, to: 0 }));
    const emptied = await setAvailable(shop, given.formerLocationId, sellable);
    if (emptied.kind === "user-errors") return emptied;
    if (emptied.kind === "done") return left;
  }
  throw stockKeepsChanging();
}

async function leave(
  shop: ShopDomain,
  levels: InventoryLevel[],
  mayLeave: (level: InventoryLevel) => boolean,
): Promise<Left> {
  for (const { id } of levels.filter(mayLeave)) {
    const left = await deactivateStock(shop, id);
    if (left.kind !== "done") return left;
  }
  return { kind: "done", stayed: levels.filter((level) => !mayLeave(level)).length };
}
