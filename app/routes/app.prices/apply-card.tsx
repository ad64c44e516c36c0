import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";

import type { PriceReview } from "../../catalog/sync/merchant/review-prices.server.ts";
import { useT } from "../../messages/use-t.ts";
import type { Answer, ShownPrices } from "./shown-prices.ts";

type ApplyCardProps = { loaded: ShownPrices; dirty: boolean; applying: FetcherWithComponents<Answer> };

/** Previews the effect of changed rules on products in the shop, with a button to apply them. */
export function ApplyCard({ loaded, dirty, applying }: ApplyCardProps) {
  const t = useT();
  const { followers, shopCurrency, savedAt } = loaded;
  const reviewing = useFetcher<Answer>();
  const review =
    reviewing.data?.kind === "review" && reviewing.data.savedAt === savedAt ? reviewing.data.review : null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("prices.apply.title")}
        </Text>
        <Text as="p">{followers === 0 ? t("prices.apply.none") : t("prices.apply.help", { followers })}</Text>
        {dirty && (
          <Text as="p" tone="subdued">
            {t("prices.apply.save-first")}
          </Text>
        )}
        {followers > 0 && !dirty && review && <Review review={review} currency={shopCurrency} />}
        {followers > 0 && !dirty && (
          <InlineStack gap="200">
            <Button
              loading={reviewing.state !== "idle"}
              onClick={() => {
                reviewing.submit({ intent: "review", savedAt: savedAt ?? "" }, { method: "post" });
              }}
            >
              {t("prices.apply.review")}
            </Button>
            {review && (
              <Button
                variant="primary"
                loading={applying.state !== "idle"}
                onClick={() => {
                  applying.submit({ intent: "apply", savedAt: savedAt ?? "" }, { method: "post" });
                }}
              >
                {t("prices.apply.submit", { followers })}
              </Button>
            )}
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

function Review({ review, currency }: { review: PriceReview; currency: string }) {
  const t = useT();
  const { complete, changedVariants, changedProducts, waiting, own, ended, unknown, unpriced, largest } =
    review;
  const money = (amount: string) => ({ amount, currency });
  return (
    <BlockStack gap="200">
      <Text as="p" fontWeight="medium">
        {review.follows
          ? t("prices.apply.changes", { variants: changedVariants, products: changedProducts })
          : t("prices.apply.off")}
      </Text>
      {!complete && <Text as="p">{t("prices.apply.incomplete", { variants: review.variants })}</Text>}
      {review.follows && waiting > 0 && <Text as="p">{t("prices.apply.waiting", { count: waiting })}</Text>}
      {own > 0 && <Text as="p">{t("prices.apply.own", { count: own })}</Text>}
      {ended > 0 && <Text as="p">{t("prices.apply.ended", { count: ended })}</Text>}
      {review.follows && unknown > 0 && <Text as="p">{t("prices.apply.unknown", { count: unknown })}</Text>}
      {unpriced > 0 && <Text as="p">{t("prices.apply.unpriced", { count: unpriced })}</Text>}
      {largest.length > 0 && (
        <Text as="h3" variant="headingSm">
          {t("prices.apply.largest")}
        </Text>
      )}
      {largest.map(({ name, sku, before, after, percent }, index) => (
        <BlockStack key={index}>
          <Text as="p" breakWord>
            {sku === null ? name : `${name} (${sku})`}
          </Text>
          <Text as="p" tone="subdued" variant="bodySm">
            {t("prices.apply.change", {
              before: money(before),
              after: money(after),
              percent: percent.startsWith("-") ? percent : `+${percent}`,
            })}
          </Text>
        </BlockStack>
      ))}
      <Text as="p" tone="subdued">
        {t("prices.apply.background")}
      </Text>
    </BlockStack>
  );
}
