import { BlockStack, Card, DataTable, Link, Text } from "@shopify/polaris";
import Big from "big.js";
import { type ReactNode, useContext } from "react";

import { useNarrow } from "../../components/use-narrow.ts";
import { formatMoney } from "../../messages/format-money.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import type {
  CountryProfit,
  LossMaker,
  ProductProfit,
  Totals,
} from "../../orders/profit/find-profit.server.ts";
import { costOf, revenueOf, type Sums } from "../../orders/profit/sums.ts";

type ListProps = { currency: string; locale: string };

/** Shows the sums of the chosen days beside those of as many days before, per currency. */
export function SumsCard({ totals, previous }: { totals: Totals; previous: Totals }) {
  const t = useT();
  const locale = useContext(LocaleContext);
  if (totals.sums.length === 0)
    return (
      <Card>
        <Text as="p" tone="subdued">
          {t("profit.none")}
        </Text>
      </Card>
    );
  return totals.sums.map((sums) => {
    const before = previous.sums.find(({ currency }) => currency === sums.currency);
    const money = (amount: string) => formatMoney({ amount, currency: sums.currency }, locale);
    const row = (label: string, of: (sums: Sums) => string) => [label, of(sums), before ? of(before) : "–"];
    return (
      <TableCard
        key={sums.currency}
        title={t("profit.sums")}
        headings={[
          <Text key="sums" as="span" visuallyHidden>
            {t("profit.sums")}
          </Text>,
          t("profit.range"),
          t("profit.before"),
        ]}
        rows={[
          row(t("profit.orders"), ({ orders }) => orders.toLocaleString(locale)),
          row(t("profit.items-paid"), ({ revenue }) => money(revenue)),
          row(t("profit.shipping-paid"), ({ shippingPaid }) => money(shippingPaid)),
          row(t("profit.refunded"), ({ refunded }) => money(refunded)),
          row(t("profit.revenue"), (each) => money(revenueOf(each).toFixed())),
          row(t("profit.cost"), ({ itemsCost }) => money(itemsCost)),
          row(t("profit.shipping-cost"), ({ shippingCost }) => money(shippingCost)),
          row(t("profit.profit"), ({ profit }) => money(profit)),
          row(t("profit.margin"), (each) => marginOf(each, locale)),
        ]}
      />
    );
  });
}

export function ProductsCard({ products, currency, locale }: ListProps & { products: ProductProfit[] }) {
  const t = useT();
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  return (
    <TableCard
      title={t("profit.products")}
      help={t("profit.products.help")}
      headings={[
        t("profit.product"),
        t("profit.profit"),
        t("profit.revenue"),
        t("orders.cost"),
        t("profit.pieces"),
      ]}
      rows={products.map((each) => [
        `${each.title} (${each.sku})`,
        money(each.profit),
        money(revenueOf(each).toFixed()),
        money(costOf(each).toFixed()),
        each.pieces.toLocaleString(locale),
      ])}
    />
  );
}

export function CountriesCard({ countries, currency, locale }: ListProps & { countries: CountryProfit[] }) {
  const t = useT();
  const money = (amount: string) => formatMoney({ amount, currency }, locale);
  const names = new Intl.DisplayNames(locale, { type: "region" });
  return (
    <TableCard
      title={t("profit.countries")}
      headings={[
        t("profit.country"),
        t("profit.profit"),
        t("profit.revenue"),
        t("orders.cost"),
        t("profit.margin"),
        t("profit.orders"),
      ]}
      rows={countries.map((each) => [
        each.country === null ? t("profit.country.unknown") : (names.of(each.country) ?? each.country),
        money(each.profit),
        money(revenueOf(each).toFixed()),
        money(costOf(each).toFixed()),
        marginOf(each, locale),
        each.orders.toLocaleString(locale),
      ])}
    />
  );
}

export function LossesCard({ losses, currency, locale }: ListProps & { losses: LossMaker[] }) {
  const t = useT();
  return (
    <TableCard
      title={t("profit.losses")}
      headings={[t("profit.order"), t("profit.profit")]}
      rows={losses.map(({ id, orderName, profit }) => [
        <Link key={id} url={`/app/orders/${id}`}>
          {orderName}
        </Link>,
        formatMoney({ amount: profit, currency }, locale),
      ])}
    />
  );
}

/** Shows a table. On a phone, shows only its first columns, because the others would reach beyond the card. */
function TableCard({
  title,
  help,
  headings: allHeadings,
  rows: allRows,
}: {
  title: string;
  help?: string;
  headings: ReactNode[];
  rows: ReactNode[][];
}) {
  const columns = useNarrow() ? COLUMNS_ON_PHONE : allHeadings.length;
  const headings = allHeadings.slice(0, columns);
  const rows = allRows.map((row) => row.slice(0, columns));
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {help !== undefined && (
          <Text as="p" tone="subdued">
            {help}
          </Text>
        )}
        <DataTable
          // Hides the table's scroll buttons, because Polaris labels them in English only.
          hideScrollIndicator
          columnContentTypes={headings.map((_, index) => (index === 0 ? "text" : "numeric"))}
          headings={headings}
          rows={rows}
        />
      </BlockStack>
    </Card>
  );
}

const COLUMNS_ON_PHONE = 3;

/** Returns the profit in per cent of the revenue. */
function marginOf(sums: Sums, locale: string): string {
  const brought = revenueOf(sums);
  if (brought.lte(0)) return "–";
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, { style: "percent", ...digits }).format(
    new Big(sums.profit).div(brought).toNumber(),
  );
}
