import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Link,
  Page,
  Text,
} from "@shopify/polaris";

import { shopDomain } from "../lib/shop-domain.ts";
import type { Translate } from "../messages/translate.ts";
import { useT } from "../messages/use-t.ts";
import { countOrders } from "../orders/views/list-orders.server.ts";
import { findOrderingSettings } from "../orders/ordering-settings.server.ts";
import { authenticate } from "../shopify.server.ts";
import { pausedBy, PausedBanner } from "../components/paused-banner.tsx";
import { usePolling } from "../components/use-polling.ts";
import { sayMoment } from "../components/moment.tsx";
import { ConnectionBanner } from "../components/connection-banner.tsx";
import { findState } from "../components/find-state.server.ts";
import type { ShownState } from "../components/shown-state.ts";

export const meta: MetaFunction = () => [{ title: "Stockbridge" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const [state, settings, needAttention, onTheirWay] = await Promise.all([
    findState(shop, new Date()),
    findOrderingSettings(shop),
    countOrders(shop, "needs-attention"),
    countOrders(shop, "in-progress"),
  ]);
  return {
    state,
    orders: isConnected(state) ? { paused: pausedBy(settings), needAttention, onTheirWay } : null,
  };
}

/** One look says where the shop stands, one button what comes next. */
export default function Home() {
  const { state, orders } = useLoaderData<typeof loader>();
  const where = sayWhere(state, useT());
  usePolling(state.kind === "connecting" ? 2000 : null);
  return (
    <Page title="Stockbridge">
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {orders && <PausedBanner paused={orders.paused} />}
        {where && <WhereCard where={where} connected={state.kind === "connected"} />}
        {orders && <OrdersCard {...orders} />}
      </BlockStack>
    </Page>
  );
}

function WhereCard({ where, connected }: { where: Where; connected: boolean }) {
  const { title, badge, text, next } = where;
  return (
    <Card>
      <BlockStack gap="400" inlineAlign="start">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        </InlineStack>
        <Text as="p">{text}</Text>
        <ButtonGroup>
          <Button variant="primary" url={next.url}>
            {next.label}
          </Button>
          {connected && <Button url="/app/settings">Manage the connection</Button>}
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}

/** How many orders wait for the merchant, and how many for nobody. */
function OrdersCard({ needAttention, onTheirWay }: { needAttention: number; onTheirWay: number }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Orders
        </Text>
        <InlineStack gap="600">
          <Count label="Need you" count={needAttention} url="/app/orders?show=needs-you" />
          <Count label="Under way" count={onTheirWay} url="/app/orders?show=on-their-way" />
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function Count({ label, count, url }: { label: string; count: number; url: string }) {
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingLg" numeric>
        {count.toLocaleString("en")}
      </Text>
      <Link url={url} accessibilityLabel={`${count.toLocaleString("en")} ${label}`}>
        {label}
      </Link>
    </BlockStack>
  );
}

type Where = {
  title: string;
  badge?: { tone: "success" | "attention" | "critical"; label: string };
  text: string;
  next: { label: string; url: string };
};

function sayWhere(state: ShownState, t: Translate): Where | null {
  const settings = "/app/settings";
  const connected = "Your shop is connected";
  switch (state.kind) {
    case "not-connected":
      return {
        title: "Connect your reseller account",
        text: "Enter the e-mail and password of your account on the wholesale supplier, once. Stockbridge has the supplier make a key for this shop and forgets the password.",
        next: { label: "Connect", url: settings },
      };
    case "connecting":
      return {
        title: "Your shop is being connected",
        text: "That ends within a minute, and this page shows what came of it.",
        next: { label: "See how it goes", url: settings },
      };
    case "disconnected":
      return {
        title: "Your shop is disconnected",
        text: `It was connected until ${sayMoment(state.at)}. Your history and the links of your products are kept: connect again with the same account, and everything goes on.`,
        next: { label: "Connect again", url: settings },
      };
    case "connected":
      return {
        title: connected,
        badge: { tone: "success", label: "Connected" },
        text: "Look through what the supplier offers, with your prices and the stock of this moment.",
        next: { label: "Open the catalogue", url: "/app/catalog" },
      };
    case "unverified":
      return {
        title: connected,
        badge: { tone: "attention", label: "Catalogue not verified yet" },
        text: t(state.message),
        next: { label: "See the connection", url: settings },
      };
    case "other-account":
      return {
        title: connected,
        badge: { tone: "attention", label: "Another account than before" },
        text: "Look through what this account offers, with your prices and the stock of this moment.",
        next: { label: "Open the catalogue", url: "/app/catalog" },
      };
    // The banner above says all there is to say.
    case "needs-reconnecting":
      return null;
  }
}

function isConnected({ kind }: { kind: ShownState["kind"] }): boolean {
  return kind !== "not-connected" && kind !== "connecting" && kind !== "disconnected";
}
