import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Card, Page, Tabs } from "@shopify/polaris";
import { z } from "zod";

import { ConnectFirst, ConnectionBanner } from "../../components/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { PausedBanner, pausedBy } from "../../components/paused-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST, orderGroups } from "../../orders/states/order-group.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { countOrders, listOrders } from "../../orders/views/list-orders.server.ts";
import { refreshAfterMs } from "../../orders/views/next-step.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { addressOf, NoOrders, OrderTable, Search, toRow, type Wanted } from "./order-list.tsx";

export const meta: MetaFunction = pageTitle((t) => t("orders.title"));

const TABS = ["all", ...orderGroups] as const;

/** On pages that show new orders, the merchant may be waiting for one. */
const NEW_ONES_MS = 5000;

/** Invalid search parameters become defaults: anyone can edit the URL. */
const wantedShape = z.object({
  show: z.enum(TABS).catch("all"),
  query: z.string().trim().max(100).catch(""),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const { show, query } = wantedShape.parse(Object.fromEntries(searchParams));
  const wanted: Wanted = { show, query };
  const place = placeIn(searchParams);
  const { state, page, settings, needAttention } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    page: await listOrders(tx, { shop, now }, { group: show === "all" ? null : show, query, place }),
    settings: await findOrderingSettingsIn(tx, shop),
    needAttention: await countOrders(tx, shop, "needs-attention"),
  }));
  const looks = page.orders.flatMap(
    (order) => refreshAfterMs({ ...order, shipmentDueAt: null }, page.asOf) ?? [],
  );
  if (page.newer === null) looks.push(NEW_ONES_MS);
  return {
    state,
    wanted,
    needAttention,
    rows: page.orders.map(toRow),
    newer: page.newer && addressOf(wanted, { "newer-than": page.newer }),
    older: page.older && addressOf(wanted, { "older-than": page.older }),
    paused: pausedBy(settings),
    refreshAfterMs: looks.length === 0 ? null : Math.min(...looks),
  };
}

export default function Orders() {
  const loaded = useLoaderData<typeof loader>();
  const { state, wanted, rows, needAttention } = loaded;
  const t = useT();
  const navigate = useNavigate();
  usePolling(loaded.refreshAfterMs);
  const connected = isConnected(state);
  const badgeOf = (count: number) =>
    count > COUNTED_AT_MOST ? t("home.count.more", { count: COUNTED_AT_MOST }) : t("home.count", { count });
  const nothingYet = rows.length === 0 && wanted.show === "all" && wanted.query === "";
  return (
    <Page title={t("orders.title")} subtitle={t("orders.subtitle")} fullWidth>
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {connected ? (
          <PausedBanner paused={loaded.paused} needAttention={needAttention} />
        ) : (
          <ConnectFirst state={state}>{t("orders.connect-first")}</ConnectFirst>
        )}
        {(connected || !nothingYet) && (
          <Card padding="0">
            <Tabs
              tabs={TABS.map((id) => ({
                id,
                content: t(`orders.group.${id}`),
                ...(id === "needs-attention" && needAttention > 0 && { badge: badgeOf(needAttention) }),
              }))}
              selected={TABS.indexOf(wanted.show)}
              onSelect={(index) => {
                navigate(addressOf({ ...wanted, show: TABS[index] ?? "all" }));
              }}
            />
            <Search key={wanted.query} wanted={wanted} />
            {rows.length === 0 ? (
              <NoOrders wanted={wanted} />
            ) : (
              <OrderTable rows={rows} newer={loaded.newer} older={loaded.older} />
            )}
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}
