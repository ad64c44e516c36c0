import { useFetcher } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Card,
  InlineGrid,
  InlineStack,
  Link,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import Big from "big.js";
import { useContext, useEffect } from "react";

import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { costOf, revenueOf, type Sums } from "../../orders/profit/sums.ts";
import type { loader } from "../app.sums.ts";

/**
 * Shows the results of the last 30 days beside those of the 30 days before. Loads them after the page, because sums
 * over many orders take a while.
 */
export function ProfitCard() {
  const t = useT();
  const { load, data } = useFetcher<typeof loader>();
  useEffect(() => {
    load("/app/sums");
  }, [load]);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200">
          <Text as="h2" variant="headingMd">
            {t("home.profit")}
          </Text>
          <Link url="/app/profit">{t("home.profit.open")}</Link>
        </InlineStack>
        {!data && <SkeletonBodyText lines={3} />}
        {data?.totals.sums.length === 0 && (
          <Text as="p" tone="subdued">
            {t("home.profit.none")}
          </Text>
        )}
        {data?.totals.sums.map(({ currency, ...sums }) => {
          const before = data.previous.sums.find((each) => each.currency === currency) ?? null;
          return <Figures key={currency} currency={currency} sums={sums} before={before} />;
        })}
        {data?.unpaid.map((each) => (
          <Text key={each.outstanding.currency} as="p" tone="subdued">
            {t("profit.unpaid", { ...each })}
          </Text>
        ))}
        {data !== undefined && data.totals.unknown > 0 && (
          <Text as="p" tone="subdued">
            {t("home.profit.unknown", { count: data.totals.unknown })}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

type FiguresProps = { currency: string; sums: Sums; before: Sums | null };

function Figures({ currency, sums, before }: FiguresProps) {
  const t = useT();
  const locale = useContext(LocaleContext);
  const figures = [
    { label: t("profit.revenue"), of: revenueOf },
    { label: t("home.profit.cost"), of: costOf },
    { label: t("home.profit.profit"), of: ({ profit }: Sums) => new Big(profit) },
  ];
  const text = (amount: Big) => formatMoney({ amount: amount.toFixed(), currency }, locale);
  return (
    <InlineGrid columns={{ xs: 1, sm: 3 }} gap="300">
      {figures.map(({ label, of }) => {
        const [now, then] = [of(sums), before && of(before)];
        return (
          <BlockStack key={label} gap="050">
            <Text as="p" tone="subdued">
              {label}
            </Text>
            <InlineStack gap="200" blockAlign="center">
              <Text as="p" variant="headingLg" numeric {...(now.lt(0) && { tone: "critical" })}>
                {text(now)}
              </Text>
              {then && <Change now={now} then={then} locale={locale} />}
            </InlineStack>
            <Text as="p" tone="subdued" variant="bodySm">
              {then ? t("home.profit.before", { amount: text(then) }) : t("home.profit.before.none")}
            </Text>
          </BlockStack>
        );
      })}
    </InlineGrid>
  );
}

/** Shows the change in per cent. Renders nothing if the earlier amount is zero or negative. */
function Change({ now, then, locale }: { now: Big; then: Big; locale: string }) {
  if (then.lte(0)) return null;
  const format = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return <Badge>{format.format(now.minus(then).div(then).toNumber())}</Badge>;
}
