import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
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
import type { ReactNode } from "react";
import { z } from "zod";

import { type Concerns, countConcerns } from "../../catalog/sync/merchant/find-sync-status.server.ts";
import { ConnectionBanner, type ShownState } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import type { Notice } from "../../components/notice.tsx";
import { PausedBanner, pausedBy } from "../../components/banners/paused-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitSupplierWork } from "../../lib/http/limit-supplier-work.server.ts";
import { readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { supplier } from "../../lib/supplier.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { COUNTED_AT_MOST } from "../../orders/states/order-group.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { countOrders } from "../../orders/views/list-orders.server.ts";
import { countToSend } from "../../orders/views/list-to-send.server.ts";
import { checkSetup, repairSetup } from "../../installation/check-setup.server.ts";
import { findGuide, hideGuide } from "../../installation/setup-guide.server.ts";
import { findSetup } from "../../installation/setup-store.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { GuideCard, ShowGuide } from "./guide-card.tsx";
import { SetupCard } from "./setup-card.tsx";

export const meta = pageTitle((t) => t("home.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { state, setup, guide, settings, needAttention, inProgress, toSend, concerns } = await readInShop(
    shop,
    async (tx, now) => ({
      state: await findStateIn(tx, { shop, now }),
      setup: await findSetup(tx, shop),
      guide: await findGuide(tx, shop),
      settings: await findOrderingSettingsIn(tx, shop),
      needAttention: await countOrders(tx, shop, "needs-attention"),
      inProgress: await countOrders(tx, shop, "in-progress"),
      toSend: await countToSend(tx, shop),
      concerns: await countConcerns(tx, shop, COUNTED_AT_MOST),
    }),
  );
  const connected = isConnected(state);
  const isShown = state.kind !== "not-connected" || needAttention + inProgress > 0;
  return {
    state,
    guide,
    supplier: supplier().name,
    setup: setup !== null && setup.findings.length > 0 ? setup : null,
    orders: isShown
      ? {
          paused: connected ? pausedBy(settings) : "no",
          needAttention,
          inProgress,
          toSend: connected ? toSend : 0,
        }
      : null,
    concerns: connected && Object.values(concerns).some((count) => count > 0) ? concerns : null,
  };
}

const homeForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check-setup") }),
  z.object({ intent: z.literal("repair-setup"), check: z.string() }),
  z.object({ intent: z.literal("hide-guide"), hidden: z.stringbool() }),
]);

export async function action({ request }: ActionFunctionArgs): Promise<{ notice: Notice | null }> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await readForm(request, homeForm);
  if (form.intent === "hide-guide") {
    await hideGuide(shop, form.hidden);
    return { notice: null };
  }
  await limitSupplierWork(shop);
  if (form.intent === "check-setup") {
    await checkSetup(shop);
    return { notice: null };
  }
  const problem = await repairSetup(shop, form.check);
  if (problem === null) return { notice: null };
  return { notice: { tone: "critical", title: { code: "setup.not-repaired.title" }, text: problem } };
}

/** The shop's status, and one button for the next step. */
export default function Home() {
  const t = useT();
  const { state, guide, supplier: sells, setup, orders, concerns } = useLoaderData<typeof loader>();
  const isGuided = guide !== null && !guide.isHidden;
  // The guide's first step says the same.
  const standing = isGuided && state.kind === "not-connected" ? null : standingOf(state);
  const guideCard = isGuided && <GuideCard guide={guide} supplier={sells} />;
  usePolling(state.kind === "connecting" ? 2000 : null);
  return (
    <Page title={t("home.title")}>
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {isGuided && !guide.isSelling && guideCard}
        {setup && <SetupCard {...setup} />}
        {orders && <PausedBanner {...orders} />}
        {standing && <StandingCard standing={standing} connected={state.kind === "connected"} />}
        {orders && <OrdersCard {...orders} />}
        {concerns && <ConcernsCard {...concerns} />}
        {isGuided && guide.isSelling && guideCard}
        {guide?.isHidden && <ShowGuide />}
      </BlockStack>
    </Page>
  );
}

