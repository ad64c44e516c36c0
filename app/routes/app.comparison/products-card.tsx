import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";

const ROWS = [
  { count: "ownFields", code: "comparison.products.own", url: "/app/sync?show=yours" },
  { count: "approvals", code: "comparison.products.approvals", url: "/app/sync?show=approvals" },
  { count: "failed", code: "comparison.products.failed", url: "/app/sync" },
] as const;

/** Numbers of products that differ, each with the page that has its buttons. Nothing if none differs. */
export function ProductsCard({
  counts,
}: {
  counts: { ownFields: number; approvals: number; failed: number };
}) {
  const t = useT();
  const rows = ROWS.filter(({ count }) => counts[count] > 0);
  if (rows.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("comparison.products")}
        </Text>
        {rows.map(({ count, code, url }) => (
          <InlineStack key={code} align="space-between" gap="300">
            <Text as="p">{t(code, { count: counts[count] })}</Text>
            <Link url={url}>{t(`${code}.action`)}</Link>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
