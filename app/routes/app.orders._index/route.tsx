import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Card, Page, Tabs } from "@shopify/polaris";
import { z } from "zod";

import { shopDomain } from "../../lib/shop-domain.ts";
import { countOrders, listOrders, type WantedOrders } from "../../orders/views/list-orders.server.ts";
import { orderGroups } from "../../orders/order-group.ts";
import { findOrderingSettings } from "../../orders/ordering-settings.server.ts";
import { refreshAfterMs } from "../../orders/views/say-next.ts";
import { authenticate } from "../../shopify.server.ts";
import { ConnectFirst } from "../../components/connect-first.tsx";
import { ConnectionBanner } from "../../components/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import { NoOrders } from "./no-orders.tsx";
import { OrderTable } from "./order-table.tsx";
import { pausedBy, PausedBanner } from "../../components/paused-banner.tsx";
import { toRow } from "./row.ts";
import { addressOf, type Asked, Search } from "./search.tsx";
import { usePolling } from "../../components/use-polling.ts";

export const meta: MetaFunction = () => [{ title: "Orders" }];

const TABS = [
  { id: "all", content: "All" },
  { id: "needs-attention", content: "Needs you" },
  { id: "in-progress", content: "Under way" },
  { id: "done", content: "Done" },
] as const;

/** Where new orders appear, somebody may be waiting for one. */
const NEW_ONES_MS = 5000;

/** The address is anybody's to write: what does not fit is left out. */
const wanted = z.object({
  show: z.enum(["all", ...orderGroups]).catch("all"),
  query: z.string().trim().max(100).catch(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { searchParams } = new URL(request.url);
  const asked: Asked = wanted.parse({ show: searchParams.get("show"), query: searchParams.get("query") });
  const { show, query } = asked;
  const now = new Date();
  const [state, page, settings, needAttention] = await Promise.all([
    findState(shop),
    listOrders(shop, { group: show === "all" ? null : show, query, place: placeIn(searchParams) }),
    findOrderingSettings(shop),
    countOrders(shop, "needs-attention"),
  ]);
  const looks = page.orders.flatMap((order) => refreshAfterMs({ ...order, parcelDueAt: null }, now) ?? []);
  if (page.newer === null) looks.push(NEW_ONES_MS);
  return {
    ...{ state, asked, needAttention },
    rows: page.orders.map(toRow),
    newer: page.newer && addressOf(asked, { "newer-than": page.newer }),
    older: page.older && addressOf(asked, { "older-than": page.older }),
    paused: pausedBy(settings),
    refreshAfterMs: looks.length === 0 ? null : Math.min(...looks),
  };
}

export default function Orders() {
  const loaded = useLoaderData<typeof loader>();
  const { state, asked, rows, needAttention } = loaded;
  const navigate = useNavigate();
  usePolling(loaded.refreshAfterMs);
  const connected = !["not-connected", "connecting", "disconnected"].includes(state.kind);
  const nothingYet = rows.length === 0 && asked.show === "all" && asked.query === "";
  return (
    <Page title="Orders" subtitle="What Stockbridge orders at the supplier for your customers" fullWidth>
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {connected ? (
          <PausedBanner paused={loaded.paused} />
        ) : (
          <ConnectFirst state={state}>Orders go to the supplier with your account there.</ConnectFirst>
        )}
        {(connected || !nothingYet) && (
          <Card padding="0">
            <Tabs
              tabs={TABS.map((tab) => ({
                ...tab,
                ...(tab.id === "needs-attention" && needAttention > 0 && { badge: String(needAttention) }),
              }))}
              selected={TABS.findIndex(({ id }) => id === asked.show)}
              onSelect={(index) => {
                navigate(addressOf({ ...asked, show: TABS[index]?.id ?? "all" }));
              }}
            />
            <Search key={asked.query} asked={asked} />
            {rows.length === 0 ? (
              <NoOrders asked={asked} />
            ) : (
              <OrderTable rows={rows} newer={loaded.newer} older={loaded.older} />
            )}
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

function placeIn(searchParams: URLSearchParams): WantedOrders["place"] {
  const older = searchParams.get("older-than");
  if (older !== null) return { towards: "older", cursor: older };
  const newer = searchParams.get("newer-than");
  return newer === null ? null : { towards: "newer", cursor: newer };
}
