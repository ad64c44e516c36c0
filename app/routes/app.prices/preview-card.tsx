import { useFetcher, type FetcherWithComponents } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Box,
  Card,
  Divider,
  Select,
  Text,
  TextField,
  Button,
  InlineStack,
} from "@shopify/polaris";
import { useContext, useEffect } from "react";
import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { PriceForm } from "../../catalog/pricing/price-form.ts";
import type { MissingCosts, PriceForCost } from "../../catalog/pricing/pricing.ts";
import type { Money } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { MarginHint } from "../../components/product.tsx";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { Answer, ShownPrices } from "./shown-prices.ts";
import type { PriceReview } from "../../catalog/sync/merchant/review-prices.server.ts";

type Previewed = { category: string | null; cost: string };

type PreviewCardProps = {
  preview: PricePreview | null;
  /** Categories that have their own price rule. */
  categories: string[];
  previewed: Previewed;
  onChange: (previewed: Previewed) => void;
  /** The shop's currency. */
  currency: string;
};

// Stands for the rule of all other categories. No category has this name, because we trim the supplier's names.
const DEFAULT = " ";

/** Applies the price rules to costs of the supplier's products, and to a cost that the merchant types. */
export function PreviewCard({ preview, categories, previewed, onChange, currency }: PreviewCardProps) {
  const t = useT();
  const hasProblems = preview !== null && Object.keys(preview.problems).length > 0;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("prices.preview.title")}
        </Text>
        {categories.length > 0 && (
          <Select
            label={t("prices.preview.rule")}
            options={[
              { label: t("prices.default.title"), value: DEFAULT },
              ...categories.map((category) => ({ label: category, value: category })),
            ]}
            value={previewed.category ?? DEFAULT}
            onChange={(chosen) => {
              onChange({ ...previewed, category: chosen === DEFAULT ? null : chosen });
            }}
          />
        )}
        <TextField
          label={t("prices.preview.cost")}
          value={previewed.cost}
          autoComplete="off"
          inputMode="decimal"
          error={preview?.typedProblem ? t(preview.typedProblem) : undefined}
          onChange={(cost) => {
            onChange({ ...previewed, cost });
          }}
        />
        <div aria-live="polite">
          <BlockStack gap="300">
            {hasProblems && (
              <Text as="p" tone="subdued">
                {t("prices.preview.problems")}
              </Text>
            )}
            {preview?.hints.map((hint) => (
              <Banner key={t(hint)} tone="warning">
                <p>{t(hint)}</p>
              </Banner>
            ))}
            {preview?.typed && <Sample {...preview.typed} currency={currency} missing={preview.missing} />}
            {preview?.samples.map(({ id, ...sample }) => (
              <Sample key={id} {...sample} currency={currency} missing={preview.missing} />
            ))}
            {preview?.missing && (preview.typed || preview.samples.length > 0) && (
              <MarginHint missing={preview.missing} />
            )}
            {preview && !hasProblems && preview.samples.length === 0 && (
              <Text as="p" tone="subdued">
                {t("prices.preview.none")}
              </Text>
            )}
          </BlockStack>
        </div>
      </BlockStack>
    </Card>
  );
}

/**
 * Returns the preview of the typed form. While a new preview loads, returns the previous one; null before the first.
 */
export function usePreview(request: {
  form: PriceForm;
  language: string;
  category: string | null;
  cost: string;
}): PricePreview | null {
  const { submit, data } = useFetcher<Answer>();
  const { form, language, category, cost } = request;
  const typed = JSON.stringify(form);
  useEffect(() => {
    const of = category === null ? "default" : "category";
    const sent = { intent: "preview", form: typed, language, of, category: category ?? "", cost };
    const timer = setTimeout(() => {
      // Names the action, because the merchant may already be on the way to another page, whose action has no
      // preview.
      submit(sent, { method: "post", action: "/app/prices" });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [submit, typed, language, category, cost]);
  return data?.kind === "preview" ? data.preview : null;
}

/** Delay between the last keystroke and the preview. */
const AFTER_MS = 400;

type SampleProps = {
  name?: string;
  cost: Money;
  price: PriceForCost;
  currency: string;
  missing: MissingCosts | null;
};

function Sample({ name, cost, price, currency, missing }: SampleProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const inShop = (amount: string) => formatMoney({ amount, currency }, locale);
  const isLoss = price.kind === "priced" && Number(price.margin) < 0;
  const facts = [
    t("prices.preview.cost-of", { cost }),
    ...(price.kind === "priced"
      ? [
          t("prices.preview.margin", { margin: price.margin, missing }),
          ...(price.compareAtPrice === null
            ? []
            : [t("prices.preview.compare-at", { price: inShop(price.compareAtPrice) })]),
        ]
      : []),
  ];
  return (
    <Box>
      <BlockStack gap="050">
        <Divider />
        {name !== undefined && (
          <Text as="p" breakWord>
            {name}
          </Text>
        )}
        <Text as="p" fontWeight="semibold">
          {price.kind === "priced" && t("prices.preview.price", { price: inShop(price.price) })}
          {price.kind === "no-price" && t("prices.preview.no-price")}
          {price.kind === "currency-differs" && t("prices.preview.currency-differs", { ...price })}
        </Text>
        <Text as="p" tone={isLoss ? "critical" : "subdued"} variant="bodySm">
          {facts.join(" · ")}
        </Text>
      </BlockStack>
    </Box>
  );
}

type ApplyCardProps = { loaded: ShownPrices; dirty: boolean; applying: FetcherWithComponents<Answer> };

/** Previews what changed rules do to products in the shop, and has a button that applies the rules. */
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
                variant={review.changedVariants > 0 ? "primary" : "secondary"}
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
              percent,
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
