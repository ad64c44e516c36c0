import { BlockStack, Card, InlineStack, Link, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";

import { useT } from "../../messages/use-t.ts";
import type { SendResult } from "../../orders/views/list-to-send.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";

/** The result of the latest press for each order. It comes from rows, so that a reload shows it too. */
export function SendResults({ pressedAt, results }: { pressedAt: string | null; results: SendResult[] }) {
  const t = useT();
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (results.length === 0 || dismissed === pressedAt) return null;
  const done = results.filter(({ result }) => result !== null).length;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200">
          <Text as="h2" variant="headingMd">
            {t("to-send.results")}
          </Text>
          {done === results.length && (
            <Link
              removeUnderline
              onClick={() => {
                setDismissed(pressedAt);
              }}
            >
              {t("to-send.results.dismiss")}
            </Link>
          )}
        </InlineStack>
        <div aria-live="polite">
          {done < results.length && (
            <Text as="p">{t("to-send.results.running", { done, count: results.length })}</Text>
          )}
        </div>
        <BlockStack as="ul" gap="200">
          {results.map((each) => (
            <li key={each.id}>
              <Result {...each} />
            </li>
          ))}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}

function Result({ orderName, shopOrderId, orderId, result }: SendResult) {
  const t = useT();
  const link =
    orderId === null
      ? ({ url: adminOrderUrl(shopOrderId), target: "_top" } as const)
      : { url: `/app/orders/${orderId}` };
  return (
    <InlineStack gap="200" blockAlign="center">
      <Link {...link}>{orderName}</Link>
      {result === null ? (
        <>
          <Spinner size="small" />
          <Text as="span">{t("to-send.sending")}</Text>
        </>
      ) : (
        <Text as="span" breakWord tone={result.code === "to-send.result.sent" ? "success" : "caution"}>
          {t(result)}
        </Text>
      )}
    </InlineStack>
  );
}
