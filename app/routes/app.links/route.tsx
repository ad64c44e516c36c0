import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { BlockStack, Card, Page, Tabs } from "@shopify/polaris";
import { z } from "zod";

import {
  confirmClearMatches,
  confirmMatches,
  skipMatch,
} from "../../catalog/matching/confirm-matches.server.ts";
import { findMatching, listLinked, listMatches } from "../../catalog/matching/list-matches.server.ts";
import { startMatching } from "../../catalog/matching/match-run-store.server.ts";
import { unlinkProducts } from "../../catalog/matching/link-products.server.ts";
import { findPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { LinkedList } from "./linked-list.tsx";
import { ClearCard, MatchingBanner, MatchList } from "./match-list.tsx";
import { toRow } from "./row.ts";

export const meta: MetaFunction = pageTitle((t) => t("links.title"));

const TABS = ["review", "linked", "skipped"] as const;

/** Replaces invalid parameters with defaults, because anyone can edit the URL. */
const wantedShape = z.object({
  show: z.enum(TABS).catch("review"),
  after: z.string().max(255).nullable().default(null).catch(null),
  before: z.string().max(255).nullable().default(null).catch(null),
});

const id = z.string().min(1).max(255);
const price = z.enum(["keep", "follow"]);
/**
 * A JSON object from ids of the supplier's variants to ids of the shop's variants. Null means that a variant has no
 * match.
 */
const picks = jsonField.pipe(z.record(z.string().max(255), z.string().max(255).nullable()));

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("find"), scope: z.enum(["shop", "needs-linking"]) }),
  z.object({
    intent: z.literal("confirm"),
    id,
    version: z.string().max(50),
    shopProductId: z.string().max(255),
    picks,
    price,
  }),
  z.object({ intent: z.literal("confirm-clear"), price }),
  z.object({ intent: z.literal("skip"), id }),
  z.object({ intent: z.literal("unskip"), id }),
  z.object({ intent: z.literal("unlink"), id }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { show, ...place } = wantedShape.parse(Object.fromEntries(searchParamsOf(request)));
  const pricing = await findPricing(shop);
  return readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    matching: await findMatching(tx, shop),
    currency: pricing.shopCurrency,
    listed:
      show === "linked"
        ? { show, ...(await listLinked(tx, shop, place)) }
        : await listMatches(tx, shop, { show, ...place }).then(({ rows, ...beside }) => ({
            show,
            ...beside,
            rows: rows.map((row) => toRow(row, pricing)),
          })),
  }));
}

export async function action({ request }: ActionFunctionArgs): Promise<Notice | null> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await readForm(request, submitted);
  switch (form.intent) {
    case "find":
      await startMatching(shop, form.scope);
      return null;
    case "confirm":
      return confirmed(await confirmMatches(shop, [{ ...form, supplierProductId: form.id }]));
    case "confirm-clear":
      return confirmed(await confirmClearMatches(shop, form.price));
    case "skip":
    case "unskip":
      await skipMatch(shop, { supplierProductId: form.id, skipped: form.intent === "skip" });
      return null;
    case "unlink": {
      const count = await unlinkProducts(shop, [form.id]);
      const title = { code: "links.unlinked.title", count } as const;
      return count > 0
        ? { tone: "success", title }
        : { tone: "warning", title, text: { code: "links.unlinked.none" } };
    }
  }
}

function confirmed(count: number): Notice {
  const title = { code: "links.confirmed.title", count } as const;
  if (count > 0) return { tone: "success", title };
  return { tone: "warning", title, text: { code: "links.confirmed.none" } };
}

export default function Links() {
  const { state, matching, currency, listed } = useLoaderData<typeof loader>();
  const notice = useActionData<typeof action>();
  const t = useT();
  const navigate = useNavigate();
  const submit = useSubmit();
  const busy = useNavigation().state !== "idle";
  const running = matching.run?.running ?? false;
  usePolling(running || matching.working > 0 ? 2000 : null);
  const connected = isConnected(state);
  const find = () => {
    submit({ intent: "find", scope: "shop" }, { method: "post" });
  };
  return (
    <Page
      title={t("links.title")}
      subtitle={t("links.subtitle")}
      backAction={{ content: t("catalog.title"), url: "/app/catalog" }}
      {...(connected && {
        primaryAction: { content: t("links.find"), onAction: find, loading: running, disabled: running },
      })}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {notice && <NoticeBanner notice={notice} />}
        {!connected && <ConnectFirst state={state}>{t("links.connect-first")}</ConnectFirst>}
        {connected && <MatchingBanner matching={matching} busy={busy} />}
        {(connected || listed.rows.length > 0) && (
          <BlockStack gap="400">
            <Card padding="0">
              <Tabs
                tabs={TABS.map((tab) => ({
                  id: tab,
                  content: t(`links.${tab}`),
                  ...(tab === "review" && matching.open > 0 && { badge: String(matching.open) }),
                }))}
                selected={TABS.indexOf(listed.show)}
                onSelect={(index) => {
                  navigate(`?show=${TABS[index] ?? "review"}`);
                }}
              />
            </Card>
            {listed.show === "review" && connected && matching.clear > 1 && !running && (
              <ClearCard count={matching.clear} busy={busy} />
            )}
            {listed.show === "linked" ? (
              <LinkedList page={listed} busy={busy} />
            ) : (
              <MatchList page={listed} currency={currency} busy={busy} connected={connected} />
            )}
          </BlockStack>
        )}
      </BlockStack>
    </Page>
  );
}
