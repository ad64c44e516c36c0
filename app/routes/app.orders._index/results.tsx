import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Link, Spinner, Text } from "@shopify/polaris";

import { Moment } from "../../components/moment.tsx";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";

/** The result of the latest press for one order. `result` is null before it is known. */
export type ShownResult = {
  id: string;
  orderName: string | null;
  /** URL of the order's page in the app or in Shopify; null if there is none. */
  url: string | null;
  result: Message | null;
  needsAttention: boolean;
};

/**
 * Shows the results of the latest press, one per order. Rows keep the results until the merchant dismisses them, so a
 * reload shows them again.
 */
export function Results({
  of,
  pressedAt,
  results,
}: {
  of: "press" | "send";
  pressedAt: string | null;
  results: ShownResult[];
}) {
  const t = useT();
  const dismissal = useFetcher();
  const done = results.filter(({ result }) => result !== null).length;
  if (results.length === 0 || dismissal.formData) return null;
  return (
    <div tabIndex={-1} data-results>
      <Card>
        <BlockStack gap="300">
          <InlineStack align="space-between" gap="200" wrap={false}>
            <BlockStack>
              <Text as="h2" variant="headingMd">
                {t("bulk.results")}
              </Text>
              {pressedAt !== null && (
                <Text as="p" tone="subdued">
                  <Moment iso={pressedAt}>{(at) => t("bulk.results.at", { at })}</Moment>
                </Text>
              )}
            </BlockStack>
            {done === results.length && (
              <Link
                removeUnderline
                onClick={() => {
                  dismissal.submit({ intent: "dismiss", of, pressedAt }, { method: "post" });
                  // Moves the focus to the tab, because the focused link disappears.
                  document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
                }}
              >
                {t("bulk.results.dismiss")}
              </Link>
            )}
          </InlineStack>
          <div aria-live="polite">
            {done < results.length && (
              <Text as="p">{t("bulk.results.running", { done, count: results.length })}</Text>
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
    </div>
  );
}

function Result({ orderName, url, result, needsAttention }: ShownResult) {
  const t = useT();
  const name = orderName ?? t("bulk.results.no-order");
  return (
    <InlineStack gap="200" blockAlign="start" wrap={false}>
      {url === null ? (
        <Text as="span">{name}</Text>
      ) : (
        <Link url={url} {...(!url.startsWith("/") && { target: "_top" })}>
          {name}
        </Link>
      )}
      {result === null ? (
        <>
          <Spinner size="small" />
          <Text as="span">{t("to-send.sending")}</Text>
        </>
      ) : (
        <Text as="span" breakWord tone={!needsAttention && isGood(result) ? "success" : "caution"}>
          {t(result)}
        </Text>
      )}
    </InlineStack>
  );
}

function isGood({ code }: Message): boolean {
  return GOOD.includes(code) || code.startsWith("orders.badge.");
}

const GOOD: readonly Message["code"][] = [
  "to-send.result.sent",
  "bulk.result.retry",
  "bulk.result.approve",
  "bulk.result.cancel",
  "bulk.result.acknowledge",
];
