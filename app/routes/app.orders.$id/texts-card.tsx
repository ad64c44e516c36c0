import { Banner, BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { OpenTexts } from "../../orders/views/read-texts.server.ts";

/**
 * Asks the merchant what happens with customers' texts for a product, because the supplier takes no texts with an
 * item. The answer also applies to later orders of the product.
 */
export function TextsCard({
  texts,
  busy,
  decide,
}: {
  texts: OpenTexts[] | "unreadable";
  busy: boolean;
  decide: (decision: { product: string; title: string; names: string; to: "note" | "omit" }) => void;
}) {
  const t = useT();
  if (texts === "unreadable")
    return (
      <Banner tone="warning">
        <p>{t("orders.texts.unreadable")}</p>
      </Banner>
    );
  return texts.map(({ shopProductId: product, title, names, shown, inNote }) => {
    const answer = (to: "note" | "omit") => {
      decide({ product, title, names: JSON.stringify(names), to });
    };
    return (
      <Card key={product}>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            {t("orders.texts.title", { title })}
          </Text>
          <Text as="p">{t("orders.texts")}</Text>
          <Quoted title={t("orders.texts.shown")} text={shown} />
          {inNote === null ? (
            <Text as="p">{t("orders.texts.no-note")}</Text>
          ) : (
            <Quoted title={t("orders.texts.in-note")} text={inNote} />
          )}
          <InlineStack gap="200">
            {inNote !== null && (
              <Button
                disabled={busy}
                onClick={() => {
                  answer("note");
                }}
              >
                {t("orders.button.texts-in-note")}
              </Button>
            )}
            <Button
              disabled={busy}
              onClick={() => {
                answer("omit");
              }}
            >
              {t("orders.button.texts-left-out")}
            </Button>
          </InlineStack>
        </BlockStack>
      </Card>
    );
  });
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <Box background="bg-surface-secondary" padding="300" borderRadius="200">
        <div style={{ whiteSpace: "pre-wrap" }}>
          <Text as="p" breakWord>
            {text}
          </Text>
        </div>
      </Box>
    </BlockStack>
  );
}
