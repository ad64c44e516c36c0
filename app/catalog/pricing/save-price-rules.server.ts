import { databaseTime, inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findPricing } from "./find-pricing.server.ts";
import { judgeAgainIn, judgeForAMoment } from "./judge-prices.server.ts";
import { type FormProblems, type PriceForm, readPriceForm } from "./price-form.ts";
import { haveSameRules, lockRules, readRules, writeRules } from "./price-rules-store.server.ts";
import { FIRST_RULES, type PriceRules } from "./price-rules.ts";

/**
 * Saves the rules in the form, or returns a problem per input. "stale": other rules were saved since the merchant
 * loaded the page. `onlyTerms`: nothing but tax, shipping or exchange rates has changed.
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
 * Saves price rules for new imports. Products in the shop keep their rules until the merchant applies these.
 * @param changed save time of the rules that the merchant has edited.
 * @returns false if other rules were saved since: those stay.
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
    // Margins are always net of the newest costs.
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
