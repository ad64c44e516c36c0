import { useNavigate, useSearchParams } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, Card, Divider, InlineStack, Tabs, Text } from "@shopify/polaris";
import { useContext } from "react";

import type { OverwritableField } from "../../catalog/import/import-options.ts";
import { ProblemText } from "../../components/problem-text.tsx";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { type Group, groups } from "./groups.ts";
import { countsOf, type Preview } from "./preview.ts";

/** The selected products by group, one page at a time. */
export function PreviewCard({ preview, overwrite }: { preview: Preview; overwrite: OverwritableField[] }) {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const shown = groups.filter((group) => countsOf(preview, group) > 0);
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
          content: t(`imports.group.${each}`, { count: countsOf(preview, each) }),
        }))}
        selected={Math.max(0, shown.indexOf(group))}
        onSelect={(index) => {
          goTo(shown[index] ?? "create", null);
        }}
      />
      <Divider />
      <BlockStack>
        {products.map((product, index) => (
          <Box
            key={product.id}
            padding="400"
            borderBlockStartWidth={index > 0 ? "025" : "0"}
            borderColor="border"
          >
            <Product product={product} currency={preview.currency} overwrite={overwrite} />
          </Box>
        ))}
      </BlockStack>
      {(next !== null || !isFirst) && (
        <Box padding="300" borderBlockStartWidth="025" borderColor="border">
          <InlineStack align="center" gap="200">
            <Button
              disabled={isFirst}
              onClick={() => {
                goTo(group, null);
              }}
            >
              {t("imports.first-page")}
            </Button>
            <Button
              disabled={next === null}
              onClick={() => {
                goTo(group, next);
              }}
            >
              {t("imports.next-page")}
            </Button>
          </InlineStack>
        </Box>
      )}
    </Card>
  );
}

function Product(given: {
  product: Preview["products"][number];
  currency: string;
  overwrite: OverwritableField[];
}) {
  const { product, currency, overwrite } = given;
  const { name, forecast, details } = product;
  const t = useT();
  const locale = useContext(LocaleContext);
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
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
      {details?.price && (
        <Text as="p" tone="subdued">
          {t(details.price.differs ? "imports.product.from" : "imports.product", {
            price: money(details.price.price),
            cost: money(details.price.cost),
            variants: details.variants,
          })}
        </Text>
      )}
      {details?.differences && (
        <DifferenceTable differences={details.differences} overwrite={overwrite} money={money} />
      )}
    </BlockStack>
  );
}
