import type { FetcherWithComponents } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useContext, useState } from "react";

import { formatMoney } from "../../messages/format-money.ts";
import type { Message } from "../../messages/message.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type { PriceField } from "./price-fields.ts";

/** Fields shown at first: more would bury the page. */
const SHOWN = 20;

type Props = {
  fields: PriceField[];
  currency: string;
  problems: Record<string, Message>;
  fetcher: FetcherWithComponents<unknown>;
};

/** A field per variant in the shop for a price of the merchant's own. Its `key` must change with the prices that it begins with. */
export function PricesCard({ fields, currency, problems, fetcher }: Props) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [all, setAll] = useState(false);
  const changed = fields.filter(({ id, shown }) => (typed[id] ?? shown) !== shown);
  const help = ({ own, pending, rule }: PriceField) => {
    if (pending) return t("product.prices.saving");
    if (!own) return t("product.prices.follows");
    return rule === null
      ? t("product.prices.own-only")
      : t("product.prices.own", { rule: formatMoney({ amount: rule, currency }, locale) });
  };
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.prices.title")}
        </Text>
        <Text as="p" tone="subdued">
          {t("product.prices.help")}
        </Text>
        <FormLayout>
          {fields.slice(0, all ? fields.length : SHOWN).map((field) => (
            <TextField
              key={field.id}
              label={t("product.prices.of", { variant: field.name })}
              autoComplete="off"
              inputMode="decimal"
              suffix={currency}
              maxLength={40}
              value={typed[field.id] ?? field.shown}
              onChange={(text) => {
                setTyped({ ...typed, [field.id]: text });
              }}
              helpText={help(field)}
              error={problems[field.id] && t(problems[field.id] as Message)}
            />
          ))}
        </FormLayout>
        <InlineStack gap="200">
          <Button
            variant="primary"
            disabled={changed.length === 0}
            loading={fetcher.formData?.get("intent") === "prices"}
            onClick={() => {
              const prices = changed.map(({ id, price }) => ({
                supplierVariantId: id,
                typed: typed[id] ?? "",
                seen: price,
              }));
              fetcher.submit({ intent: "prices", prices: JSON.stringify(prices) }, { method: "post" });
            }}
          >
            {t("product.prices.save")}
          </Button>
          {!all && fields.length > SHOWN && (
            <Button
              onClick={() => {
                setAll(true);
              }}
            >
              {t("product.prices.all", { count: fields.length })}
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
