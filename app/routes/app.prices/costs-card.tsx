import { BlockStack, Button, Card, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useContext } from "react";

import type { CostsForm, FormProblems } from "../../catalog/pricing/price-form.ts";
import type { Money } from "../../lib/money.ts";
import { decimalSign, typedDecimal } from "../../lib/read-decimal.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";

type CostsCardProps = {
  costs: CostsForm;
  currency: string;
  /** True if the shop's prices include tax; null if unknown. */
  taxesIncluded: boolean | null;
  /** The supplier's usual shipping charge for recent orders; null if there are no such orders. */
  recentShipping: Money | null;
  problems: FormProblems;
  onChange: (costs: CostsForm) => void;
};

/** The form for tax and shipping. Margins and expected profits are calculated without tax, and after shipping. */
export function CostsCard({
  costs,
  currency,
  taxesIncluded,
  recentShipping,
  problems,
  onChange,
}: CostsCardProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const field = (name: Exclude<keyof CostsForm, "supplierPrices">, suffix: string) => {
    const problem = problems[`costs.${name}`];
    return {
      name: `costs.${name}`,
      value: costs[name],
      suffix,
      inputMode: "decimal" as const,
      autoComplete: "off",
      error: problem && t(problem),
      onChange: (typed: string) => {
        onChange({ ...costs, [name]: typed });
      },
    };
  };
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("prices.costs.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("prices.costs.help")}
          </Text>
        </BlockStack>
        <FormLayout>
          <Select
            label={t("prices.costs.supplier-prices")}
            helpText={t("prices.costs.supplier-prices.help")}
            options={[
              ...(costs.supplierPrices === ""
                ? [{ value: "", label: t("prices.costs.supplier-prices.open") }]
                : []),
              { value: "net", label: t("prices.costs.supplier-prices.net") },
              { value: "gross", label: t("prices.costs.supplier-prices.gross") },
            ]}
            value={costs.supplierPrices}
            onChange={(chosen) => {
              onChange({ ...costs, supplierPrices: chosen as CostsForm["supplierPrices"] });
            }}
          />
          {costs.supplierPrices === "gross" && (
            <TextField {...field("supplierTax", "%")} label={t("prices.costs.supplier-tax")} />
          )}
          {taxesIncluded === false ? (
            <Text as="p">{t("prices.costs.sales-tax.excluded")}</Text>
          ) : (
            <TextField
              {...field("salesTax", "%")}
              label={t("prices.costs.sales-tax")}
              helpText={t(taxesIncluded ? "prices.costs.sales-tax.help" : "prices.costs.sales-tax.unknown")}
            />
          )}
          <TextField
            {...field("shipping", currency)}
            label={t("prices.costs.shipping")}
            helpText={t("prices.costs.shipping.help")}
          />
          {recentShipping?.currency === currency && (
            <InlineStack gap="200" blockAlign="center">
              <Text as="p">{t("prices.costs.shipping.recent", { charge: recentShipping })}</Text>
              <Button
                size="slim"
                onClick={() => {
                  onChange({ ...costs, shipping: typedDecimal(recentShipping.amount, decimalSign(locale)) });
                }}
              >
                {t("prices.costs.shipping.use", { charge: recentShipping })}
              </Button>
            </InlineStack>
          )}
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
