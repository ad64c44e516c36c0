import {
  BlockStack,
  Box,
  Button,
  Card,
  FormLayout,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";

import {
  type FormProblems,
  MAX_RANGES,
  MAX_RULES,
  type PriceForm,
  type RangeForm,
  type RuleForm,
} from "../../catalog/pricing/price-form.ts";
import { roundings } from "../../catalog/pricing/price-rules.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { useT } from "../../messages/use-t.ts";

type RuleProps = {
  rule: RuleForm;
  /** The rule's path in the form, with which the codes of its problems begin. */
  path: string;
  /** The shop's currency. */
  currency: string;
  problems: FormProblems;
  onChange: (rule: RuleForm) => void;
};

type RuleCardProps = RuleProps & { title: string; help?: string; action?: ReactNode };

export function RuleCard({ title, help, action, ...props }: RuleCardProps) {
  const { rule, path, currency, problems, onChange } = props;
  const t = useT();
  const change = (changed: Partial<RuleForm>) => {
    onChange({ ...rule, ...changed });
  };
  const problemAt = (name: string) => {
    const problem = problems[`${path}.${name}`];
    return problem && t(problem);
  };
  const field = (name: "value" | "marginFloor" | "compareAt") => ({
    name: `${path}.${name}`,
    value: rule[name],
    error: problemAt(name),
    autoComplete: "off",
    inputMode: "decimal" as const,
    onChange: (typed: string) => {
      change({ [name]: typed });
    },
  });
  // In a currency without decimals all prices are whole, so there is nothing to choose.
  const decimals = minorDigits(currency) > 0;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingMd" breakWord>
              {title}
            </Text>
            {action}
          </InlineStack>
          {help !== undefined && (
            <Text as="p" tone="subdued">
              {help}
            </Text>
          )}
        </BlockStack>
        <FormLayout>
          <Select
            label={t("prices.by")}
            options={(["percent", "amount", "ranges"] as const).map((by) => ({
              value: by,
              label: t(`prices.by.${by}`),
            }))}
            value={rule.by}
            error={problems[path] && t(problems[path])}
            onChange={(by) => {
              change(by === "ranges" ? toRanges(rule) : { by: by as RuleForm["by"] });
            }}
          />
          {rule.by === "ranges" ? (
            <RangeFields {...props} />
          ) : (
            <TextField
              {...field("value")}
              label={t(`prices.value.${rule.by}`)}
              suffix={rule.by === "percent" ? "%" : currency}
            />
          )}
          <Select
            label={t("prices.rounding")}
            options={roundings
              .filter((rounding) => decimals || rounding === "none" || rounding === rule.rounding)
              .map((rounding) => ({ value: rounding, label: t(`prices.rounding.${rounding}`) }))}
            value={rule.rounding}
            onChange={(rounding) => {
              change({ rounding: rounding as RuleForm["rounding"] });
            }}
          />
          <FormLayout.Group>
            <TextField
              {...field("marginFloor")}
              label={t("prices.margin-floor")}
              suffix="%"
              helpText={t("prices.margin-floor.help")}
            />
            <TextField
              {...field("compareAt")}
              label={t("prices.compare-at")}
              suffix="%"
              helpText={t("prices.compare-at.help")}
            />
          </FormLayout.Group>
        </FormLayout>
      </BlockStack>
    </Card>
  );
}

type CategoryRulesProps = {
  rules: PriceForm["categories"];
  /** Categories that can have a rule of their own. */
  addable: string[];
  /** Initial values of a new rule. */
  usual: RuleForm;
  currency: string;
  problems: FormProblems;
  onChange: (rules: PriceForm["categories"]) => void;
};

/** Shows a card for each category that has its own rule, and a button that adds such a rule. */
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
          rule={rule}
          currency={currency}
          problems={problems}
          action={
            <Button
              variant="tertiary"
              accessibilityLabel={t("action.about", {
                action: t("prices.categories.remove"),
                subject: category,
              })}
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

/** Switches a rule to ranges of costs. New ranges begin with the value that was typed for all costs. */
function toRanges({ by, value, ranges }: RuleForm): Partial<RuleForm> {
  const kind = by === "amount" ? "amount" : "percent";
  const start = [0, 1].map(() => ({ upTo: "", kind, value }) as const);
  return { by: "ranges", ranges: ranges.length > 0 ? ranges : start };
}

/** The form for the upper cost of each range and its markup. */
function RangeFields({ rule, path, currency, problems, onChange }: RuleProps) {
  const t = useT();
  const { ranges } = rule;
  const change = (changed: RangeForm[]) => {
    onChange({ ...rule, ranges: changed });
  };
  const changeOne = (index: number, changed: Partial<RangeForm>) => {
    change(ranges.map((range, at) => (at === index ? { ...range, ...changed } : range)));
  };
  return (
    <BlockStack gap="300">
      {ranges.map((range, index) => {
        const at = `${path}.ranges.${String(index)}`;
        const number = index + 1;
        const isLast = number === ranges.length;
        const errorAt = (name: string) => {
          const problem = problems[`${at}.${name}`];
          return problem && t(problem);
        };
        return (
          <Box key={index} borderWidth="025" borderColor="border" borderRadius="200" padding="300">
            <BlockStack gap="200">
              <InlineGrid columns={{ xs: 1, sm: 3 }} gap="200">
                <TextField
                  label={t("prices.range.up-to")}
                  name={`${at}.upTo`}
                  value={range.upTo}
                  placeholder={isLast ? t("prices.range.above") : undefined}
                  suffix={currency}
                  error={errorAt("upTo")}
                  {...INPUT}
                  onChange={(upTo) => {
                    changeOne(index, { upTo });
                  }}
                />
                <Select
                  label={t("prices.kind")}
                  options={(["percent", "amount"] as const).map((kind) => ({
                    value: kind,
                    label: t(`prices.kind.${kind}`),
                  }))}
                  value={range.kind}
                  onChange={(kind) => {
                    changeOne(index, { kind: kind as RangeForm["kind"] });
                  }}
                />
                <TextField
                  label={t(`prices.value.${range.kind}`)}
                  name={`${at}.value`}
                  value={range.value}
                  suffix={range.kind === "percent" ? "%" : currency}
                  error={errorAt("value")}
                  {...INPUT}
                  onChange={(value) => {
                    changeOne(index, { value });
                  }}
                />
              </InlineGrid>
              {ranges.length > 1 && (
                <InlineStack align="end">
                  <Button
                    icon={DeleteIcon}
                    variant="tertiary"
                    accessibilityLabel={t("prices.range.remove", { number })}
                    onClick={() => {
                      change(ranges.filter((_, each) => each !== index));
                    }}
                  />
                </InlineStack>
              )}
            </BlockStack>
          </Box>
        );
      })}
      <Text as="p" tone="subdued">
        {t("prices.range.help")}
      </Text>
      <InlineStack>
        <Button
          disabled={ranges.length >= MAX_RANGES}
          onClick={() => {
            change([...ranges, { upTo: "", kind: ranges.at(-1)?.kind ?? "percent", value: "" }]);
          }}
        >
          {t("prices.range.add")}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

const INPUT = { autoComplete: "off", inputMode: "decimal" } as const;
