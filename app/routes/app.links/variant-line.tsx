import { Badge, BlockStack, Box, InlineGrid, InlineStack, Select, Text } from "@shopify/polaris";
import { useContext } from "react";

import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { Line } from "./row.ts";

const NONE = "none";

/** A variant of the supplier beside its match, or possible matches, in the shop. */
export function VariantLine({
  line,
  picked,
  onPick,
  currency,
  follows,
}: {
  line: Line;
  /** The merchant's pick; undefined before they picked one. */
  picked: string | null | undefined;
  onPick: (shopVariantId: string | null) => void;
  currency: string;
  /** True if the price is to follow the supplier. */
  follows: boolean;
}) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const { options, sku, barcode, cost, choices, chosen, newPrice } = line;
  const current = picked === undefined ? chosen : picked;
  const choice = choices.find(({ shopVariantId }) => shopVariantId === current);
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  const label = options.join(" / ") || t("links.whole-product");
  const priced = (price: string) =>
    t("links.your-price", {
      price: follows && newPrice !== null ? `${money(price)} → ${money(newPrice)}` : money(price),
    });
  return (
    <Box borderBlockStartWidth="025" borderColor="border" paddingBlockStart="300">
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200">
        <BlockStack gap="050">
          <Text as="p" breakWord>
            {label}
          </Text>
          <Text as="p" variant="bodySm" tone="subdued" breakWord>
            {details(t, { sku, barcode, last: t("links.cost", { cost: formatMoney(cost, locale) }) })}
          </Text>
        </BlockStack>
        <BlockStack gap="100">
          {(chosen === null || choices.length > 1) && (
            <Select
              label={t("links.pick-variant", { variant: label })}
              labelHidden
              options={[
                { label: t("links.not-this"), value: NONE },
                ...choices.map(({ shopVariantId, options: own, sku: ownSku }) => ({
                  label: [own.join(" / ") || t("links.whole-product"), ownSku].filter(Boolean).join(" · "),
                  value: shopVariantId,
                })),
              ]}
              value={current ?? NONE}
              onChange={(value) => {
                onPick(value === NONE ? null : value);
              }}
            />
          )}
          {choice && (
            <>
              {choices.length === 1 && (
                <Text as="p" breakWord>
                  {choice.options.join(" / ") || t("links.whole-product")}
                </Text>
              )}
              <Text as="p" variant="bodySm" tone="subdued" breakWord>
                {details(t, { ...choice, last: priced(choice.price) })}
              </Text>
              <InlineStack gap="100">
                {choice.by.map((by) => (
                  <Badge key={by} tone={by === "title" ? "attention" : "success"}>
                    {t(`links.by.${by}`)}
                  </Badge>
                ))}
              </InlineStack>
            </>
          )}
        </BlockStack>
      </InlineGrid>
    </Box>
  );
}

function details(
  t: ReturnType<typeof useT>,
  { sku, barcode, last }: { sku: string | null; barcode: string | null; last: string },
): string {
  return [sku && t("links.sku", { sku }), barcode && t("links.barcode", { barcode }), last]
    .filter(Boolean)
    .join(" · ");
}
