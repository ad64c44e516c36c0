import type { InventoryItem } from "./stock.ts";

/** Recorded for kilograms: "-1 kg must be >= 0 kg". */
export function negativeWeight({ value, unit }: InventoryItem["weight"]): string {
  const shown = SHOWN_UNITS[unit];
  return `Measurement weight value ${String(value)} ${shown} must be >= 0 ${shown}`;
}

const SHOWN_UNITS = { GRAMS: "g", KILOGRAMS: "kg", OUNCES: "oz", POUNDS: "lb" };
