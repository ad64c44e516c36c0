import Big from "big.js";

import { minorDigits } from "../lib/money.ts";

/** Share of a usual cost that a flat rate begins with. The merchant sees the rate and confirms or changes it. */
const SHARE = "0.15";
const ROUND = ["1", "2", "3", "4", "5", "6", "8", "10"];

/**
 * Suggests a flat shipping rate, a round amount near 15% of a usual cost. Null for no cost.
 * @param cost in the shop's currency.
 */
export function suggestRate(cost: string, currency: string): string | null {
  const aim = new Big(cost).times(SHARE);
  if (aim.lte(0)) return null;
  const power = new Big(10).pow(aim.e);
  const round = ROUND.map((each) => power.times(each));
  const nearest = round.reduce((best, each) =>
    each.minus(aim).abs().lte(best.minus(aim).abs()) ? each : best,
  );
  const least = new Big(10).pow(-minorDigits(currency));
  return (nearest.lt(least) ? least : nearest).toFixed(minorDigits(currency));
}
