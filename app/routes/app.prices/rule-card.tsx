import { BlockStack, Card, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";

import type { RuleForm } from "../../catalog/pricing/price-form.ts";
import { roundings } from "../../catalog/pricing/price-rules.ts";
import { useT } from "../../messages/use-t.ts";
import { RangeFields } from "./range-fields.tsx";
import type { RuleProps } from "./shown-prices.ts";

type RuleCardProps = RuleProps & { title: string; help?: string; action?: ReactNode };

/** The fields of a rule. */
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
  const decimals = hasDecimals(currency);
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

/** Starts each range with the value that was typed for all costs. */
function toRanges({ by, value, ranges }: RuleForm): Partial<RuleForm> {
  const kind = by === "amount" ? "amount" : "percent";
  const start = [0, 1].map(() => ({ upTo: "", kind, value }) as const);
  return { by: "ranges", ranges: ranges.length > 0 ? ranges : start };
}

/** Returns false for currencies without decimals, whose prices are whole anyway. */
function hasDecimals(currency: string): boolean {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits !== 0;
}
