import { Link, Text, type TextProps } from "@shopify/polaris";

import type { MissingCosts } from "../catalog/pricing/pricing.ts";
import type { SellingPrice } from "../catalog/search/price-products.server.ts";
import { formatMoney } from "../messages/format-money.ts";
import type { Message, MessageCode } from "../messages/message.ts";
import type { Translate } from "../messages/translate.ts";
import { useT } from "../messages/use-t.ts";
import type { Unreadable } from "../wholesale/resources.ts";

/** Returns the URL of the app's page about a supplier's product. */
export function productUrl(id: string): `/app/${string}` {
  return `/app/products/${encodeURIComponent(id)}`;
}

/** Shows the name of a supplier's product, as a link to its page. */
export function ProductLink({ id, name, as = "p" }: Props) {
  return (
    <Text as={as} variant="bodyMd" fontWeight="semibold" breakWord>
      <Link url={productUrl(id)} removeUnderline monochrome>
        <bdi>{name}</bdi>
      </Link>
    </Text>
  );
}

type Props = { id: string; name: string; as?: "h2" | "p" };

/** Returns the selling price as text; "" if it is unknown. */
export function priceText(
  price: SellingPrice | null,
  { t, locale, differs = false }: { t: Translate; locale: string; differs?: boolean },
): string {
  if (price === null) return "";
  if (price.kind === "own") return t("product.own-price");
  if (price.kind === "no-price") return t("product.no-price");
  if (price.kind === "currency-differs") return t("product.no-rate");
  const money = formatMoney(price, locale);
  return differs ? t("catalog.cost-from", { cost: money }) : money;
}

/**
 * Returns the margin as text; "" if it is unknown. If the variants' margins differ, shows the lowest. If the tax rate
 * is unknown, says “before tax”. `loss` is true if the margin is negative.
 */
export function marginText(
  price: { kind?: string; margin?: string | null; marginDiffers?: boolean } | null,
  { missing, t }: { missing: MissingCosts | null; t: Translate },
): { margin: string; loss: boolean } {
  const margin = price?.margin ?? null;
  if (margin === null) return { margin: "", loss: false };
  const code = price?.marginDiffers === true ? "catalog.margin-from" : "catalog.margin";
  return { margin: t(code, { margin, missing }), loss: Number(margin) < 0 };
}

/** Explains which costs the margins include, and which the merchant has to enter first. */
export function MarginHint({ missing }: { missing: MissingCosts }) {
  const t = useT();
  return (
    <Text as="p" tone="subdued">
      {t("catalog.margin.hint", { missing })}
    </Text>
  );
}

/** Returns the supplier's values as texts. Marks them as last known while we cannot read the product. */
export function asLastKnown(
  values: { cost: string; margin: string; stock: string },
  { unreadable, t }: { unreadable: Unreadable | null; t: Translate },
): { cost: string; margin: string; stock: string } {
  const mark = (value: string) => (value === "" ? value : t("product.last-known", { value }));
  const isPriceOld = unreadable === "price" || unreadable === "product";
  const isStockOld = unreadable === "stock" || unreadable === "product";
  return {
    cost: isPriceOld ? mark(values.cost) : values.cost,
    margin: isPriceOld ? mark(values.margin) : values.margin,
    stock: isStockOld ? mark(values.stock) : values.stock,
  };
}

/** Shows why an action on a product failed, with a link to fix it. */
export function ProblemText({ problem, tone }: { problem: Message; tone?: TextProps["tone"] }) {
  const t = useT();
  return (
    <Text as="p" breakWord {...(tone && { tone })}>
      {t(problem)}
      {NEED_A_RATE.includes(problem.code) && (
        <>
          {" "}
          <Link url="/app/prices">{t("prices.open")}</Link>
        </>
      )}
    </Text>
  );
}

/** Problems that the merchant fixes by entering an exchange rate. */
const NEED_A_RATE: MessageCode[] = ["catalog.skip.currency-differs", "sync.problem.currency-differs"];
