import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";

import { importAddress } from "../../catalog/import/runs/selection.ts";
import { answerOwnStock } from "../../catalog/import/runs/start-import.server.ts";
import { offSaleChoices } from "../../catalog/links/off-sale-choices.ts";
import { resumeSelling, stopSelling, type ToSell } from "../../catalog/sync/merchant/stop-selling.server.ts";
import { refreshCatalog } from "../../catalog/mirror/mirror-run.server.ts";
import { confirmShrunkCatalog, keepCatalog } from "../../catalog/mirror/end-run.server.ts";
import { listProductsIn } from "../../catalog/search/list-products.server.ts";
import { priceProducts } from "../../catalog/search/price-products.server.ts";
import { parseProductFilter } from "../../catalog/search/product-filter.ts";
import { AtEdge } from "../../components/at-edge.tsx";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { MarginHint } from "../../components/product.tsx";
import { saleNotice } from "../../components/stop-selling.tsx";
import { DownloadButton } from "../../components/use-download.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { usePolling } from "../../components/use-polling.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { localeOf } from "../../messages/all-languages.server.ts";
import { type Translate, translator } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { Filters, addressOf, COUNTED, type Search } from "./filters.tsx";
import { ProductTable } from "./product-table.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

const cursors = z.object({
  after: z.string().max(255).nullable().catch(null),
  before: z.string().max(255).nullable().catch(null),
});

/** `ids` are the selected products. `all` is the query string of a filter whose products are all selected. */
const selected = {
  ids: jsonField.pipe(z.array(z.string().max(255)).min(1).max(250)).optional(),
  all: z.string().max(5000).optional(),
};
const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("own-stock"), id: z.string().max(255), answer: z.enum(["keep", "leave"]) }),
  z.object({ intent: z.literal("refresh") }),
  z.object({ intent: z.literal("confirm-shrunk"), vanished: z.coerce.number().int().min(1).max(1e9) }),
  z.object({ intent: z.literal("keep-catalog") }),
  z.object({ intent: z.literal("stop-selling"), how: z.enum(offSaleChoices), ...selected }),
  z.object({ intent: z.literal("resume-selling"), ...selected }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const { after, before } = cursors.parse({
    after: searchParams.get("after"),
    before: searchParams.get("before"),
  });
  const search = parseProductFilter(searchParams);
  const query = { filter: search.filter, sort: search.sort, after, before };
  const { listed, state } = await readInShop(shop, async (tx, now) => ({
    listed: await listProductsIn(tx, { shop, now }, query),
    state: await findStateIn(tx, { shop, now }),
  }));
  const title = translator(localeOf(request))("catalog.title");
  if (listed.kind !== "page") return { ...listed, state, title };
  const prices = await priceProducts(shop);
  const products = listed.products.map(({ prices: each, ...product }) => {
    const of = { category: product.category, version: product.link?.priceRulesVersion ?? null };
    return {
      ...product,
      range: prices && prices.rangeOf(each, of),
      isPricedInShop: each.some(({ shopPrice }) => shopPrice !== null),
    };
  });
  const missing = prices?.missing ?? null;
  return { ...listed, products, missing, state, title, search, page: after ?? before };
}

export async function action({ request }: ActionFunctionArgs): Promise<Notice | null> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const submission = await readForm(request, submitted);
  switch (submission.intent) {
    case "own-stock": {
      const { id, answer } = submission;
      await answerOwnStock(shop, { supplierProductId: id, answer });
      return null;
    }
    case "refresh":
      await limitPresses(shop);
      await refreshCatalog(shop);
      return null;
    case "confirm-shrunk":
      await limitPresses(shop);
      await confirmShrunkCatalog(shop, submission.vanished);
      return null;
    case "keep-catalog":
      await keepCatalog(shop);
      return null;
    case "stop-selling": {
      const { how } = submission;
      return saleNotice("stop-selling", await stopSelling(shop, { of: toSell(submission), how }));
    }
    case "resume-selling":
      return saleNotice("resume-selling", await resumeSelling(shop, toSell(submission)));
  }
}

function toSell({ ids, all }: { ids?: string[] | undefined; all?: string | undefined }): ToSell {
  if (ids) return { ids };
  return all === undefined ? { ids: [] } : { filter: parseProductFilter(new URLSearchParams(all)).filter };
}

