import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";

import type { CostsForm, FormProblems } from "../../catalog/pricing/price-form.ts";
import { useT } from "../../messages/use-t.ts";

type CostsCardProps = {
  costs: CostsForm;
  currency: string;
  problems: FormProblems;
  onChange: (costs: CostsForm) => void;
};

/** Tax and shipping, which margins and expected profits are net of. */
export function CostsCard({ costs, currency, problems, onChange }: CostsCardProps) {
  const t = useT();
  const field = (name: keyof CostsForm, suffix: string) => {
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
          <TextField
            {...field("supplierTax", "%")}
            label={t("prices.costs.supplier-tax")}
            helpText={t("prices.costs.supplier-tax.help")}
          />
          <TextField
            {...field("salesTax", "%")}
            label={t("prices.costs.sales-tax")}
            helpText={t("prices.costs.sales-tax.help")}
          />
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
