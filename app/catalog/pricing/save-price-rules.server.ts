import { databaseTime, inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "./find-pricing.server.ts";
import { judgeAgainIn, judgeForAMoment } from "./judge-prices.server.ts";
import { type FormProblems, type PriceForm, readPriceForm } from "./price-form.ts";
import { haveSameRules, lockRules, readRules, writeRules } from "./price-rules-store.server.ts";
import { FIRST_RULES, type PriceRules } from "./price-rules.ts";

/**
 * Saves the rules in the form, or returns a problem for each invalid input. "stale": other rules were saved
 * since the merchant loaded the page. `onlyTerms`: only tax, shipping or exchange rates have changed.
 * @throws Failure as `findPricing`.
 */
export async function savePriceForm(
  shop: ShopDomain,
  { form, savedAt }: { form: PriceForm; savedAt: Date | null },
): Promise<
  { kind: "saved"; onlyTerms: boolean } | { kind: "stale" } | { kind: "problems"; problems: FormProblems }
> {
  const { shopCurrency, rules: versions, version } = await findPricing(shop);
  const read = readPriceForm(form, { currency: shopCurrency, now: await databaseTime() });
  if (!read.ok) return { kind: "problems", problems: read.problems };
  const isSaved = await savePriceRules(shop, { rules: read.rules, changed: savedAt });
  if (!isSaved) return { kind: "stale" };
  return { kind: "saved", onlyTerms: haveSameRules(read.rules, versions[version] ?? FIRST_RULES) };
}

/**
 * Saves price rules for new imports. Products in the shop follow their old rules until the merchant applies the
 * new ones.
 * @param changed save time of the rules that the merchant has edited.
 * @returns false, and saves nothing, if other rules were saved since
 */
export async function savePriceRules(
  shop: ShopDomain,
  { rules, changed }: { rules: PriceRules; changed: Date | null },
): Promise<boolean> {
  const saved = await inShop(shop, async (tx, now) => {
    await lockRules(tx, shop);
    const { version, rules: versions, savedAt } = await readRules(tx, shop);
    if (savedAt?.getTime() !== changed?.getTime()) return "stale";
    await writeRules(tx, shop, { rules, now });
    // Margins always use the newest tax, shipping and rates. If these have changed, all prices must be judged
    // again.
    if (termsOf(rules) === termsOf(versions[version])) return "same-terms";
    await judgeAgainIn(tx, shop);
    return "other-terms";
  });
  if (saved === "other-terms") await judgeForAMoment(shop);
  return saved !== "stale";
}

function termsOf(rules: PriceRules | undefined): string {
  return JSON.stringify([rules?.costs ?? null, rules?.rates ?? []]);
}
