import type { FetcherWithComponents } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Layout,
  Link,
  Text,
  TextField,
} from "@shopify/polaris";
import Big from "big.js";
import { useEffect, useState } from "react";

import type { LoadedPrices } from "../../catalog/pricing/load-prices.server.ts";
import { type FormProblems, type PriceForm, readPriceForm } from "../../catalog/pricing/price-form.ts";
import { AtEdge } from "../../components/at-edge.tsx";
import { focusWrongField } from "../../components/use-answer-focus.ts";
import { useScopeRequest } from "../../components/use-scope-request.ts";
import type { Money } from "../../lib/money.ts";
import { decimalSign, readDecimal, typedDecimal } from "../../lib/read-decimal.ts";
import { useT } from "../../messages/use-t.ts";
import type { LoadedRates } from "../../shipping/load-rates.server.ts";
import { type RatesForm, readRatesForm, suggestRate } from "../../shipping/rates-form.ts";
import { WRITING_SCOPE } from "../../shipping/rates.ts";
import { PreviewCard, usePreview } from "../app.prices/preview-card.tsx";

/** The action's answer if the form was not saved. After a save, the action redirects to the catalog. */
export type Answer = { problems: FormProblems; isStale: boolean };

export type Loaded = {
  prices: Omit<Extract<LoadedPrices, { kind: "prices" }>, "savedAt"> & { savedAt: string | null };
  rates: Omit<Extract<LoadedRates, { kind: "rates" }>, "state">;
  /** A typical cost of the supplier's products; null if we have read none. */
  cost: Money | null;
  language: string;
};

/**
 * All optional scopes, so that Shopify asks the merchant once. Otherwise the pages for shipping rates, automatic
 * ordering and the setup would each ask again.
 */
const SCOPES = [
  WRITING_SCOPE,
  "read_shipping",
  "write_third_party_fulfillment_orders",
  "read_merchant_managed_fulfillment_orders",
];

