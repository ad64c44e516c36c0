import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import { type ReactNode, useContext } from "react";

import { lossOf, type Money } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";

type Contents = { items: { title: string; sku: string | null; quantity: number }[]; moreItems: number };

export function Items({ row: { items, moreItems } }: { row: Contents }) {
  const t = useT();
  return (
    // Polaris's tables don't wrap text. These cells do, so that the last column stays in sight.
    <div style={{ minWidth: "12rem", whiteSpace: "normal" }}>
      <BlockStack gap="100">
        {items.map(({ title, sku, quantity }, index) => (
          <BlockStack key={index}>
            <Text as="span" breakWord>
              {t("to-send.item", { quantity, title })}
            </Text>
            {sku !== null && (
              <Text as="span" tone="subdued" variant="bodySm" breakWord>
                {t("to-send.sku", { sku })}
              </Text>
            )}
          </BlockStack>
        ))}
        {moreItems > 0 && (
          <Text as="span" tone="subdued">
            {t("to-send.more-items", { count: moreItems })}
          </Text>
        )}
      </BlockStack>
    </div>
  );
}

/** An amount of money, or the text for an unknown amount. */
export function Amount({ amount, unknown }: { amount: Money | null; unknown: string }) {
  const locale = useContext(LocaleContext);
  return amount === null ? unknown : formatMoney(amount, locale);
}

/**
 * Shows a profit, in red if it is a loss, or the text for an unknown profit. `isBeforeShipping` is true if the
 * shipping charge is unknown.
 */
export function Profit({
  profit,
  unknown,
  isBeforeShipping,
}: {
  profit: Money | null;
  unknown: string;
  isBeforeShipping: boolean;
}) {
  const locale = useContext(LocaleContext);
  const t = useT();
  if (profit === null)
    return (
      <Text as="span" tone="subdued">
        {unknown}
      </Text>
    );
  const amount = (
    <Text as="span" numeric fontWeight="semibold" {...(lossOf(profit) !== null && { tone: "critical" })}>
      {formatMoney(profit, locale)}
    </Text>
  );
  if (!isBeforeShipping) return amount;
  return (
    <BlockStack inlineAlign="end">
      {amount}
      <Text as="span" tone="subdued" variant="bodySm">
        {t("to-send.before-shipping")}
      </Text>
    </BlockStack>
  );
}

/** Shows the expected shipping charge of a waiting order below its cost. */
export function ExpectedShipping({
  row: { shipping, cost },
}: {
  row: { shipping: Money | null; cost: Money | null };
}) {
  const t = useT();
  if (cost === null) return null;
  return (
    <div style={{ whiteSpace: "normal" }}>
      <Text as="p" alignment="end" tone="subdued" variant="bodySm">
        {shipping ? t("to-send.shipping", { shipping }) : t("to-send.shipping.unknown")}
      </Text>
    </div>
  );
}

export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <InlineStack align="space-between" gap="200">
      <Text as="span">{label}</Text>
      <Text as="span" numeric>
        {children}
      </Text>
    </InlineStack>
  );
}
