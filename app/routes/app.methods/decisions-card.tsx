import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { useT } from "../../messages/use-t.ts";
import type { ListedDecision } from "../../orders/choices/attribute-store.server.ts";

/** Lists what happens with texts that customers enter for a product, and lets the merchant take a decision back. */
export function DecisionsCard({
  decisions,
  lineNoteLength,
  busy,
  onForget,
}: {
  decisions: ListedDecision[];
  lineNoteLength: number | null;
  busy: boolean;
  onForget: (decision: { product: string; name: string }) => void;
}) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          {t("methods.texts.title")}
        </Text>
        <Text as="p">
          {lineNoteLength === null
            ? t("methods.texts.not-taken")
            : t("methods.texts", { most: lineNoteLength })}
        </Text>
        {decisions.length > 0 && (
          <BlockStack gap="200" as="ul">
            {decisions.map(({ shopProductId: product, name, title, sendsInNote }) => (
              <li key={`${product} ${name}`}>
                <InlineStack align="space-between" blockAlign="center" gap="200">
                  <Text as="p" breakWord>
                    {t(sendsInNote ? "methods.texts.in-note" : "methods.texts.left-out", { title, name })}
                  </Text>
                  <Button
                    disabled={busy}
                    accessibilityLabel={t("action.about", {
                      action: t("methods.texts.forget"),
                      subject: t("list-item", { item: name }) + " – " + title,
                    })}
                    onClick={() => {
                      onForget({ product, name });
                    }}
                  >
                    {t("methods.texts.forget")}
                  </Button>
                </InlineStack>
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}
