import { announceStock } from "../catalog/product-news.ts";
import type { OrderLine } from "../orders/order.ts";
import type { Occasion } from "../occasion.ts";
import { inactiveLevelAt, levelAt, setAvailable, type InventoryLevel, type Location } from "./stock.ts";

interface Commitment {
  line: OrderLine;
  location: Location;
  quantity: number;
}

/** An order takes stock out of what is available, and keeps it on hand until it ships. */
export function commit(occasion: Occasion, commitment: Commitment): void {
  const level = countedLevel(commitment);
  if (!level) return;
  level.committed += commitment.quantity;
  setAvailable(occasion, level, level.available - commitment.quantity);
  announceStock(occasion, [level.item]);
}

/** Makes pieces that will not be shipped available again, if they are to be put back. */
export function release(occasion: Occasion, commitment: Commitment, { restock }: { restock: boolean }): void {
  const level = countedLevel(commitment);
  if (!level) return;
  level.committed -= commitment.quantity;
  if (!restock) return;
  setAvailable(occasion, level, level.available + commitment.quantity);
  announceStock(occasion, [level.item]);
}

/** A package leaves. With a negative quantity, its pieces come back into the order. */
export function ship(commitment: Commitment): void {
  const level = countedLevel(commitment);
  if (level) level.committed -= commitment.quantity;
}

function countedLevel({ line, location }: Commitment): InventoryLevel | undefined {
  const { item } = line.variant;
  return item.tracked ? (levelAt(item, location) ?? inactiveLevelAt(item, location)) : undefined;
}
