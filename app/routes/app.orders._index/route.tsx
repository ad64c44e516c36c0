import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useFetcher, useLoaderData, useNavigate } from "@remix-run/react";
import { BlockStack, Card, Page, Tabs } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { z } from "zod";

import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import type { Notice } from "../../components/notice.tsx";
import { PausedBanner, pausedBy } from "../../components/banners/paused-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { placeIn } from "../../lib/http/keyset-page.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { jsonField, readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { bulkActions, pickedOrder, sentOrder } from "../../orders/bulk/picked-order.ts";
import {
  dismissResults,
  findPressResults,
  type PressResult,
  PRESSED_AT_MOST,
  pressOrders,
} from "../../orders/bulk/press-orders.server.ts";
import { pressSend } from "../../orders/sending/send-shop-order.server.ts";
import { COUNTED_AT_MOST, orderGroups } from "../../orders/states/order-group.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { listAll } from "../../orders/views/list-all.server.ts";
import {
  countOrders,
  findCountries,
  findReasons,
  listOrders,
} from "../../orders/views/list-orders.server.ts";
import {
  countToSend,
  findSendResults,
  listToSend,
  type SendResult,
} from "../../orders/views/list-to-send.server.ts";
import { refreshAfterMs } from "../../orders/views/next-step.ts";
import { MAX_ORDER_QUERY, orderFilter, orderSorts } from "../../orders/views/order-filter.ts";
import { hasScope } from "../../shop/access-scopes.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { CustomerOrders } from "./customer-orders.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { addressOf, NoOrders, type Wanted } from "./order-list.tsx";
import { toRow, toWaitingRow, toSendRow } from "./order-row.ts";
import { OrderTable } from "./order-table.tsx";
import { type Answered, findCustomer } from "./find-customer.server.ts";
import { Results, type ShownResult } from "./results.tsx";
import { ToSendTable } from "./to-send.tsx";

export const meta: MetaFunction = pageTitle((t) => t("orders.title"));

const TABS = ["all", "to-send", ...orderGroups] as const;

/** Interval of polling while orders are being sent. */
const SENDING_MS = 2000;

/** Interval of polling on tabs that show new orders, because the merchant may be waiting for one. */
const NEW_ONES_MS = 5000;

/** Replaces invalid parameters with defaults, because anyone can edit the URL. */
const wantedShape = z.object({
  show: z.enum(TABS).catch("all"),
  query: z
    .string()
    .transform((typed) => typed.trim().slice(0, MAX_ORDER_QUERY).toWellFormed().trim())
    .catch(""),
  sort: z.enum(orderSorts).catch("newest"),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const searchParams = searchParamsOf(request);
  const parameters = Object.fromEntries(searchParams);
  const wanted: Wanted = { ...wantedShape.parse(parameters), filter: orderFilter.parse(parameters) };
  const { show, query, filter, sort } = wanted;
  const place = placeIn(searchParams);
  const { state, settings, needAttention, toSend, ...read } = await readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    settings: await findOrderingSettingsIn(tx, shop),
    needAttention: await countOrders(tx, shop, "needs-attention"),
    toSend: await countToSend(tx, shop),
    ...(show === "to-send"
      ? {
          kind: show,
          page: await listToSend(tx, shop, { query, place }),
          press: await findSendResults(tx, { shop, now }),
        }
      : {
          kind: "orders" as const,
          page:
            show === "all"
              ? await listAll(tx, { shop, now }, { query, filter, sort, place })
              : await listOrders(tx, { shop, now }, { group: show, query, filter, sort, place }),
          press: await findPressResults(tx, { shop, now }),
          reasons: await findReasons(tx, shop),
          countries: await findCountries(tx, shop),
        }),
  }));
  const { newer, older } = read.page;
  const shared = {
    state,
    wanted,
    needAttention,
    toSend,
    paused: pausedBy(settings),
    atMost: PRESSED_AT_MOST,
    mayRequest: hasScope((session.scope ?? "").split(","), REQUESTING_SCOPE),
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
      press: { pressedAt: pressedAt?.toISOString() ?? null, results: results.map(ofSending) },
      refreshAfterMs: isSending ? SENDING_MS : NEW_ONES_MS,
    };
  }
  const looks = read.page.orders.flatMap((order) =>
    "openedAt" in order
      ? order.isBeingSent
        ? SENDING_MS
        : []
      : (refreshAfterMs({ ...order, shipmentDueAt: null }, read.page.asOf) ?? []),
  );
  if (newer === null) looks.push(NEW_ONES_MS);
  const { pressedAt, results } = read.press;
  if (results.some(isOpen)) looks.push(SENDING_MS);
  const connected = isConnected(state);
  return {
    ...shared,
    kind: read.kind,
    rows: read.page.orders.map((order) =>
      "openedAt" in order ? toWaitingRow(order) : toRow(order, { connected }),
    ),
    reasons: read.reasons,
    countries: read.countries,
    press: { pressedAt: pressedAt?.toISOString() ?? null, results: results.map(ofPress) },
    refreshAfterMs: looks.length === 0 ? null : Math.min(...looks),
  };
}

