import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { useContext, useState } from "react";

import { AtEdge } from "../../components/at-edge.tsx";
import { pageTitle } from "../../components/document.tsx";
import { useDownload } from "../../components/use-download.tsx";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { LocaleContext, useT } from "../../messages/use-t.ts";
import { loadProfit } from "../../orders/profit/load-profit.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { CountriesCard, LossesCard, ProductsCard, SumsCard } from "./cards.tsx";

export const meta = pageTitle((t) => t("profit.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const params = searchParamsOf(request);
  const [from, to] = [params.get("from"), params.get("to")];
  return loadProfit(shopDomain.parse(session.shop), { ...(from && { from }), ...(to && { to }) });
}

export default function Profit() {
  const t = useT();
  const locale = useContext(LocaleContext);
  const profit = useLoaderData<typeof loader>();
  const { from, to, currency, totals, unpaid, previous, products, countries, losses } = profit;
  return (
    <Page title={t("profit.title")} subtitle={t("profit.subtitle")}>
      <BlockStack gap="400">
        <RangeCard key={`${from} ${to}`} from={from} to={to} />
        {totals.unknown > 0 && (
          <Banner tone="warning" title={t("profit.unknown.title", { count: totals.unknown })}>
            <p>{t("profit.unknown")}</p>
          </Banner>
        )}
        {totals.sums.length > 1 && (
          <Banner tone="info" title={t("profit.currencies.title")}>
            <p>{t("profit.currencies", { currency: currency ?? "" })}</p>
          </Banner>
        )}
        {unpaid.map((each) => (
          <Banner key={each.outstanding.currency} tone="warning">
            <p>{t("profit.unpaid", { ...each })}</p>
          </Banner>
        ))}
        <SumsCard totals={totals} previous={previous} />
        {currency !== null && losses.length > 0 && (
          <LossesCard losses={losses} currency={currency} locale={locale} />
        )}
        {currency !== null && products.length > 0 && (
          <ProductsCard products={products} currency={currency} locale={locale} />
        )}
        {currency !== null && countries.length > 0 && (
          <CountriesCard countries={countries} currency={currency} locale={locale} />
        )}
        <AtEdge>
          <Text as="p" tone="subdued">
            {t("profit.hint")}
          </Text>
        </AtEdge>
      </BlockStack>
    </Page>
  );
}

/** Chooses the days, and downloads a file of their orders. */
function RangeCard({ from, to }: { from: string; to: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ from, to });
  const { isLoading, hasFailed, download } = useDownload();
  return (
    <Card>
      <BlockStack gap="300">
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label={t("profit.from")}
              type="date"
              autoComplete="off"
              value={typed.from}
              onChange={(day) => {
                setTyped({ ...typed, from: day });
              }}
            />
            <TextField
              label={t("profit.to")}
              type="date"
              autoComplete="off"
              value={typed.to}
              onChange={(day) => {
                setTyped({ ...typed, to: day });
              }}
            />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack gap="200">
          <Button
            onClick={() => {
              navigate(`?${new URLSearchParams(typed).toString()}`);
            }}
          >
            {t("profit.show")}
          </Button>
          <Button
            onClick={() => {
              navigate("?");
            }}
          >
            {t("profit.usual")}
          </Button>
          <Button
            loading={isLoading}
            onClick={() =>
              void download({
                address: `/app/export-orders?${new URLSearchParams({ from, to }).toString()}`,
                name: `orders-${from}-${to}.csv`,
              })
            }
          >
            {t("profit.download")}
          </Button>
        </InlineStack>
        {hasFailed && (
          <Text as="p" tone="critical">
            {t("profit.download.failed")}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}
