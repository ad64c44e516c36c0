import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  InlineStack,
  Layout,
  Page,
  Card,
  Text,
  Link,
  Thumbnail,
} from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import { offSaleChoices } from "../../catalog/links/off-sale-choices.ts";
import type { Unagreed } from "../../catalog/pricing/find-below-cost.server.ts";
import { findPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { resumeSelling, stopSelling } from "../../catalog/sync/merchant/stop-selling.server.ts";
import { setOwnPrices } from "../../catalog/sync/merchant/set-own-prices.server.ts";
import { channelName } from "../../components/channel-name.ts";
import { Fact } from "../../components/fact.tsx";
import { HistoryCard } from "../../components/history-card.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { ProblemText } from "../../components/product.tsx";
import { saleNotice, StopSelling } from "../../components/stop-selling.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { webAddress } from "../../lib/http/web-address.ts";
import type { Message } from "../../messages/message.ts";
import { localeOf } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { adminProductUrl } from "../../shop/ids.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import type { SupplierProductId } from "../../wholesale/resources.ts";
import { findProduct } from "./find-product.server.ts";
import { readPrices } from "./price-fields.ts";
import { PricesCard } from "./prices-card.tsx";
import { VariantsCard } from "./variants-card.tsx";

export const meta: MetaFunction = pageTitle((t) => t("product.one"));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const id = (params["id"] ?? "").replaceAll("\0", "") as SupplierProductId;
  const language = localeOf(request);
  const product = await findProduct(shopDomain.parse(session.shop), { id, language });
  if (product === null) throw new Response(null, { status: 404 });
  return { product };
}

const id = z.string().min(1).max(255);
const typedPrices = z
  .array(z.object({ supplierVariantId: id, typed: z.string().max(100), seen: z.string().max(50).nullable() }))
  .min(1)
  .max(2048);
const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stop-selling"), how: z.enum(offSaleChoices) }),
  z.object({ intent: z.literal("resume-selling") }),
  z.object({
    intent: z.literal("prices"),
    prices: jsonField.pipe(typedPrices),
    agreed: z.string().max(100).default(""),
  }),
]);

/** If the answer has `unagreed`, no price was set: the merchant must first agree to the prices below cost. */
type Answer = { notice: Notice | null; problems: Record<string, Message>; unagreed?: Unagreed };

export async function action({ request, params }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const supplierProductId = id.parse((params["id"] ?? "").replaceAll("\0", ""));
  const pressed = await readForm(request, submitted);
  const of = { ids: [supplierProductId] };
  switch (pressed.intent) {
    case "stop-selling":
      return answer(saleNotice("stop-selling", await stopSelling(shop, { of, how: pressed.how })));
    case "resume-selling":
      return answer(saleNotice("resume-selling", await resumeSelling(shop, of)));
    case "prices": {
      const { shopCurrency: currency } = await findPricing(shop, { maxAgeMs: 0 });
      const { prices, problems } = readPrices(pressed.prices, currency);
      if (Object.keys(problems).length > 0) return { notice: null, problems };
      const done = await setOwnPrices(shop, prices, pressed.agreed);
      if ("unagreed" in done) return { notice: null, problems, unagreed: done.unagreed };
      const { set } = done;
      const left = prices.length - set.length;
      if (left > 0)
        return answer({
          tone: "warning",
          title: { code: "product.prices.changed-meanwhile", count: left },
          text: { code: "product.prices.changed-meanwhile.help" },
        });
      return answer({ tone: "success", title: { code: "product.prices.saved", count: set.length } });
    }
  }
}

function answer(notice: Notice): Answer {
  return { notice, problems: {} };
}

const BADGES = {
  importing: { tone: "info", code: "catalog.importing" },
  imported: { tone: "success", code: "catalog.imported" },
  skipped: { tone: "critical", code: "catalog.skipped" },
  "needs-linking": { tone: "attention", code: "catalog.needs-linking" },
} as const;

