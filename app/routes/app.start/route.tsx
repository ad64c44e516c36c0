import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { BlockStack, Card, InlineStack, Page, Spinner, Text } from "@shopify/polaris";
import { z } from "zod";

import { findPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { readPrices } from "../../catalog/pricing/load-prices.server.ts";
import { priceForm } from "../../catalog/pricing/price-form.ts";
import { savePriceForm } from "../../catalog/pricing/save-price-rules.server.ts";
import { findUsualCost } from "../../catalog/pricing/usual-cost.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { makeSetupDue } from "../../installation/setup-store.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { writtenLanguage } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { readRates } from "../../shipping/load-rates.server.ts";
import { ratesForm } from "../../shipping/rates-form.ts";
import { saveRates } from "../../shipping/save-rates.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { readShippingModel } from "../../shop/location/delivery-profile.server.ts";
import { type Answer, StartForm } from "./start-form.tsx";

export const meta = pageTitle((t) => t("start.title"));

const submitted = z.object({
  prices: jsonField.pipe(priceForm),
  /** Save time of the rules that the page shows; empty if none were saved. */
  savedAt: z.union([z.literal("").transform(() => null), z.iso.datetime().transform((at) => new Date(at))]),
  /** Null if the shop already has rates, or if the merchant saves prices only. */
  rates: jsonField.pipe(ratesForm.nullable()),
  version: z.coerce.number().int().min(0),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const language = writtenLanguage(request);
  const { state, cost, isReading } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    cost: await findUsualCost(tx, shop),
    isReading: (await tx.catalogMirror.count({ where: { shop, state: "reading", problem: null } })) > 0,
  }));
  if (!isConnected(state)) return { kind: "not-connected", state } as const;
  // Waits for the supplier's first prices, which arrive within seconds. Without them, the supplier's currency is
  // unknown.
  if (cost === null && isReading) return { kind: "reading", state } as const;
  try {
    const pricing = await findPricing(shop);
    const { shopCurrency: currency } = pricing;
    const model = await readShippingModel(shop);
    const { prices, rates } = await readInShop(shop, async (tx, now) => ({
      prices: await readPrices(tx, { shop, now }, { pricing, language }),
      rates: await readRates(tx, shop, { currency, model, language }),
    }));
    return { kind: "form", state, prices, rates, cost, language } as const;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "unreadable", problem: error.explanation, state } as const;
  }
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer | Response> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const sent = await readForm(request, submitted);
  const prices = await savePriceForm(shop, { form: sent.prices, savedAt: sent.savedAt });
  if (prices.kind === "problems") return { problems: prices.problems, isStale: false };
  if (prices.kind === "stale") return { problems: {}, isStale: true };
  if (sent.rates !== null) {
    const rates = await saveRates(shop, { form: sent.rates, version: sent.version });
    if (rates.kind === "problems") return { problems: rates.problems, isStale: false };
    if (rates.kind === "stale") return { problems: {}, isStale: true };
  }
  await makeSetupDue(shop);
  return redirect("/app/catalog");
}

/** Suggests a markup, an exchange rate and a shipping rate. The merchant confirms all of them at once. */
export default function Start() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  // Keeps the fetcher outside of the form, which remounts with each new version of the stored values. Remix drops a
  // fetcher's answer when no mounted component uses the fetcher.
  const fetcher = useFetcher<Answer>();
  const version =
    loaded.kind === "form" ? `${loaded.prices.savedAt ?? ""} ${String(loaded.rates.version)}` : "";
  const key = useTypedVersion(version, { isStale: fetcher.data?.isStale === true });
  usePolling(loaded.kind === "reading" ? 1000 : null);
  return (
    <Page
      title={t("start.title")}
      subtitle={t("start.subtitle")}
      backAction={{ content: t("home.title"), url: "/app" }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={loaded.state} />
        {loaded.kind === "not-connected" && (
          <ConnectFirst state={loaded.state}>{t("start.connect-first")}</ConnectFirst>
        )}
        {loaded.kind === "reading" && (
          <Card>
            <InlineStack gap="200" blockAlign="center">
              <Spinner size="small" accessibilityLabel={t("start.reading")} />
              <Text as="p">{t("start.reading")}</Text>
            </InlineStack>
          </Card>
        )}
        {loaded.kind === "unreadable" && (
          <NoticeBanner
            notice={{ tone: "warning", title: { code: "start.unreadable.title" }, text: loaded.problem }}
          />
        )}
        {loaded.kind === "form" && <StartForm key={key} loaded={loaded} fetcher={fetcher} />}
      </BlockStack>
    </Page>
  );
}
