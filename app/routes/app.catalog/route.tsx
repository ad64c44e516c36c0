import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Card, Page } from "@shopify/polaris";
import { z } from "zod";

import { answerOwnStock } from "../../catalog/import/answer-own-stock.server.ts";
import { requestImport } from "../../catalog/import/request-import.server.ts";
import { listProducts } from "../../catalog/list-products.server.ts";
import { refreshCatalog } from "../../catalog/mirror/refresh-catalog.server.ts";
import { limitSupplierWork } from "../../lib/limit-supplier-work.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { localeOf, type Translate, translator } from "../../messages/translate.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shopify.server.ts";
import { catalogActions } from "../../components/catalog-actions.ts";
import { usePolling } from "../../components/use-polling.ts";
import { ConnectFirst } from "../../components/connect-first.tsx";
import { ConnectionBanner } from "../../components/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import { Filters } from "./filters.tsx";
import { ProductTable } from "./product-table.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Anybody can write an address: what does not fit is ignored. */
const searched = z.object({
  query: z.string().max(200).catch(""),
  category: z.string().max(500).catch(""),
  show: z.enum(["all", "importing", "imported", "skipped"]).catch("all"),
  after: z.string().max(255).nullable().catch(null),
  before: z.string().max(255).nullable().catch(null),
});

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("import"), ids: z.array(z.string().max(255)).min(1).max(250) }),
  z.object({ intent: z.literal("own-stock"), id: z.string().max(255), answer: z.enum(["keep", "leave"]) }),
  z.object({ intent: z.literal("refresh") }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { searchParams } = new URL(request.url);
  const { query, category, show, after, before } = searched.parse({
    query: searchParams.get("query") ?? "",
    category: searchParams.get("category") ?? "",
    show: searchParams.get("show") ?? "all",
    after: searchParams.get("after"),
    before: searchParams.get("before"),
  });
  const listed = await listProducts(shop, {
    words: query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8),
    category: category === "" ? null : category,
    show,
    after,
    before,
  });
  const state = await findState(shop);
  const title = translator(localeOf(request))("catalog.title");
  if (listed.kind !== "page") return { ...listed, state, title };
  return { ...listed, state, title, search: { query, category, show } };
}

export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await request.formData();
  const submission = submitted.safeParse({ ...Object.fromEntries(form), ids: form.getAll("id") });
  if (!submission.success) throw new Response(null, { status: 400 });
  switch (submission.data.intent) {
    case "own-stock": {
      const { id, answer } = submission.data;
      await answerOwnStock(shop, { supplierProductId: id, answer });
      return null;
    }
    case "import":
      return { importing: await requestImport(shop, submission.data.ids) };
    case "refresh":
      await limitSupplierWork(shop);
      await refreshCatalog(shop);
      return null;
  }
}

export default function Catalog() {
  const listed = useLoaderData<typeof loader>();
  const t = useT();
  const fetcher = useFetcher();
  const page = listed.kind === "page" ? listed : null;
  const unreadable = listed.kind === "not-connected" ? null : listed.problem;
  // Then the banner above has the same message.
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
        {listed.kind === "not-connected" && (
          <ConnectFirst state={listed.state}>{t("catalog.connect-first")}</ConnectFirst>
        )}
        {unreadable && !repeated && (
          <Banner tone="warning" title={t(`connection.products.${unreadable.kind}.title`)} action={refresh}>
            <p>{page ? t("catalog.last-read", { problem: unreadable.message }) : t(unreadable.message)}</p>
          </Banner>
        )}
        {page && page.skipped > 0 && (
          <Banner tone="warning" title={t("catalog.products-skipped.title", { count: page.skipped })}>
            <p>{t("catalog.products-skipped", { count: page.skipped })}</p>
          </Banner>
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
            <Card padding="0">
              <Filters search={page.search} categories={page.categories} />
              <ProductTable page={page} search={page.search} />
            </Card>
          </>
        )}
      </BlockStack>
    </Page>
  );
}

function subtitleOf({ reading, readAt }: { reading: boolean; readAt: string | null }, t: Translate): string {
  if (readAt === null) return t(reading ? "catalog.reading" : "catalog.subtitle");
  return t(reading ? "catalog.read-and-reading" : "catalog.read", { at: readAt });
}
