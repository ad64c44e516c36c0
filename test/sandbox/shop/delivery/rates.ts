import type { Variant } from "../catalog/catalog.ts";
import { refuse } from "../merchant-refusal.ts";
import type { ShopState } from "../state.ts";
import { type InventoryItem, levelAt, type Location } from "../stock/stock.ts";
import { appProfileOf, type Condition, type DeliveryProfile, type Weight, type Zone } from "./profiles.ts";

type Line = { variant: Variant; quantity: number };

/** The merchant's own rate, for every country. */
export const OWN_RATE = 4.9;

/** Returns true if a variant has shipping rates at a location, for any country. */
export function hasRatesAt(shop: ShopState, { id }: Variant, location: Location): boolean {
  if (shop.ordersNeedNoRates) return true;
  return isOwn(shop, id, location) || zonesAt(appProfileOf(shop, id), location).length > 0;
}

/**
 * Returns the price of shipping at checkout: the rates of all profiles in the cart, added up (help.shopify.com:
 * Shipping profiles, "Combined rates"). Of several rates of one profile, the lowest counts. Refuses a cart if one of
 * its lines has no rate.
 */
export function checkoutRate(shop: ShopState, lines: Line[], country: string): string {
  const own: Line[] = [];
  const ofApps = new Map<DeliveryProfile, Line[]>();
  for (const line of lines) {
    const profile = appProfileOf(shop, line.variant.id);
    const merchant = stocking(shop, line.variant.item).some((each) => isOwn(shop, line.variant.id, each));
    if (profile && zonesFor(shop, profile, line, country).length > 0)
      ofApps.set(profile, [...(ofApps.get(profile) ?? []), line]);
    else if (merchant) own.push(line);
    else
      refuse(
        422,
        `${line.variant.product.title} cannot be checked out: no shipping rate applies to ${country}.`,
      );
  }
  let total = own.length > 0 ? OWN_RATE : 0;
  for (const [profile, grouped] of ofApps) {
    const rates = grouped
      .slice(0, 1)
      .flatMap((line) => zonesFor(shop, profile, line, country))
      .flatMap(({ methods }) => methods)
      .filter(({ active, conditions }) => active && conditions.every((each) => holds(each, grouped)))
      .map(({ price }) => Number(price.amount));
    if (rates.length === 0)
      refuse(422, `No shipping rate applies to an order of this value and weight to ${country}.`);
    total += Math.min(...rates);
  }
  return total.toFixed(2);
}

/**
 * Returns true if the merchant's own rate holds. It does not for a variant that the old model has moved into an app's
 * profile.
 */
function isOwn(shop: ShopState, variantId: number, { hasRates }: Location): boolean {
  return hasRates && (shop.marketDrivenShipping || appProfileOf(shop, variantId) === undefined);
}

function stocking({ locations }: ShopState, item: InventoryItem): Location[] {
  return locations.filter((location) => levelAt(item, location));
}

/** A country that no zone names falls to the rest of the world. */
function zonesFor(shop: ShopState, profile: DeliveryProfile, { variant }: Line, country: string): Zone[] {
  const zones = stocking(shop, variant.item).flatMap((location) => zonesAt(profile, location));
  const named = zones.filter(({ countries }) => countries.some(({ code }) => code === country));
  return named.length > 0
    ? named
    : zones.filter(({ countries }) => countries.some(({ code }) => code === null));
}

function zonesAt(profile: DeliveryProfile | undefined, location: Location): Zone[] {
  const groups = (profile?.groups ?? []).filter(({ locations }) => locations.includes(location));
  return groups.flatMap(({ zones }) => zones).filter(({ methods }) => methods.some(({ active }) => active));
}

function holds(condition: Condition, lines: Line[]): boolean {
  const value =
    condition.field === "TOTAL_PRICE"
      ? lines.reduce((sum, { variant, quantity }) => sum + Number(variant.price) * quantity, 0)
      : lines.reduce((sum, { variant, quantity }) => sum + grams(variant.item.weight) * quantity, 0);
  const limit =
    condition.field === "TOTAL_PRICE" ? Number(condition.criteria.amount) : grams(condition.criteria);
  // Decimal prices have no exact sum.
  return condition.operator === "GREATER_THAN_OR_EQUAL_TO" ? value >= limit - 1e-6 : value <= limit + 1e-6;
}

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 };

function grams({ value, unit }: Weight): number {
  return value * GRAMS[unit];
}
