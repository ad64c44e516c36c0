import { hasRatesAt } from "../delivery/rates.ts";
import type { ShopState } from "../state.ts";
import { levelAt, type Location } from "../stock/stock.ts";
import type { OrderLine } from "./order.ts";

/**
 * Chooses the location that ships each line, among the locations with shipping rates. A location that has the whole
 * order wins. Otherwise each line goes to a location that has it, by the merchant's priority (help.shopify.com: Order
 * routing, "Minimize split fulfillments", "Ship from the closest location" left aside, "Use ranked locations"). A
 * line that no such location stocks gets no location, and cannot be bought.
 */
export function chooseLocations(
  shop: ShopState,
  lines: OrderLine[],
): Map<Location, OrderLine[]> | { unroutable: OrderLine } {
  const ships = (location: Location, { variant }: OrderLine) => hasRatesAt(shop, variant, location);
  const whole = shop.locations.find((location) =>
    lines.every((line) => ships(location, line) && has(location, line)),
  );
  if (whole) return new Map([[whole, lines]]);
  const work = new Map<Location, OrderLine[]>();
  for (const line of lines) {
    const stocking = shop.locations.filter(
      (location) => ships(location, line) && levelAt(line.variant.item, location),
    );
    // If no location has enough pieces, the line is sold all the same if the variant allows that.
    const place = stocking.find((location) => has(location, line)) ?? stocking[0];
    if (!place) return { unroutable: line };
    work.set(place, [...(work.get(place) ?? []), line]);
  }
  return work;
}

function has(location: Location, { variant, quantity }: OrderLine): boolean {
  const level = levelAt(variant.item, location);
  return level !== undefined && (!variant.item.tracked || level.available >= quantity);
}
