import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";

import { findSettings, storeSettings } from "../../catalog/pricing/catalog-settings.server.ts";
import { requestImport } from "../../catalog/import/import-store.server.ts";
import { listProducts } from "../../catalog/list-products.server.ts";
import { readAgain } from "../../catalog/start-catalog.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { authenticate } from "../../shopify.server.ts";
import { usePolling } from "../../components/use-polling.ts";
import { sayMoment } from "../../components/moment.tsx";
import { ConnectFirst } from "../../components/connect-first.tsx";
import { ConnectionBanner } from "../../components/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import { Filters } from "./filters.tsx";
import { PricesModal } from "./prices.tsx";
import { ProductTable } from "./product-table.tsx";
import { toRow } from "./row.ts";

export const meta: MetaFunction = () => [{ title: "Catalogue" }];

/** The address is anybody's to write: what does not fit is left out. */
const asked = z.object({
  query: z.string().max(200).catch(""),
  category: z.string().max(500).catch(""),
  show: z.enum(["all", "importing", "imported", "skipped"]).catch("all"),
  after: z.string().max(255).nullable().catch(null),
  before: z.string().max(255).nullable().catch(null),
});

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("import"), ids: z.array(z.string().max(255)).min(1).max(250) }),
  z.object({ intent: z.literal("read-again") }),
  z.object({ intent: z.literal("prices"), markup: z.coerce.number().int().min(0).max(1000) }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { searchParams } = new URL(request.url);
  const { query, category, show, after, before } = asked.parse({
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
  if (listed.kind !== "page") return { ...listed, state };
  const { products, ...page } = listed;
  const { markupPercent } = await findSettings(shop);
  return { ...page, state, rows: products.map(toRow), asked: { query, category, show }, markupPercent };
}

export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await request.formData();
  const submission = submitted.safeParse({ ...Object.fromEntries(form), ids: form.getAll("id") });
  if (!submission.success) throw new Response(null, { status: 400 });
  const now = new Date();
  switch (submission.data.intent) {
    case "import":
      return { importing: await requestImport(shop, submission.data.ids, now) };
    case "read-again":
      await readAgain(shop, now);
      return null;
    case "prices":
      await storeSettings(shop, { markupPercent: submission.data.markup });
      return null;
  }
}

export default function Catalogue() {
  const listed = useLoaderData<typeof loader>();
  const fetcher = useFetcher();
  const [pricing, setPricing] = useState(false);
  const shown = listed.kind === "page" ? listed : null;
  // Then the banner above says so already.
  const refused = listed.state.kind === "needs-reconnecting";
  usePolling(shown !== null && (shown.reading || shown.importing > 0) ? 2000 : null);
  const readAgain = {
    content: "Read again",
    loading: fetcher.state !== "idle",
    onAction: () => {
      fetcher.submit({ intent: "read-again" }, { method: "post" });
    },
  };
  return (
    <Page
      title="Catalogue"
      subtitle={shown ? sayRead(shown) : "What the supplier offers"}
      fullWidth
      secondaryActions={
        shown
          ? [
              { ...readAgain, disabled: shown.reading },
              {
                content: "Prices",
                onAction: () => {
                  setPricing(true);
                },
              },
            ]
          : []
      }
    >
      <BlockStack gap="400">
        <ConnectionBanner state={listed.state} />
        {listed.kind === "not-connected" && (
          <ConnectFirst state={listed.state}>
            The supplier shows its products to connected shops only.
          </ConnectFirst>
        )}
        {listed.kind === "unavailable" && !(listed.why === "unauthorized" && refused) && (
          <Banner tone="warning" title={listed.title} action={readAgain}>
            <p>{listed.text}</p>
          </Banner>
        )}
        {shown?.problem && !(shown.problem.why === "unauthorized" && refused) && (
          <Banner tone="warning" title={shown.problem.title} action={readAgain}>
            <p>{`${shown.problem.text} Until it can be read again, you see what was read last.`}</p>
          </Banner>
        )}
        {shown?.serviceProblem != null && (
          <Banner tone="critical" title="Your shop has no place for the supplier's stock yet">
            <p>{`${shown.serviceProblem} Products cannot be imported until there is one. Stockbridge tries again with each import.`}</p>
          </Banner>
        )}
        {shown && (
          <>
            <Card padding="0">
              <Filters asked={shown.asked} categories={shown.categories} />
              <ProductTable shown={shown} asked={shown.asked} />
            </Card>
            {pricing && (
              <PricesModal
                markupPercent={shown.markupPercent}
                onClose={() => {
                  setPricing(false);
                }}
              />
            )}
          </>
        )}
      </BlockStack>
    </Page>
  );
}

function sayRead({ reading, readAt }: { reading: boolean; readAt: string | null }): string {
  if (readAt === null) return reading ? "Reading what the supplier offers…" : "What the supplier offers";
  return `Last read on ${sayMoment(readAt)}${reading ? ", and being read again now" : ""}`;
}