function StandingCard({ standing, connected }: { standing: Standing; connected: boolean }) {
  const t = useT();
  const { title, badge, text, next } = standing;
  return (
    <Card>
      <BlockStack gap="400" inlineAlign="start">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {t(title)}
          </Text>
          {badge && <Badge tone={badge.tone}>{t(badge.label)}</Badge>}
        </InlineStack>
        <Text as="p">{t(text)}</Text>
        <ButtonGroup>
          <Button variant="primary" url={next.url}>
            {t(next.label)}
          </Button>
          {connected && <Button url="/app/settings">{t("home.manage")}</Button>}
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}

/** Numbers of orders that wait to be sent, need attention or are in progress. */
function OrdersCard({
  needAttention,
  inProgress,
  toSend,
}: {
  needAttention: number;
  inProgress: number;
  toSend: number;
}) {
  const t = useT();
  return (
    <CountsCard title={t("orders.title")}>
      <Count what="to-send" count={toSend} url="/app/orders?show=to-send" />
      <Count what="needs-attention" count={needAttention} url="/app/orders?show=needs-attention" />
      <Count what="in-progress" count={inProgress} url="/app/orders?show=in-progress" />
    </CountsCard>
  );
}

/** Numbers of prices and products that wait for the merchant's decision or action. */
function ConcernsCard({ approvals, awaitingStart, failed, unreadable }: Concerns) {
  const t = useT();
  return (
    <CountsCard title={t("home.concerns")}>
      {approvals > 0 && <Count what="approvals" count={approvals} url="/app/sync?show=approvals" />}
      {awaitingStart > 0 && (
        <Count what="awaiting-start" count={awaitingStart} url="/app/sync?show=preview" />
      )}
      {failed > 0 && <Count what="failed" count={failed} url="/app/sync" />}
      {unreadable > 0 && <Count what="unreadable" count={unreadable} url="/app/catalog?show=unreadable" />}
    </CountsCard>
  );
}

function CountsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <InlineStack gap="600">{children}</InlineStack>
      </BlockStack>
    </Card>
  );
}

type Counted =
  "to-send" | "needs-attention" | "in-progress" | "approvals" | "awaiting-start" | "failed" | "unreadable";

function Count({ what, count, url }: { what: Counted; count: number; url: string }) {
  const t = useT();
  const isMore = count > COUNTED_AT_MOST;
  const counted = { count: Math.min(count, COUNTED_AT_MOST) };
  const label = isMore ? (`home.${what}.label.more` as const) : (`home.${what}.label` as const);
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingLg" numeric>
        {t(isMore ? "home.count.more" : "home.count", counted)}
      </Text>
      <Link url={url} accessibilityLabel={t(label, counted)}>
        {t(`home.${what}`)}
      </Link>
    </BlockStack>
  );
}

type Standing = {
  title: Message;
  badge?: { tone: "success" | "attention"; label: Message };
  text: Message;
  next: { label: Message; url: string };
};

function standingOf(state: ShownState): Standing | null {
  const settings = "/app/settings";
  const connected = { code: "home.connected.title" } as const;
  const openCatalog = { label: { code: "home.connected.action" }, url: "/app/catalog" } as const;
  switch (state.kind) {
    case "not-connected":
      return {
        title: { code: "home.connect.title" },
        text: { code: "home.connect" },
        next: { label: { code: "home.connect.action" }, url: settings },
      };
    case "connecting":
      return {
        title: { code: "connection.connecting.title" },
        text: { code: "connection.in-progress" },
        next: { label: { code: "connection.view-progress" }, url: settings },
      };
    case "disconnected":
      return {
        title: { code: "home.disconnected.title" },
        text: { code: "home.disconnected", at: state.at },
        next: { label: { code: "home.disconnected.action" }, url: settings },
      };
    case "connected":
      return {
        title: connected,
        badge: { tone: "success", label: { code: "connection.state.connected" } },
        text: { code: "home.connected" },
        next: openCatalog,
      };
    case "unverified":
      return {
        title: connected,
        badge: { tone: "attention", label: { code: "connection.state.unverified" } },
        text: state.message,
        next: { label: { code: "home.unverified.action" }, url: settings },
      };
    case "other-account":
      return {
        title: connected,
        badge: { tone: "attention", label: { code: "connection.state.other-account" } },
        text: { code: "home.connected" },
        next: openCatalog,
      };
    // The banner above says everything.
    case "needs-reconnecting":
      return null;
  }
}

function isConnected({ kind }: { kind: ShownState["kind"] }): boolean {
  return kind !== "not-connected" && kind !== "connecting" && kind !== "disconnected";
}
