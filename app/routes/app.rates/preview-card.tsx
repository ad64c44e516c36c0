import { Banner, BlockStack, Card, Divider, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";

import { sum } from "../../lib/money.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { readDecimal } from "../../lib/read-decimal.ts";
import { useT } from "../../messages/use-t.ts";
import type { NamedCountry } from "../../shop/countries.ts";
import { freeGroups, rateFor, type Rates, WEIGHT_DECIMALS } from "../../shipping/rates.ts";
import { readRatesForm, type RatesForm } from "../../shipping/rates-form.ts";

type PreviewCardProps = {
  form: RatesForm;
  currency: string;
  countries: NamedCountry[];
  /** The shop's own country; null if Shopify does not say. */
  home: string | null;
  marketDriven: boolean;
};

/**
 * Shows the shipping that a customer would pay by the typed rates. One cart has only the supplier's products, the
 * other has products of the shop as well.
 */
export function PreviewCard({ form, currency, countries, home, marketDriven }: PreviewCardProps) {
  const t = useT();
  const [country, setCountry] = useState(() => firstShown(form, home));
  const [value, setValue] = useState("50");
  const [weight, setWeight] = useState("1");
  const [own, setOwn] = useState("5");
  const read = readRatesForm(form, currency);
  const money = { decimals: minorDigits(currency), units: [currency] };
  const cart = {
    value: decimalOr(value, money),
    weight: decimalOr(weight, { decimals: WEIGHT_DECIMALS, units: ["KG"] }),
    own: decimalOr(own, money),
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("shipping.preview.title")}
        </Text>
        <Select
          label={t("shipping.preview.country")}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          value={country}
          onChange={setCountry}
        />
        <TextField
          label={t("shipping.preview.value")}
          value={value}
          suffix={currency}
          {...INPUT}
          onChange={setValue}
        />
        <TextField
          label={t("shipping.preview.weight")}
          value={weight}
          suffix="kg"
          {...INPUT}
          onChange={setWeight}
        />
        <TextField
          label={t("shipping.preview.own")}
          helpText={t("shipping.preview.own.help")}
          value={own}
          suffix={currency}
          {...INPUT}
          onChange={setOwn}
        />
        <Divider />
        <div aria-live="polite">
          {read.ok ? (
            <Result
              rates={read.rates}
              cart={{ ...cart, country }}
              name={countries.find(({ code }) => code === country)?.name ?? country}
              marketDriven={marketDriven}
            />
          ) : (
            <Text as="p" tone="subdued">
              {t("shipping.preview.problems")}
            </Text>
          )}
        </div>
      </BlockStack>
    </Card>
  );
}

/**
 * Returns the country that the preview shows first: the shop's own if a group includes it, otherwise the first
 * country of a group.
 */
function firstShown({ groups }: RatesForm, home: string | null): string {
  const named = groups.flatMap(({ countries }) => countries);
  const isIncluded = home !== null && (named.includes(home) || groups.some(({ restOfWorld }) => restOfWorld));
  return isIncluded ? home : (named[0] ?? home ?? "US");
}

const INPUT = { autoComplete: "off", inputMode: "decimal" } as const;

type ResultProps = {
  rates: Rates;
  cart: { country: string; value: string; weight: string; own: string };
  name: string;
  marketDriven: boolean;
};

function Result({ rates, cart, name, marketDriven }: ResultProps) {
  const t = useT();
  const { currency, groups } = rates;
  const rate = rateFor(rates, cart);
  const free = freeGroups(groups);
  const hasRest = groups.some(({ countries }) => countries === "rest-of-world");
  const ours = rate === null ? null : { amount: rate, currency };
  const total = ours && sum([ours, { amount: cart.own, currency }]);
  return (
    <BlockStack gap="300">
      {ours === null && (
        <Banner tone="warning">
          <p>{t("shipping.preview.no-rate", { country: name })}</p>
        </Banner>
      )}
      {ours && total && (
        <>
          <Text as="p" fontWeight="semibold">
            {t("shipping.preview.alone", { price: ours })}
          </Text>
          <Text as="p">
            {t("shipping.preview.mixed", { price: ours, own: { amount: cart.own, currency }, total })}
          </Text>
          {marketDriven && (
            <Text as="p" tone="subdued">
              {t("shipping.preview.markets")}
            </Text>
          )}
        </>
      )}
      {free.length > 0 && (
        <Banner tone="warning">
          <p>{t("shipping.free-groups", { groups: free })}</p>
        </Banner>
      )}
      {!hasRest && (
        <Text as="p" tone="subdued">
          {t("shipping.no-rest")}
        </Text>
      )}
    </BlockStack>
  );
}

function decimalOr(typed: string, expected: { decimals: number; units: readonly string[] }): string {
  const read = readDecimal(typed, expected);
  return read.kind === "decimal" ? read.decimal : "0";
}
