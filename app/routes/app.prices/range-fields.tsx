import { BlockStack, Box, Button, InlineGrid, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";

import { MAX_RANGES, type RangeForm } from "../../catalog/pricing/price-form.ts";
import { useT } from "../../messages/use-t.ts";
import type { RuleProps } from "./shown-prices.ts";

/** The upper cost of each range, and its markup. */
export function RangeFields({ rule, path, currency, problems, onChange }: RuleProps) {
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
