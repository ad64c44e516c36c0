import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";

import { ProblemText } from "../../components/product.tsx";
import { useT } from "../../messages/use-t.ts";
import type { Run } from "./progress-card.tsx";

type Given = {
  run: Run;
  isFirst: boolean;
  busy: boolean;
  onRetry: (fields: { intent: "retry-all" } | { intent: "retry"; id: string }) => void;
  onPage: (after: string | null) => void;
};

/** Products that were not imported, or only in part, with the reason. */
export function RefusedCard({ run, isFirst, busy, onRetry, onPage }: Given) {
  const t = useT();
  const { refused, next } = run;
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {t("imports.refused.title")}
          </Text>
          <Button
            disabled={busy}
            onClick={() => {
              onRetry({ intent: "retry-all" });
            }}
          >
            {t("imports.retry-all")}
          </Button>
        </InlineStack>
      </Box>
      {refused.map((product) => (
        <Box key={product.id} padding="400" borderBlockStartWidth="025" borderColor="border">
          <InlineStack align="space-between" blockAlign="start" gap="300">
            <div style={{ flex: "1 1 200px", minWidth: 0 }}>
              <BlockStack gap="100">
                <Text as="h3" variant="bodyMd" fontWeight="medium" breakWord>
                  <bdi>{product.name}</bdi>
                </Text>
                {product.problem && <ProblemText problem={product.problem} tone="subdued" />}
                {product.failedImages > 0 && (
                  <Text as="p" tone="subdued">
                    {t("imports.refused.images", { count: product.failedImages })}
                  </Text>
                )}
              </BlockStack>
            </div>
            <Button
              size="slim"
              disabled={busy}
              accessibilityLabel={t("imports.retry-product", { product: product.name })}
              onClick={() => {
                onRetry({ intent: "retry", id: product.id });
              }}
            >
              {t("imports.retry")}
            </Button>
          </InlineStack>
        </Box>
      ))}
      {(next !== null || !isFirst) && (
        <Box padding="300" borderBlockStartWidth="025" borderColor="border">
          <InlineStack align="center" gap="200">
            <Button
              disabled={isFirst}
              onClick={() => {
                onPage(null);
              }}
            >
              {t("imports.first-page")}
            </Button>
            <Button
              disabled={next === null}
              onClick={() => {
                onPage(next);
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
