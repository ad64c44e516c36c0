import { Badge, BlockStack, Box, InlineGrid, InlineStack, Text } from "@shopify/polaris";

import type { Difference } from "../../catalog/import/plan-update.ts";
import type { OverwritableField } from "../../catalog/import/import-options.ts";
import type { Translate } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";

type Given = {
  differences: { shown: Difference[]; total: number };
  overwrite: OverwritableField[];
  money: (amount: string) => string;
};

/** Compares the shop's values with the supplier's, and shows which of them remain after an import. */
export function DifferenceTable({ differences, overwrite, money }: Given) {
  const t = useT();
  const { shown, total } = differences;
  if (total === 0)
    return (
      <Text as="p" tone="subdued">
        {t("imports.differences.none")}
      </Text>
    );
  return (
    <BlockStack gap="200">
      {shown.map((difference) => (
        <Line
          key={`${difference.field} ${difference.variant ?? ""}`}
          difference={difference}
          writes={difference.writes || isTicked(difference, overwrite)}
          money={money}
        />
      ))}
      {total > shown.length && (
        <Text as="p" tone="subdued">
          {t("imports.differences.more", { count: total - shown.length })}
        </Text>
      )}
    </BlockStack>
  );
}

function Line({
  difference,
  writes,
  money,
}: {
  difference: Difference;
  writes: boolean;
  money: Given["money"];
}) {
  const t = useT();
  const { field, variant } = difference;
  const label = t(`imports.field.${field}`);
  const byRules = field === "price" || field === "compareAtPrice";
  return (
    <Box background="bg-surface-secondary" padding="200" borderRadius="200">
      <BlockStack gap="100">
        <InlineStack gap="200" align="space-between" blockAlign="center">
          <Text as="p" variant="bodySm" fontWeight="medium" breakWord>
            {variant === null ? label : t("imports.differences.of", { field: label, variant })}
          </Text>
          <Badge tone={writes ? "attention" : undefined}>
            {field === "variant"
              ? t("imports.differences.added")
              : writes
                ? t("imports.differences.changes")
                : t("imports.differences.stays")}
          </Badge>
        </InlineStack>
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200">
          {field !== "variant" && (
            <Side label={t("imports.differences.shop")} text={textOf(difference, "before", { t, money })} />
          )}
          <Side
            label={t(byRules ? "imports.differences.rules" : "imports.differences.supplier")}
            text={textOf(difference, "after", { t, money })}
          />
        </InlineGrid>
      </BlockStack>
    </Box>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <Text as="p" variant="bodySm" breakWord>
      <Text as="span" tone="subdued">
        {label}
      </Text>{" "}
      <bdi>{text}</bdi>
    </Text>
  );
}

/** One checkbox covers price, compare-at price and cost. */
function isTicked({ field }: Difference, overwrite: OverwritableField[]): boolean {
  const by = field === "cost" || field === "compareAtPrice" ? "price" : field;
  return overwrite.some((each) => each === by);
}

const MAX_TEXT = 160;

function textOf(
  difference: Difference,
  side: "before" | "after",
  { t, money }: { t: Translate; money: Given["money"] },
): string {
  const value = difference[side];
  if (value === null || value === "") return t("imports.differences.nothing");
  const { field } = difference;
  if (field === "price" || field === "cost" || field === "compareAtPrice" || field === "variant")
    return /^\d+(\.\d+)?$/.test(value) ? money(value) : value;
  // Shows HTML as plain text.
  const text = value
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).trimEnd()}…` : text;
}
