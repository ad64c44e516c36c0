import type { SellingPrice } from "../catalog/search/price-products.server.ts";
import { formatMoney } from "../messages/format-money.ts";
import type { Locale, Translate } from "../messages/translate.ts";

/** Returns the selling price as text; empty if it is unknown. */
export function priceText(
  price: SellingPrice | null,
  { t, locale, differs = false }: { t: Translate; locale: Locale; differs?: boolean },
): string {
  if (price === null) return "";
  if (price.kind === "own") return t("product.own-price");
  if (price.kind === "no-price") return t("product.no-price");
  if (price.kind === "currency-differs") return t("product.no-rate");
  const money = formatMoney(price, locale);
  return differs ? t("catalog.cost-from", { cost: money }) : money;
}

/** Returns the margin as text, empty if it is unknown. `loss`: it is negative. */
export function marginText(price: SellingPrice | null, t: Translate): { margin: string; loss: boolean } {
  if (price?.kind !== "priced" || price.margin === null) return { margin: "", loss: false };
  return { margin: t("catalog.margin", { margin: price.margin }), loss: Number(price.margin) < 0 };
}
