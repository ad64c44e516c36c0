import { Badge, BlockStack, Box, Card, Divider, IndexTable, InlineStack, Text } from "@shopify/polaris";
import { useContext } from "react";

import { asLastKnown, MarginHint, marginText, priceText } from "../../components/product.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { FoundProduct } from "./find-product.server.ts";

/** Lists the supplier's variants with costs and selling prices. */
export function VariantsCard({
  variants,
  unreadable,
  missing,
}: Pick<FoundProduct, "variants" | "unreadable" | "missing">) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const narrow = useNarrow();
  const rows = variants.map((variant) => {
    const { margin, loss } = marginText(variant.price, { missing, t });
    const cost = formatMoney(variant.cost, locale);
    const stock = variant.stock > 0 ? variant.stock.toLocaleString(locale) : t("catalog.no-stock");
    return {
      id: variant.id,
      name: variant.name ?? variant.id,
      sku: variant.sku,
      barcode: variant.barcode,
      price: priceText(variant.price, { t, locale }),
      loss,
      // Warns only about variants that are in the shop. The price of any other variant is the one that an import
      // would set.
      belowCost:
        variant.shopVariantId !== null && variant.price?.kind === "priced" && variant.price.belowCost,
      ...asLastKnown({ cost, margin, stock }, { unreadable, t }),
      inStock: variant.stock > 0,
      isLinked: variant.shopVariantId !== null,
    };
  });
  return (
    <Card padding="0">
      <Box padding="400">
        <Text as="h2" variant="headingMd">
          {t("catalog.column.variants")}
        </Text>
      </Box>
      {rows.length > 0 && missing && (
        <Box padding="400" paddingBlockStart="0">
          <MarginHint missing={missing} />
        </Box>
      )}
      {rows.length === 0 && (
        <Box padding="400" paddingBlockStart="0">
          <Text as="p" tone="subdued">
            {t("catalog.skip.no-variants")}
          </Text>
        </Box>
      )}
      {rows.length > 0 && narrow && (
        <ul style={{ listStyle: "none", margin: 0, padding: 0 }}>
          {rows.map((row) => (
            <li key={row.id}>
              <Divider />
              <Box padding="300">
                <BlockStack gap="050">
                  <InlineStack align="space-between" gap="200">
                    <Text as="span" fontWeight="medium" breakWord>
                      {row.name}
                    </Text>
                    {row.isLinked && <Badge tone="success">{t("catalog.imported")}</Badge>}
                  </InlineStack>
                  <Text as="span" tone="subdued" variant="bodySm" breakWord>
                    {[row.sku, row.barcode].filter((code) => code !== null && code !== row.name).join(" · ")}
                  </Text>
                  <Text as="span" variant="bodySm">
                    {t("product.variant-figures", { cost: row.cost, price: row.price, stock: row.stock })}
                  </Text>
                  {row.margin !== "" && (
                    <Text as="span" tone={row.loss ? "critical" : "subdued"} variant="bodySm">
                      {row.margin}
                    </Text>
                  )}
                  {row.belowCost && (
                    <InlineStack>
                      <Badge tone="critical">{t("price-edits.below-cost")}</Badge>
                    </InlineStack>
                  )}
                </BlockStack>
              </Box>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && !narrow && (
        <IndexTable
          selectable={false}
          resourceName={{ singular: t("product.variant"), plural: t("product.variants") }}
          itemCount={rows.length}
          headings={[
            { title: t("product.column.variant") },
            { title: t("product.column.sku") },
            { title: t("catalog.column.cost"), alignment: "end" },
            { title: t("product.column.price"), alignment: "end" },
            { title: t("catalog.column.stock"), alignment: "end" },
          ]}
        >
          {rows.map((row, index) => (
            <IndexTable.Row key={row.id} id={row.id} position={index}>
              <IndexTable.Cell>
                <div style={{ whiteSpace: "normal", minWidth: "8rem" }}>
                  <InlineStack gap="200">
                    <Text as="span" breakWord>
                      {row.name}
                    </Text>
                    {row.isLinked && <Badge tone="success">{t("catalog.imported")}</Badge>}
                  </InlineStack>
                </div>
              </IndexTable.Cell>
              <IndexTable.Cell>
                <BlockStack>
                  <Text as="span">{row.sku}</Text>
                  <Text as="span" tone="subdued" variant="bodySm">
                    {row.barcode}
                  </Text>
                </BlockStack>
              </IndexTable.Cell>
              <NumberCell>{row.cost}</NumberCell>
              <IndexTable.Cell>
                <BlockStack inlineAlign="end">
                  <Text as="span" numeric>
                    {row.price}
                  </Text>
                  <Text as="span" tone={row.loss ? "critical" : "subdued"} variant="bodySm">
                    {row.margin}
                  </Text>
                  {row.belowCost && <Badge tone="critical">{t("price-edits.below-cost")}</Badge>}
                </BlockStack>
              </IndexTable.Cell>
              <NumberCell tone={row.inStock ? undefined : "critical"}>{row.stock}</NumberCell>
            </IndexTable.Row>
          ))}
        </IndexTable>
      )}
    </Card>
  );
}

function NumberCell({ children, tone }: { children: string; tone?: "critical" | undefined }) {
  return (
    <IndexTable.Cell>
      <Text as="span" alignment="end" numeric tone={tone}>
        {children}
      </Text>
    </IndexTable.Cell>
  );
}
