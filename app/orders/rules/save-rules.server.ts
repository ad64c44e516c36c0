import { readInShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currentFacts, storedFacts } from "../../shop/shop-facts.server.ts";
import { type FormProblems, readRulesForm, type RulesForm } from "./rules-form.ts";
import { saveRules } from "./rules-store.server.ts";

/**
 * Saves the rules in the form, or returns a problem per input. "stale": other rules were saved since the merchant loaded
 * the page.
 * @throws Failure if the shop's currency is not known.
 */
export async function saveRulesForm(
  shop: ShopDomain,
  { form, version }: { form: RulesForm; version: number },
): Promise<{ kind: "saved" } | { kind: "stale" } | { kind: "problems"; problems: FormProblems }> {
  const known = await readInShop(shop, async (tx, now) => ({ stored: await storedFacts(tx, shop), now }));
  const { currency } = await currentFacts(shop, known);
  const read = readRulesForm(form, currency);
  if (!read.ok) return { kind: "problems", problems: read.problems };
  return { kind: (await saveRules(shop, { rules: read.rules, version })) ? "saved" : "stale" };
}
