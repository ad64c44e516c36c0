import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Box, Card, Divider, Select, Text, TextField } from "@shopify/polaris";
import { useContext, useEffect } from "react";

import type { PricePreview } from "../../catalog/pricing/preview-prices.server.ts";
import type { PriceForm } from "../../catalog/pricing/price-form.ts";
import type { PriceForCost } from "../../catalog/pricing/pricing.ts";
import type { Money } from "../../lib/money.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { Answer } from "./shown-prices.ts";

type Previewed = { category: string | null; cost: string };

type PreviewCardProps = {
  preview: PricePreview | null;
  /** Categories with their own rule. */
  categories: string[];
  previewed: Previewed;
  onChange: (previewed: Previewed) => void;
  /** The shop's currency. */
  currency: string;
};

// No category has this name, because the supplier's names are trimmed.
const DEFAULT = " ";

/** Applies the rules to real costs, and to one that the merchant types. */
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
            {preview?.typed && <Sample {...preview.typed} currency={currency} />}
            {preview?.samples.map(({ id, ...sample }) => (
              <Sample key={id} {...sample} currency={currency} />
            ))}
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

/** Returns the preview of the form as typed. Keeps the previous one while loading; null before the first. */
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
      // The action is explicit, because the router may already be at the next page, which has no preview.
      submit(sent, { method: "post", action: "/app/prices" });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [submit, typed, language, category, cost]);
  return data?.kind === "preview" ? data.preview : null;
}

/** Delay after the last keystroke. */
const AFTER_MS = 400;

type SampleProps = { name?: string; cost: Money; price: PriceForCost; currency: string };

function Sample({ name, cost, price, currency }: SampleProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const inShop = (amount: string) => formatMoney({ amount, currency }, locale);
  const facts = [
    t("prices.preview.cost-of", { cost }),
    ...(price.kind === "priced"
      ? [
          t("prices.preview.margin", { margin: price.margin }),
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
        <Text as="p" tone="subdued" variant="bodySm">
          {facts.join(" · ")}
        </Text>
      </BlockStack>
    </Box>
  );
}
