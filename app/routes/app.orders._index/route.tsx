import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Card, Page, Tabs } from "@shopify/polaris";
import { z } from "zod";

import { ConnectFirst, ConnectionBanner } from "../../components/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import type { Notice } from "../../components/notice.tsx";
import { PausedBanner, pausedBy } from "../../components/paused-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { limitSupplierWork } from "../../lib/http/limit-supplier-work.server.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { pressSend } from "../../orders/sending/press-send.server.ts";
import { COUNTED_AT_MOST, orderGroups } from "../../orders/states/order-group.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { countOrders, listOrders } from "../../orders/views/list-orders.server.ts";
import {
  countToSend,
  findResults,
  listToSend,
  PAGE_SIZE,
  type SendResult,
} from "../../orders/views/list-to-send.server.ts";
import { refreshAfterMs } from "../../orders/views/next-step.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { addressOf, NoOrders, OrderTable, Search, toRow, type Wanted } from "./order-list.tsx";
import { SendResults } from "./send-results.tsx";
import { toSendRow } from "./send-row.ts";
import { ToSendTable } from "./to-send.tsx";

export const meta: MetaFunction = pageTitle((t) => t("orders.title"));

const TABS = ["all", "to-send", ...orderGroups] as const;

/** While orders are being sent. */
const SENDING_MS = 2000;

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
  const { state, settings, needAttention, toSend, ...read } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    settings: await findOrderingSettingsIn(tx, shop),
    needAttention: await countOrders(tx, shop, "needs-attention"),
    toSend: await countToSend(tx, shop),
    ...(show === "to-send"
      ? { kind: show, page: await listToSend(tx, shop, place), press: await findResults(tx, { shop, now }) }
      : {
          kind: "orders" as const,
          page: await listOrders(tx, { shop, now }, { group: show === "all" ? null : show, query, place }),
        }),
  }));
  const { newer, older } = read.page;
  const shared = {
    state,
    wanted,
    needAttention,
    toSend,
    paused: pausedBy(settings),
    newer: newer && addressOf(wanted, { "newer-than": newer }),
    older: older && addressOf(wanted, { "older-than": older }),
  };
  if (read.kind === "to-send") {
    const { pressedAt, results } = read.press;
    const isSending = read.page.orders.some((each) => each.isBeingSent) || results.some(isOpen);
    return {
      ...shared,
      kind: read.kind,
      rows: read.page.orders.map(toSendRow),
      press: { pressedAt: pressedAt?.toISOString() ?? null, results },
      refreshAfterMs: isSending ? SENDING_MS : NEW_ONES_MS,
    };
  }
  const looks = read.page.orders.flatMap(
    (order) => refreshAfterMs({ ...order, shipmentDueAt: null }, read.page.asOf) ?? [],
  );
  if (newer === null) looks.push(NEW_ONES_MS);
  return {
    ...shared,
    kind: read.kind,
    rows: read.page.orders.map(toRow),
    refreshAfterMs: looks.length === 0 ? null : Math.min(...looks),
  };
}

function isOpen({ result }: SendResult): boolean {
  return result === null;
}

const picked = z
  .array(z.object({ id: z.uuid(), version: z.number().int() }))
  .min(1)
  .max(PAGE_SIZE);

const submission = z.object({ intent: z.literal("send"), orders: jsonField.pipe(picked) });

export async function action({ request }: ActionFunctionArgs): Promise<{ notice: Notice | null }> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { orders } = await readForm(request, submission);
  await limitSupplierWork(shop);
  const sent = await pressSend(shop, orders);
  if (sent === "no-permission") return { notice: NO_PERMISSION };
  return { notice: sent === 0 ? NOTHING : null };
}

const NO_PERMISSION: Notice = {
  tone: "warning",
  title: { code: "to-send.no-permission" },
  text: { code: "to-send.no-permission.text" },
};

const NOTHING: Notice = {
  tone: "info",
  title: { code: "to-send.nothing" },
  text: { code: "to-send.nothing.text" },
};

export default function Orders() {
  const loaded = useLoaderData<typeof loader>();
  const { state, wanted, rows, needAttention, toSend } = loaded;
  const t = useT();
  const navigate = useNavigate();
  usePolling(loaded.refreshAfterMs);
  const connected = isConnected(state);
  const badgeOf = (count: number) =>
    count > COUNTED_AT_MOST ? t("home.count.more", { count: COUNTED_AT_MOST }) : t("home.count", { count });
  const nothingYet = rows.length === 0 && wanted.show === "all" && wanted.query === "";
  const badges: Partial<Record<Wanted["show"], number>> = {
    "to-send": toSend,
    "needs-attention": needAttention,
  };
  return (
    <Page title={t("orders.title")} subtitle={t("orders.subtitle")} fullWidth>
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {connected ? (
          <PausedBanner paused={loaded.paused} needAttention={needAttention} />
        ) : (
          <ConnectFirst state={state}>{t("orders.connect-first")}</ConnectFirst>
        )}
        {loaded.kind === "to-send" && <SendResults {...loaded.press} />}
        {(connected || !nothingYet) && (
          <Card padding="0">
            <Tabs
              tabs={TABS.map((id) => ({
                id,
                content: t(`orders.group.${id}`),
                ...(badges[id] && { badge: badgeOf(badges[id]) }),
              }))}
              selected={TABS.indexOf(wanted.show)}
              onSelect={(index) => {
                navigate(addressOf({ ...wanted, show: TABS[index] ?? "all" }));
              }}
            />
            {loaded.kind === "orders" && <Search key={wanted.query} wanted={wanted} />}
            <List loaded={loaded} />
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

function List({ loaded }: { loaded: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const { wanted, newer, older } = loaded;
  if (loaded.rows.length === 0) return <NoOrders wanted={wanted} />;
  if (loaded.kind === "orders") return <OrderTable rows={loaded.rows} newer={newer} older={older} />;
  return <ToSendTable rows={loaded.rows} newer={newer} older={older} isPaused={loaded.paused !== "no"} />;
}
