import { BlockStack, Card, FormLayout, Select, Text, TextField } from "@shopify/polaris";

import type { CostsForm, FormProblems } from "../../catalog/pricing/price-form.ts";
import { useT } from "../../messages/use-t.ts";

type CostsCardProps = {
  costs: CostsForm;
  currency: string;
  /** True if the shop's prices include tax; null if unknown. */
  taxesIncluded: boolean | null;
  problems: FormProblems;
  onChange: (costs: CostsForm) => void;
};

/** Tax and shipping, which margins and expected profits are net of. */
export function CostsCard({ costs, currency, taxesIncluded, problems, onChange }: CostsCardProps) {
  const t = useT();
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
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