function isOpen({ result }: SendResult | PressResult): boolean {
  return result === null;
}

function ofSending({ id, orderName, shopOrderId, orderId, ...result }: SendResult): ShownResult {
  const url = orderId === null ? adminOrderUrl(shopOrderId) : `/app/orders/${orderId}`;
  return { id, orderName, url, ...result };
}

function ofPress({ orderId, orderName, ...result }: PressResult): ShownResult {
  return { id: orderId, orderName, url: orderName === null ? null : `/app/orders/${orderId}`, ...result };
}

const submission = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["send", "send-part"]),
    orders: jsonField.pipe(z.array(sentOrder).min(1).max(PRESSED_AT_MOST)),
  }),
  z.object({
    intent: z.literal("press"),
    press: z.uuid(),
    action: z.enum(bulkActions),
    orders: jsonField.pipe(z.array(pickedOrder).min(1).max(PRESSED_AT_MOST)),
  }),
  z.object({
    intent: z.literal("dismiss"),
    of: z.enum(["press", "send"]),
    pressedAt: z.coerce.date(),
  }),
  z.object({
    intent: z.literal("find-customer"),
    term: z.string().transform((typed) => typed.trim().slice(0, MAX_ORDER_QUERY).toWellFormed()),
  }),
]);

export async function action({ request }: ActionFunctionArgs): Promise<Answered> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const submitted = await readForm(request, submission);
  switch (submitted.intent) {
    case "find-customer":
      return findCustomer(shop, submitted.term);
    case "dismiss":
      await dismissResults(shop, submitted);
      return { notice: null };
    case "press": {
      const { press: pressId, action, orders } = submitted;
      if (action !== "acknowledge") await limitPresses(shop);
      await pressOrders(shop, { pressId, action, picked: orders });
      return { notice: null };
    }
    case "send":
    case "send-part": {
      await limitPresses(shop);
      const sent = await pressSend(shop, submitted.orders, { inPart: submitted.intent === "send-part" });
      if (sent === "no-permission") return { notice: NO_PERMISSION };
      return { notice: sent === 0 ? NOTHING : null };
    }
  }
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
  const { submit, data: answered } = useFetcher<Answered>();
  // Keeps the customer's name in the page's memory only. After a press, the page searches for it again.
  const [term, setTerm] = useState("");
  const find = useCallback(
    (typed: string) => {
      setTerm(typed);
      submit({ intent: "find-customer", term: typed }, { method: "post" });
    },
    [submit],
  );
  const again = useCallback(() => {
    find(term);
  }, [find, term]);
  const connected = isConnected(state);
  const badgeOf = (count: number) =>
    count > COUNTED_AT_MOST ? t("home.count.more", { count: COUNTED_AT_MOST }) : t("home.count", { count });
  const nothingYet = rows.length === 0 && addressOf(wanted) === "?";
  const badges: Partial<Record<Wanted["show"], number>> = {
    "to-send": toSend,
    "needs-attention": needAttention,
  };
  return (
    <Page
      title={t("orders.title")}
      subtitle={t("orders.subtitle")}
      secondaryActions={[
        { content: t("rules.title"), url: "/app/rules" },
        { content: t("dry-run.title"), url: "/app/dry-run" },
        { content: t("reconciliation.title"), url: "/app/reconciliation" },
      ]}
      fullWidth
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {connected ? (
          <PausedBanner paused={loaded.paused} needAttention={needAttention} />
        ) : (
          <ConnectFirst state={state}>{t("orders.connect-first")}</ConnectFirst>
        )}
        <Results key={wanted.show} of={loaded.kind === "to-send" ? "send" : "press"} {...loaded.press} />
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
            <OrderFilters
              key={wanted.query}
              wanted={wanted}
              choices={loaded.kind === "orders" ? loaded : null}
              findCustomer={find}
            />
            {term !== "" && answered ? (
              <CustomerOrders
                // A new key for each search resets the table, so that no order of the previous search stays checked.
                key={term}
                answered={answered}
                show={loaded.kind}
                isPaused={loaded.paused !== "no"}
                mayRequest={loaded.mayRequest}
                atMost={loaded.atMost}
                again={again}
                close={() => {
                  setTerm("");
                }}
              />
            ) : (
              <List loaded={loaded} />
            )}
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

function List({ loaded }: { loaded: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const { wanted, newer, older } = loaded;
  if (loaded.rows.length === 0) return <NoOrders wanted={wanted} toSend={loaded.toSend} />;
  const adjacent = { newer, older, sort: wanted.sort };
  if (loaded.kind === "orders") return <OrderTable rows={loaded.rows} atMost={loaded.atMost} {...adjacent} />;
  return (
    <ToSendTable
      rows={loaded.rows}
      atMost={loaded.atMost}
      {...adjacent}
      isPaused={loaded.paused !== "no"}
      mayRequest={loaded.mayRequest}
    />
  );
}