export default function Catalog() {
  const listed = useLoaderData<typeof loader>();
  const t = useT();
  const fetcher = useFetcher();
  const selling = useFetcher<typeof action>();
  const notice = selling.state === "idle" ? selling.data : null;
  const page = listed.kind === "page" ? listed : null;
  const unreadable = listed.kind === "not-connected" ? null : listed.problem;
  // The connection banner above already shows this message.
  const repeated = listed.state.kind === "needs-reconnecting" && unreadable?.kind === "unauthorized";
  usePolling(page !== null && (page.reading || page.importing > 0) ? 2000 : null);
  const refresh = {
    content: t("catalog.refresh"),
    loading: fetcher.state !== "idle",
    onAction: () => {
      fetcher.submit({ intent: "refresh" }, { method: "post" });
    },
  };
  return (
    <Page
      title={t("catalog.title")}
      subtitle={page ? subtitleOf(page, t) : t("catalog.subtitle")}
      fullWidth
      secondaryActions={
        page
          ? [
              { ...refresh, disabled: page.reading },
              ...catalogActions.map(({ code, url }) => ({ content: t(code), url })),
            ]
          : []
      }
    >
      <BlockStack gap="400">
        <ConnectionBanner state={listed.state} />
        {notice && <NoticeBanner notice={notice} />}
        {listed.kind === "not-connected" && (
          <ConnectFirst state={listed.state}>{t("catalog.connect-first")}</ConnectFirst>
        )}
        {unreadable && !repeated && (
          <Banner tone="warning" title={t(`connection.products.${unreadable.kind}.title`)} action={refresh}>
            <p>{page ? t("catalog.last-read", { problem: unreadable.message }) : t(unreadable.message)}</p>
          </Banner>
        )}
        {page?.shrunk && !page.reading && <ShrunkBanner shrunk={page.shrunk} />}
        {page && page.unreadable + page.nameless > 0 && (
          <UnreadableBanner {...page} isListed={page.search.filter.show === "unreadable"} />
        )}
        {page && page.waitingForTomorrow > 0 && (
          <Banner tone="info" title={t("catalog.daily-limit.title", { count: page.waitingForTomorrow })}>
            <p>{t("catalog.daily-limit")}</p>
          </Banner>
        )}
        {page?.locationProblem && (
          <Banner tone="critical" title={t("catalog.no-location.title")}>
            <p>{t("catalog.no-location", { problem: page.locationProblem })}</p>
          </Banner>
        )}
        {page && (
          <>
            <AtEdge>
              <DownloadButton
                address="/app/export-products"
                name="products.csv"
                label={t("export.products.download")}
              />
            </AtEdge>
            <Card padding="0">
              <Filters search={page.search} categories={page.categories} brands={page.brands} />
              <Count page={page} />
              <ProductTable
                key={addressOf(page.search) + String(page.page)}
                page={page}
                search={page.search}
                fetcher={selling}
              />
              {page.missing && page.products.length > 0 && (
                <Box padding="400">
                  <MarginHint missing={page.missing} />
                </Box>
              )}
            </Card>
          </>
        )}
      </BlockStack>
    </Page>
  );
}

type CountProps = { page: { total: number; corrected: string | null; search: Search } };

/**
 * Shows the number of products, and the corrected search words if the typed words had no match. On a phone, it has a
 * button that imports all these products.
 */
function Count({ page: { total, corrected, search } }: CountProps) {
  const t = useT();
  const narrow = useNarrow();
  if (total === 0) return null;
  return (
    <Box padding="300" paddingBlockEnd="200">
      <InlineStack gap="300" align="space-between" blockAlign="center" wrap={false}>
        <div role="status">
          <Text as="p" tone="subdued" variant="bodySm" breakWord>
            {corrected !== null && `${t("catalog.corrected", { typed: search.filter.query, corrected })} `}
            {total > COUNTED
              ? t("catalog.count.more", { count: COUNTED })
              : t("catalog.count", { count: total })}
          </Text>
        </div>
        {narrow && (
          <Button variant="plain" url={importAddress(search.filter)}>
            {t("catalog.import-all")}
          </Button>
        )}
      </InlineStack>
    </Box>
  );
}

type Read = { reading: boolean; readAt: string | null; incrementReadAt: string | null };

/**
 * Returns a sentence with the time of the last read. If that read covered only changes, the sentence also has the
 * time of the last full read.
 */
function subtitleOf({ reading, readAt, incrementReadAt }: Read, t: Translate): string {
  if (readAt === null) return t(reading ? "catalog.reading" : "catalog.subtitle");
  const later = incrementReadAt !== null && incrementReadAt > readAt;
  const read = t(reading ? "catalog.read-and-reading" : "catalog.read", {
    at: later ? incrementReadAt : readAt,
  });
  return later ? t("catalog.read-in-full", { read, full: readAt }) : read;
}

/**
 * Reports products that we cannot read from the supplier. Links to a list of the products that have an id, and to the
 * setting for their stock. `isListed` is true if the page already lists these products.
 */
function UnreadableBanner({
  unreadable,
  nameless,
  isListed,
}: {
  unreadable: number;
  nameless: number;
  isListed: boolean;
}) {
  const t = useT();
  const count = unreadable + nameless;
  const show = { content: t("catalog.unreadable.show"), url: "/app/catalog?show=unreadable" };
  return (
    <Banner
      tone="warning"
      title={t("catalog.unreadable.title", { count })}
      {...(unreadable > 0 && !isListed && { action: show })}
      secondaryAction={{ content: t("catalog.unreadable.setting"), url: "/app/sync?show=settings" }}
    >
      {!isListed && <p>{t("catalog.unreadable.help", { count })}</p>}
      {nameless > 0 && <p>{t("catalog.unreadable.nameless", { count: nameless })}</p>}
    </Banner>
  );
}

type Shrunk = { vanished: number; listed: number };

/** Asks the merchant if products are really gone, because the supplier's list has suddenly become much shorter. */
function ShrunkBanner({ shrunk }: { shrunk: Shrunk }) {
  const t = useT();
  const fetcher = useFetcher();
  const answer = (intent: "confirm-shrunk" | "keep-catalog") => () => {
    fetcher.submit({ intent, vanished: shrunk.vanished }, { method: "post" });
  };
  const loading = fetcher.state !== "idle";
  return (
    <Banner
      tone="warning"
      title={t("catalog.shrunk.title", shrunk)}
      action={{
        content: t("catalog.shrunk.keep"),
        loading,
        onAction: answer("keep-catalog"),
      }}
      secondaryAction={{
        content: t("catalog.shrunk.confirm"),
        onAction: answer("confirm-shrunk"),
      }}
    >
      <p>{t("catalog.shrunk")}</p>
    </Banner>
  );
}

const catalogActions = [
  { code: "imports.title", url: "/app/imports" },
  { code: "catalog.prices", url: "/app/prices" },
  { code: "links.title", url: "/app/links" },
  { code: "sync.title", url: "/app/sync" },
  { code: "sync.tab.yours", url: "/app/sync?show=yours" },
] as const;
