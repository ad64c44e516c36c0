import { BlockStack, Card, FormLayout, Text, TextField } from "@shopify/polaris";

import type { FormProblems, RateForm } from "../../catalog/pricing/price-form.ts";
import { useT } from "../../messages/use-t.ts";

type RatesCardProps = {
  rates: RateForm[];
  problems: FormProblems;
  /** YYYY-MM-DD. */
  today: string;
  onChange: (rates: RateForm[]) => void;
};

/** The value of one unit of the supplier's currency in the shop's, and its date. */
export function RatesCard({ rates, problems, today, onChange }: RatesCardProps) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("prices.rates.title")}
          </Text>
          <Text as="p" tone="subdued">
            {t("prices.rates.help")}
          </Text>
        </BlockStack>
        <FormLayout>
          {rates.map(({ from, to, rate, date }, index) => {
            const path = `rates.${String(index)}`;
            const change = (changed: Partial<RateForm>) => {
              onChange(rates.map((each, at) => (at === index ? { ...each, ...changed } : each)));
            };
            const field = (name: "rate" | "date") => {
              const problem = problems[`${path}.${name}`];
              return { name: `${path}.${name}`, error: problem && t(problem), autoComplete: "off" };
            };
            return (
              <FormLayout.Group key={`${from} ${to}`}>
                <TextField
                  {...field("rate")}
                  label={t("prices.rates.rate", { from, to })}
                  value={rate}
                  inputMode="decimal"
                  suffix={to}
                  // A rate that is typed now is of today, unless the merchant changes the date.
                  onChange={(typed) => {
                    change({ rate: typed, date: today });
                  }}
                />
                <TextField
                  {...field("date")}
                  label={t("prices.rates.date")}
                  type="date"
                  value={date}
                  onChange={(typed) => {
                    change({ date: typed });
                  }}
                />
              </FormLayout.Group>
            );
          })}
        </FormLayout>
      </BlockStack>
    </Card>
  );
}