export function StartForm({ loaded, fetcher }: { loaded: Loaded; fetcher: FetcherWithComponents<Answer> }) {
  const t = useT();
  const { prices, rates, language } = loaded;
  const currency = prices.shopCurrency;
  const { requestScope, declined } = useScopeRequest();
  const [form, setForm] = useState<PriceForm>(() => withAnswer(prices.form));
  const [price, setPrice] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<{ category: string | null; cost: string }>({
    category: null,
    cost: "",
  });
  const [tries, setTries] = useState(0);
  const isTried = tries > 0;
  const preview = usePreview({ form, language, ...previewed });
  // The suggested shipping rate follows the exchange rate until the merchant types a shipping rate.
  const shippingPrice = price ?? suggestion(loaded, form);
  const wanted = rates.saved === null ? everywhere(shippingPrice, t) : null;
  const read = wanted && readRatesForm(wanted, currency);
  const shippingProblem = isTried && read?.ok === false ? read.problems["groups.0.steps.0.price"] : undefined;
  const answered = fetcher.state === "idle" ? fetcher.data : undefined;
  const readPrices = readPriceForm(form, { currency, now: new Date() });
  const problems = { ...(isTried && !readPrices.ok && readPrices.problems), ...answered?.problems };
  const lacksRate = form.rates.some(({ rate }) => rate.trim() === "");
  const busy = fetcher.state !== "idle";
  const submit = (sent: RatesForm | null) => {
    const fields = { prices: JSON.stringify(form), savedAt: prices.savedAt ?? "" };
    const { version } = rates;
    fetcher.submit({ ...fields, rates: JSON.stringify(sent), version }, { method: "post" });
  };
  const confirm = async () => {
    setTries(tries + 1);
    if (!readPrices.ok || lacksRate || read?.ok === false) return;
    if (wanted !== null && !(await requestScope(...SCOPES))) return;
    submit(wanted);
  };
  // Moves the focus to the first mistake that the browser finds. `useAnswerFocus` does this for the server's answers.
  useEffect(() => {
    if (tries > 0) focusWrongField();
  }, [tries]);
  const change = (changed: Partial<PriceForm>) => {
    setForm((before) => ({ ...before, ...changed }));
  };
  return (
    <Layout>
      <Layout.Section>
        <BlockStack gap="400">
          {answered?.isStale && <Banner tone="warning" title={t("start.stale")} />}
          {declined && (
            <Banner
              tone="warning"
              title={t("start.declined.title")}
              action={{
                content: t("start.declined.action"),
                onAction: () => {
                  submit(null);
                },
              }}
            >
              <p>{t("start.declined")}</p>
            </Banner>
          )}
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                {t("start.prices.title")}
              </Text>
              {form.default.by === "percent" ? (
                <TextField
                  label={t("start.markup")}
                  helpText={t("start.markup.help")}
                  value={form.default.value}
                  suffix="%"
                  autoComplete="off"
                  inputMode="decimal"
                  error={problems["default.value"] && t(problems["default.value"])}
                  onChange={(value) => {
                    change({ default: { ...form.default, value } });
                  }}
                />
              ) : (
                <Text as="p">{t("start.own-rules")}</Text>
              )}
              {prices.taxesIncluded === true && prices.form.costs.salesTax === "" && (
                <TextField
                  label={t("prices.costs.sales-tax")}
                  helpText={t("start.tax.help")}
                  value={form.costs.salesTax}
                  suffix="%"
                  autoComplete="off"
                  inputMode="decimal"
                  error={problems["costs.salesTax"] && t(problems["costs.salesTax"])}
                  onChange={(salesTax) => {
                    change({ costs: { ...form.costs, salesTax } });
                  }}
                />
              )}
              {form.costs.supplierPrices === "net" && <Text as="p">{t("start.supplier-prices")}</Text>}
              <Link url="/app/prices">{t("start.more-rules")}</Link>
            </BlockStack>
          </Card>
          {form.rates.length > 0 && (
            <Card>
              <BlockStack gap="300">
                <Text as="h2" variant="headingMd">
                  {t("start.exchange.title")}
                </Text>
                {form.rates.map(({ from, to, rate }, index) => {
                  const problem = problems[`rates.${String(index)}.rate`];
                  const missing = isTried && rate.trim() === "" ? t("number.missing") : undefined;
                  return (
                    <TextField
                      key={from + to}
                      label={t("start.exchange", { from })}
                      suffix={to}
                      value={rate}
                      autoComplete="off"
                      inputMode="decimal"
                      error={problem ? t(problem) : missing}
                      onChange={(typed) => {
                        change({
                          rates: form.rates.map((each, at) =>
                            at === index ? { ...each, rate: typed } : each,
                          ),
                        });
                      }}
                    />
                  );
                })}
              </BlockStack>
            </Card>
          )}
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                {t("start.shipping.title")}
              </Text>
              {wanted === null ? (
                <Text as="p">{t("start.shipping.saved")}</Text>
              ) : (
                <TextField
                  label={t("start.shipping")}
                  helpText={t("start.shipping.help")}
                  value={shippingPrice}
                  suffix={currency}
                  autoComplete="off"
                  inputMode="decimal"
                  error={shippingProblem && t(shippingProblem)}
                  onChange={setPrice}
                />
              )}
              <Link url="/app/rates">{t("start.more-rates")}</Link>
            </BlockStack>
          </Card>
          <AtEdge>
            <InlineStack align="end" gap="300" blockAlign="center">
              {wanted !== null && (
                <Text as="p" tone="subdued">
                  {t("start.permissions")}
                </Text>
              )}
              <Button variant="primary" loading={busy} onClick={() => void confirm()}>
                {t("start.confirm")}
              </Button>
            </InlineStack>
          </AtEdge>
        </BlockStack>
      </Layout.Section>
      <Layout.Section variant="oneThird">
        <PreviewCard
          preview={preview}
          categories={form.categories.map(({ category }) => category)}
          previewed={previewed}
          onChange={setPreviewed}
          currency={currency}
        />
      </Layout.Section>
    </Layout>
  );
}

/** Preselects the usual answer: the supplier's prices are without tax. The page shows this choice. */
function withAnswer(form: PriceForm): PriceForm {
  const supplierPrices = form.costs.supplierPrices || "net";
  return { ...form, costs: { ...form.costs, supplierPrices } };
}

/** Suggests a flat shipping rate in the shop's currency. Returns "" if we know no cost, or no exchange rate for it. */
function suggestion({ cost, prices, language }: Loaded, form: PriceForm): string {
  if (cost === null) return "";
  const currency = prices.shopCurrency;
  const amount = cost.currency === currency ? cost.amount : converted(cost, form);
  const rate = amount === null ? null : suggestRate(amount, currency);
  return rate === null ? "" : typedDecimal(rate, decimalSign(language));
}

function converted(cost: Money, form: PriceForm): string | null {
  const typed = form.rates.find(({ from }) => from === cost.currency)?.rate ?? "";
  const read = readDecimal(typed, { decimals: 10, units: [] });
  return read.kind === "decimal" ? new Big(cost.amount).times(read.decimal).toFixed() : null;
}

/** Returns a form with one flat rate for every country. */
function everywhere(price: string, t: ReturnType<typeof useT>): RatesForm {
  return {
    title: t("shipping.first-title"),
    groups: [
      {
        name: t("shipping.everywhere"),
        restOfWorld: true,
        countries: [],
        basis: "flat",
        steps: [{ from: "", price }],
        freeFrom: "",
      },
    ],
  };
}