export default function ProductPage() {
  const { product } = useLoaderData<typeof loader>();
  const t = useT();
  const { name, link, gone, discontinued, history } = product;
  const fetcher = useFetcher<typeof action>();
  const [stopping, setStopping] = useState(false);
  const isImporting = link?.state === "importing";
  usePolling(isImporting || link?.isDue === true ? 2000 : null);
  const notice = fetcher.state === "idle" ? fetcher.data?.notice : null;
  const adminUrl =
    link?.state === "imported" && link.shopProductId !== null ? adminProductUrl(link.shopProductId) : null;
  const ended = gone ? "catalog.gone" : discontinued ? "catalog.discontinued" : null;
  const canImport = ended === null && product.unreadable === null;
  // Puts "Import again" last for a product that is sold, because a new import may overwrite the merchant's changes.
  const isSold = link?.state === "imported" && !link.isDeleted;
  const importAction = {
    content: t(link?.state === "imported" ? "product.import-again" : "catalog.import"),
    loading: isImporting,
    url: importAddress([product.id]),
  };
  return (
    <Page
      title={name}
      titleMetadata={
        <InlineStack gap="100" as="span">
          {ended !== null && <Badge>{t(ended)}</Badge>}
          {link?.offSale && <Badge tone="attention">{t(`sell.badge.${link.offSale}`)}</Badge>}
          {link && <Badge tone={BADGES[link.state].tone}>{t(BADGES[link.state].code)}</Badge>}
        </InlineStack>
      }
      backAction={{ content: t("catalog.title"), url: "/app/catalog" }}
      {...(canImport && !isSold && { primaryAction: importAction })}
      secondaryActions={[
        ...(adminUrl === null
          ? []
          : [
              { content: t("product.open-in-shopify"), url: adminUrl },
              {
                content: t(link?.offSale === null ? "catalog.stop-selling" : "catalog.resume-selling"),
                disabled: fetcher.state !== "idle",
                onAction: () => {
                  if (link?.offSale === null) setStopping(true);
                  else fetcher.submit({ intent: "resume-selling" }, { method: "post" });
                },
              },
            ]),
        ...(canImport && isSold ? [importAction] : []),
      ]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {notice && <NoticeBanner notice={notice} />}
            <StopSelling
              open={stopping}
              onClose={() => {
                setStopping(false);
              }}
              onConfirm={(how) => {
                fetcher.submit({ intent: "stop-selling", how }, { method: "post" });
              }}
            />
            {ended !== null && (
              <Banner tone="warning">
                <p>{t(gone ? "catalog.skip.not-listed" : "catalog.skip.discontinued")}</p>
              </Banner>
            )}
            {product.unreadable !== null && (
              <Banner tone="warning">
                <p>{t(`catalog.unreadable.${product.unreadable}`)}</p>
              </Banner>
            )}
            {link?.problem && (
              <Banner tone={link.state === "importing" ? "info" : "warning"}>
                <ProblemText problem={link.problem} />
              </Banner>
            )}
            {product.waitingPrices > 0 && (
              <Banner
                tone="warning"
                title={t("sync.approvals.title", { count: product.waitingPrices })}
                action={{ content: t("sync.approvals.action"), url: "/app/sync?show=approvals" }}
              />
            )}
            {adminUrl !== null && product.currency !== null && product.priceFields.length > 0 && (
              <PricesCard
                key={product.id}
                fields={product.priceFields}
                currency={product.currency}
                problems={fetcher.data?.problems ?? {}}
                fetcher={fetcher}
              />
            )}
            <VariantsCard
              variants={product.variants}
              unreadable={product.unreadable}
              missing={product.missing}
            />
            <DescriptionCard html={product.descriptionHtml} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <PicturesCard images={product.images} leftOut={product.imagesLeftOut} name={name} />
            <FactsCard product={product} adminUrl={adminUrl} />
            {history.length > 0 && <HistoryCard title={t("product.history")} events={history} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

/**
 * Shows the supplier's description, sanitized in the same way as for an import
 * (app/catalog/import/safe-description.ts).
 */
function DescriptionCard({ html }: { html: string }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.description")}
        </Text>
        {html.trim() === "" ? (
          <Text as="p" tone="subdued">
            {t("product.no-description")}
          </Text>
        ) : (
          <div
            className="description"
            dir="auto"
            style={{ overflowWrap: "anywhere", overflowX: "auto" }}
            dangerouslySetInnerHTML={{ __html: html }}
          />
        )}
      </BlockStack>
    </Card>
  );
}

type Facts = {
  brand: string | null;
  category: string | null;
  link: { state: string; channels: string[] | null; isDraft: boolean } | null;
};

/** Shows the product's brand and category, and its sales channels and page in the shop. */
function FactsCard({ product, adminUrl }: { product: Facts; adminUrl: string | null }) {
  const t = useT();
  const { brand, category, link } = product;
  const channels = link?.state === "imported" ? link.channels : null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.details")}
        </Text>
        <dl style={{ display: "grid", gap: "var(--p-space-300)", margin: 0 }}>
          <Fact label={t("catalog.column.brand")}>{brand ?? t("product.none")}</Fact>
          <Fact label={t("catalog.category")}>{category ?? t("product.none")}</Fact>
          {adminUrl !== null && (
            <Fact label={t("product.in-shop")}>
              <Link url={adminUrl}>{t("product.open-in-shopify")}</Link>
            </Fact>
          )}
          {channels !== null && (
            <Fact label={t("channels.title")}>
              {link?.isDraft
                ? t("catalog.draft")
                : channels.length > 0
                  ? channels.map((name) => channelName(name, t)).join(", ")
                  : t("catalog.unpublished")}
            </Fact>
          )}
        </dl>
      </BlockStack>
    </Card>
  );
}

function PicturesCard({
  images,
  leftOut,
  name,
}: {
  images: { url: string; alt: string | null }[];
  leftOut: string[];
  name: string;
}) {
  const t = useT();
  const shown = images.flatMap(({ url, alt }) => {
    const source = webAddress(url);
    return source === null ? [] : [{ source, alt: alt ?? name }];
  });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("product.pictures")}
        </Text>
        {shown.length === 0 ? (
          <Text as="p" tone="subdued">
            {t("product.no-pictures")}
          </Text>
        ) : (
          <InlineStack gap="200">
            {shown.map(({ source, alt }, index) => (
              <Thumbnail key={index} source={source} alt={alt} size="large" />
            ))}
          </InlineStack>
        )}
        {leftOut.length > 0 && (
          <Text as="p" tone="caution" breakWord>
            {t("catalog.images-left-out", { count: leftOut.length, addresses: leftOut })}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}
