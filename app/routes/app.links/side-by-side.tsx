import { Badge, BlockStack, InlineGrid, InlineStack, Link, Text, Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";

import { adminProductUrl } from "../../shop/ids.ts";
import { useT } from "../../messages/use-t.ts";
import type { Row } from "./row.ts";

/** The supplier's product beside the shop's. */
export function SideBySide({ row, candidate }: { row: Row; candidate: Row["candidates"][number] }) {
  const t = useT();
  const { shopProductId, title, status } = candidate;
  return (
    <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
      <Side heading={t("links.at-supplier")} image={row.image} name={row.name} variants={row.variants} />
      <Side heading={t("links.in-shop")} image={candidate.image} name={title} variants={candidate.variants}>
        <InlineStack gap="200" blockAlign="center">
          {status === "DRAFT" && <Badge>{t("links.draft")}</Badge>}
          {status === "ARCHIVED" && <Badge>{t("links.archived")}</Badge>}
          <Link
            url={adminProductUrl(shopProductId)}
            target="_blank"
            accessibilityLabel={t("links.open-product", { product: title })}
          >
            {t("links.open-in-shop")}
          </Link>
        </InlineStack>
      </Side>
    </InlineGrid>
  );
}

function Side({
  heading,
  image,
  name,
  variants,
  children,
}: {
  heading: string;
  image: string | null;
  name: string;
  variants: number;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <InlineStack gap="300" wrap={false} blockAlign="start">
      <div style={{ flex: "none" }}>
        <Thumbnail source={image ?? ImageIcon} alt="" size="medium" />
      </div>
      <BlockStack gap="050">
        <Text as="h3" variant="bodySm" tone="subdued">
          {heading}
        </Text>
        <Text as="p" fontWeight="medium" breakWord>
          {name}
        </Text>
        <Text as="p" variant="bodySm" tone="subdued">
          {t("links.variants", { count: variants })}
        </Text>
        {children}
      </BlockStack>
    </InlineStack>
  );
}
