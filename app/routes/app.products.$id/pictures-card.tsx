import { BlockStack, Card, InlineStack, Text, Thumbnail } from "@shopify/polaris";

import { webAddress } from "../../lib/http/web-address.ts";
import { useT } from "../../messages/use-t.ts";

/** All images of a product. */
export function PicturesCard({
  images,
  name,
}: {
  images: { url: string; alt: string | null }[];
  name: string;
}) {
  const t = useT();
  const shown = images.flatMap(({ url, alt }) => {
    const source = webAddress(url);
    return source === null ? [] : [{ source, alt: alt ?? name }];
  });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.pictures")}
        </Text>
        {shown.length === 0 ? (
          <Text as="p" tone="subdued">
            {t("product.no-pictures")}
          </Text>
        ) : (
          <InlineStack gap="200">
            {shown.map(({ source, alt }, index) => (
              <Thumbnail key={index} source={source} alt={alt} size="large" />
            ))}
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}
