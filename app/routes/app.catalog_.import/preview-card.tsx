import { useNavigate, useSearchParams } from "@remix-run/react";
import { Badge, BlockStack, Box, Card, Divider, InlineStack, Tabs, Text, InlineGrid } from "@shopify/polaris";
import { useContext } from "react";

import type { OverwritableField } from "../../catalog/import/import-options.ts";
import type { PreviewedDifference } from "../../catalog/import/runs/preview-import.server.ts";
import { FirstOrNext } from "../../components/first-or-next.tsx";
import { MarginHint, marginText, ProblemText } from "../../components/product.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import type { Translate } from "../../messages/translate.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { countIn, type Group, groups } from "./groups.ts";
import type { Preview } from "./load-preview.server.ts";

export function PreviewCard({ preview, overwrite }: { preview: Preview; overwrite: OverwritableField[] }) {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const shown = groups.filter((group) => countIn(group, preview.counts) > 0);
  const { group, products, next, isFirst } = preview;
  const goTo = (wanted: Group, after: string | null) => {
    const address = new URLSearchParams(params);
    address.set("group", wanted);
    if (after === null) address.delete("after");
    else address.set("after", after);
    navigate(`?${address.toString()}`, { preventScrollReset: true });
  };
  if (shown.length === 0) return null;
  return (
    <Card padding="0">
      <Tabs
        tabs={shown.map((each) => ({
          id: each,
          content: t(`imports.group.${each}`, { count: countIn(each, preview.counts) }),
        }))}
        selected={Math.max(0, shown.indexOf(group))}
        onSelect={(index) => {
          goTo(shown[index] ?? "create", null);
        }}
      />
      <Divider />
      {products.some(({ details }) => details?.price) && (
        <Box padding="400" paddingBlockEnd="0">
          <MarginHint missing={preview.missing} />
        </Box>
      )}
      <BlockStack>
        {products.map((product, index) => (
          <Box
            key={product.id}
            padding="400"
            borderBlockStartWidth={index > 0 ? "025" : "0"}
            borderColor="border"
          >
            <Product
              product={product}
              currency={preview.currency}
              missing={preview.missing}
              overwrite={overwrite}
            />
          </Box>
        ))}
      </BlockStack>
      <FirstOrNext
        isFirst={isFirst}
        next={next}
        onPage={(cursor) => {
          goTo(group, cursor);
        }}
      />
    </Card>
  );
}

function Product(given: {
  product: Preview["products"][number];
  currency: string;
  missing: Preview["missing"];
  overwrite: OverwritableField[];
}) {
  const { product, currency, missing, overwrite } = given;
  const { name, forecast, details } = product;
  const t = useT();
  const locale = useContext(LocaleContext);
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  const price = overwrite.includes("price") ? details?.overwrittenPrice : details?.price;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" align="space-between" blockAlign="start">
        <Text as="h3" variant="bodyMd" fontWeight="medium" breakWord>
          <bdi>{name}</bdi>
        </Text>
        {details?.problem && <Badge tone="warning">{t("imports.badge.problem")}</Badge>}
      </InlineStack>
      {forecast !== "create" && forecast !== "update" && (
        <Text as="p" tone="subdued" breakWord>
          {t(`imports.forecast.${forecast}`)}
        </Text>
      )}
      {details?.problem && <ProblemText problem={details.problem} tone="caution" />}
      {details && price && (
        <Text as="p" tone="subdued">
          {t(price.differs ? "imports.product.from" : "imports.product", {
            price: money(price.price),
            cost: money(price.cost),
            variants: details.variants,
          })}
          {price.margin !== null && ` · ${marginText(price, { missing, t }).margin}`}
        </Text>
      )}
      {details?.differences && (
        <DifferenceTable differences={details.differences} overwrite={overwrite} money={money} />
      )}
    </BlockStack>
  );
}

type DifferenceProps = {
  differences: { shown: PreviewedDifference[]; total: number };
  overwrite: OverwritableField[];
  money: (amount: string) => string;
};

/** Lists the fields whose value in the shop differs from the supplier's, and marks those that the import overwrites. */
function DifferenceTable({ differences, overwrite, money }: DifferenceProps) {
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
          difference={
            difference.afterOverwrite !== undefined && overwrite.includes("price")
              ? { ...difference, after: difference.afterOverwrite }
              : difference
          }
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
  difference: PreviewedDifference;
  writes: boolean;
  money: DifferenceProps["money"];
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
function isTicked({ field }: PreviewedDifference, overwrite: OverwritableField[]): boolean {
  const by = field === "cost" || field === "compareAtPrice" ? "price" : field;
  return overwrite.some((each) => each === by);
}

const MAX_TEXT = 160;

function textOf(
  difference: PreviewedDifference,
  side: "before" | "after",
  { t, money }: { t: Translate; money: DifferenceProps["money"] },
): string {
  const value = difference[side];
  if (value === null || value === "") return t("imports.differences.nothing");
  const { field } = difference;
  if (field === "price" || field === "cost" || field === "compareAtPrice" || field === "variant")
    return /^\d+(\.\d+)?$/.test(value) ? money(value) : value;
  // Strips HTML tags, to show plain text.
  const text = value
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).trimEnd()}…` : text;
}
