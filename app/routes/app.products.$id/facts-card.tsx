import { BlockStack, Card, Link, Text } from "@shopify/polaris";

import { Fact } from "../../components/fact.tsx";
import { useT } from "../../messages/use-t.ts";

type Facts = {
  brand: string | null;
  category: string | null;
  link: { state: string; channels: string[] | null } | null;
};

/** The product's brand, category and place in the shop. */
export function FactsCard({ product, adminUrl }: { product: Facts; adminUrl: string | null }) {
  const t = useT();
  const { brand, category, link } = product;
  const channels = link?.state === "imported" ? link.channels : null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.details")}
        </Text>
        <dl style={{ display: "grid", gap: "var(--p-space-300)", margin: 0 }}>
          <Fact label={t("catalog.column.brand")}>{brand ?? t("product.none")}</Fact>
          <Fact label={t("catalog.category")}>{category ?? t("product.none")}</Fact>
          {adminUrl !== null && (
            <Fact label={t("product.in-shop")}>
              <Link url={adminUrl}>{t("product.open-in-shopify")}</Link>
            </Fact>
          )}
          {channels !== null && (
            <Fact label={t("channels.title")}>
              {channels.length > 0 ? channels.join(", ") : t("catalog.unpublished")}
            </Fact>
          )}
        </dl>
      </BlockStack>
    </Card>
  );
}
