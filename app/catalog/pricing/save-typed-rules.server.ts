import { databaseTime } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "./find-pricing.server.ts";
import type { FormProblems, PriceForm } from "./price-form.ts";
import { readPriceForm } from "./read-price-form.ts";
import { savePriceRules } from "./save-price-rules.server.ts";
import { tomorrowOf } from "./today.ts";

/** "stale": others were saved since the merchant loaded the page. */
export type SavedRules = { kind: "saved" } | { kind: "stale" } | { kind: "problems"; problems: FormProblems };

/**
 * Saves the rules in the form, or returns a problem per input.
 * @throws Failure as `findPricing`.
 */
export async function saveTypedRules(
  shop: ShopDomain,
  { form, savedAt }: { form: PriceForm; savedAt: Date | null },
): Promise<SavedRules> {
  const { shopCurrency } = await findPricing(shop);
  const tomorrow = tomorrowOf(await databaseTime());
  const read = readPriceForm(form, { currency: shopCurrency, tomorrow });
  if (!read.ok) return { kind: "problems", problems: read.problems };
  const isSaved = await savePriceRules(shop, { rules: read.rules, changed: savedAt });
  return { kind: isSaved ? "saved" : "stale" };
}
