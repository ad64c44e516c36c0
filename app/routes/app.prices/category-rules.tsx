import { BlockStack, Button, Card, InlineStack, Select, Text } from "@shopify/polaris";

import {
  type FormProblems,
  MAX_RULES,
  type PriceForm,
  type RuleForm,
} from "../../catalog/pricing/price-form.ts";
import { useT } from "../../messages/use-t.ts";
import { RuleCard } from "./rule-card.tsx";

type CategoryRulesProps = {
  rules: PriceForm["categories"];
  /** Categories that can have a rule. */
  addable: string[];
  /** Initial values of a new rule. */
  usual: RuleForm;
  currency: string;
  problems: FormProblems;
  onChange: (rules: PriceForm["categories"]) => void;
};

/** A card for each category with its own rule, and a button to add one. */
export function CategoryRules({ rules, addable, usual, currency, problems, onChange }: CategoryRulesProps) {
  const t = useT();
  const left = addable.filter((category) => !rules.some((each) => each.category === category)).toSorted();
  if (rules.length === 0 && left.length === 0) return null;
  return (
    <>
      {rules.map(({ category, rule }, index) => (
        <RuleCard
          key={category}
          title={category}
          path={`categories.${String(index)}.rule`}
          {...{ rule, currency, problems }}
          action={
            <Button
              variant="tertiary"
              accessibilityLabel={t("prices.categories.remove-one", { category })}
              onClick={() => {
                onChange(rules.filter((each) => each.category !== category));
              }}
            >
              {t("prices.categories.remove")}
            </Button>
          }
          onChange={(changed) => {
            onChange(rules.map((each) => (each.category === category ? { category, rule: changed } : each)));
          }}
        />
      ))}
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {t("prices.categories.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("prices.categories.help")}
          </Text>
          <InlineStack>
            <Select
              label={t("prices.categories.add")}
              disabled={left.length === 0 || rules.length >= MAX_RULES}
              options={[
                { label: t("prices.categories.choose"), value: "", disabled: true },
                ...left.map((category) => ({ label: category, value: category })),
              ]}
              value=""
              onChange={(category) => {
                onChange([...rules, { category, rule: usual }]);
              }}
            />
          </InlineStack>
        </BlockStack>
      </Card>
    </>
  );
}
