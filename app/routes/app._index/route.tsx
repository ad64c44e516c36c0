import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Icon, InlineStack, Link, Page, Text, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { type ReactNode, useState } from "react";
import { z } from "zod";

import {
  countConcerns,
  findDayChanges,
  findFreshness,
} from "../../catalog/sync/merchant/find-home-figures.server.ts";
import { AtEdge } from "../../components/at-edge.tsx";
import { ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { PausedBanner, pausedBy } from "../../components/banners/paused-banner.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { findVisit, recordVisit } from "../../lib/activity/visits.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { supplier } from "../../lib/env.server.ts";
import { useT } from "../../messages/use-t.ts";
import { DEFAULT_RULES } from "../../orders/rules/order-rules.ts";
import { saveRules } from "../../orders/rules/rules-store.server.ts";
import { COUNTED_AT_MOST } from "../../orders/states/order-group.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { countOrders, hasPlaced, listUrgent } from "../../orders/views/list-orders.server.ts";
import { countToSend } from "../../orders/views/list-to-send.server.ts";
import { actionsOf } from "../../orders/views/order-actions.ts";
import { statusOf } from "../../orders/views/order-status.ts";
import { checkSetup, repairSetup } from "../../installation/check-setup.server.ts";
import { findGuide, hideGuide } from "../../installation/setup-guide.server.ts";
import { findSetup } from "../../installation/setup-store.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { AttentionCard, PRODUCTS_AT_MOST, type ShownConcerns } from "./attention-card.tsx";
import { DayCard } from "./day-card.tsx";
import { addressOfFound } from "./find.server.ts";
import { GuideCard, ShowGuide } from "./guide-card.tsx";
import { ProfitCard } from "./profit-card.tsx";
import { SetupCard } from "./setup-card.tsx";
import { SupplierCard } from "./supplier-card.tsx";

export const meta = pageTitle((t) => t("home.title"));

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { state, setup, guide, settings, needAttention, inProgress, visit, ...read } = await readInShop(
    shop,
    async (tx, now) => ({
      state: await findStateIn(tx, { shop, now }),
      setup: await findSetup(tx, shop),
      guide: await findGuide(tx, shop),
      settings: await findOrderingSettingsIn(tx, shop),
      needAttention: await countOrders(tx, shop, "needs-attention"),
      inProgress: await countOrders(tx, shop, "in-progress"),
      urgent: await listUrgent(tx, { shop, now, most: SHOWN_ORDERS }),
      hasSold: await hasPlaced(tx, shop),
      toSend: await countToSend(tx, shop),
      concerns: await countConcerns(tx, shop, PRODUCTS_AT_MOST),
      changes: await findDayChanges(tx, { shop, now }),
      freshness: await findFreshness(tx, shop),
      visit: await findVisit(tx, { shop, now }),
    }),
  );
  if (visit.isDue) await recordVisit(shop);
  const connected = isConnected(state);
  const isShown = state.kind !== "not-connected" || needAttention + inProgress > 0;
  return {
    state,
    guide,
    supplier: supplier(),
    setup: setup !== null && setup.findings.length > 0 ? setup : null,
    orders: isShown
      ? {
          paused: connected ? pausedBy(settings) : "no",
          needAttention,
          inProgress,
          toSend: connected ? read.toSend : 0,
          hasSold: read.hasSold,
          urgent: read.urgent.map((order) => ({
            ...statusOf(order),
            id: order.id,
            version: order.version,
            orderName: order.orderName,
            since: order.reasonSince ?? order.requestedAt,
            acknowledge: actionsOf(order, { reachesSupplier: connected }).acknowledge,
          })),
        }
      : null,
    products: connected
      ? {
          concerns: read.concerns,
          changes: read.changes,
          freshness: read.freshness,
          lastVisitAt: visit.lastAt,
        }
      : null,
  };
}

/** Maximum number of orders that Home lists. More would push the other cards out of sight. */
const SHOWN_ORDERS = 5;

const homeForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check-setup") }),
  z.object({ intent: z.literal("repair-setup"), check: z.string() }),
  z.object({ intent: z.literal("hide-guide"), hidden: z.stringbool() }),
  z.object({ intent: z.literal("keep-sending-orders") }),
  z.object({
    intent: z.literal("find"),
    query: z.string().transform((typed) => typed.trim().slice(0, MAX_TYPED).toWellFormed().trim()),
  }),
]);

/** Cuts off longer searches: every order number and product name is shorter. */
const MAX_TYPED = 200;

type Answered = { notice: Notice | null };

export async function action({ request }: ActionFunctionArgs): Promise<Answered | Response> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await readForm(request, homeForm);
  if (form.intent === "hide-guide") {
    await hideGuide(shop, form.hidden);
    return { notice: null };
  }
  if (form.intent === "keep-sending-orders") {
    // Version 0 applies only if the shop has no rules yet. If the merchant has saved rules meanwhile, they stay.
    await saveRules(shop, { rules: DEFAULT_RULES, version: 0, isKept: true });
    return { notice: null };
  }
  if (form.intent === "find") {
    if (form.query === "") return { notice: null };
    const found = await addressOfFound(shop, form.query);
    return found === null ? { notice: nothingFound(form.query) } : redirect(found);
  }
  await limitPresses(shop);
  if (form.intent === "check-setup") {
    await checkSetup(shop);
    return { notice: null };
  }
  const problem = await repairSetup(shop, form.check);
  if (problem === null) return { notice: null };
  return { notice: { tone: "critical", title: { code: "setup.not-repaired.title" }, text: problem } };
}

function nothingFound(query: string): Notice {
  return {
    tone: "info",
    title: { code: "home.find.nothing" },
    text: { code: "home.find.nothing.text", query },
  };
}

/**
 * Shows what needs the merchant, money, products, changes and the supplier. The setup guide moves to the end once the
 * shop sells.
 */
export default function Home() {
  const t = useT();
  const { state, guide, supplier: sells, setup, orders, products } = useLoaderData<typeof loader>();
  const isGuided = guide !== null && !guide.isHidden;
  const guideCard = isGuided && <GuideCard guide={guide} state={state} supplier={sells} />;
  const sellsNothing = products === null || products.concerns.imported === 0;
  usePolling(state.kind === "connecting" ? 2000 : null);
  return (
    <Page title={t("home.title")}>
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {orders && <PausedBanner {...orders} />}
        {!sellsNothing && <FindForm />}
        {setup && !sellsNothing && <SetupCard {...setup} />}
        {orders && !(sellsNothing && orders.urgent.length === 0) && (
          <AttentionCard
            orders={orders.urgent}
            needAttention={orders.needAttention}
            concerns={products?.concerns ?? null}
          />
        )}
        {isGuided && !guide.isSelling && guideCard}
        {setup && sellsNothing && <SetupCard {...setup} />}
        {orders && <OrdersCard {...orders} />}
        {orders?.hasSold && <ProfitCard />}
        {products && !sellsNothing && <ProductsCard {...products.concerns} />}
        {products && !sellsNothing && <DayCard {...products} />}
        {/* The guide's first step already asks the merchant to connect. */}
        {!(isGuided && state.kind === "not-connected") && (
          <SupplierCard
            state={state}
            supplier={sells}
            freshness={products?.freshness ?? NOT_READ}
            sellsNothing={sellsNothing}
          />
        )}
        {isGuided && guide.isSelling && guideCard}
        {guide?.isHidden && <ShowGuide />}
      </BlockStack>
    </Page>
  );
}

/** Searches for an order or a product, and opens its page. */
function FindForm() {
  const t = useT();
  const [query, setQuery] = useState("");
  const notice = useActionData<Answered>()?.notice;
  return (
    <AtEdge>
      {notice && <NoticeBanner notice={notice} />}
      <Form method="post" role="search">
        <input type="hidden" name="intent" value="find" />
        <TextField
          label={t("home.find")}
          labelHidden
          placeholder={t("home.find.placeholder")}
          name="query"
          autoComplete="off"
          maxLength={MAX_TYPED}
          prefix={<Icon source={SearchIcon} />}
          value={query}
          onChange={setQuery}
          connectedRight={<Button submit>{t("home.find.submit")}</Button>}
        />
      </Form>
    </AtEdge>
  );
}

const NOT_READ = { readAt: null, isReading: false, problem: null };

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

/** Shows counts of the shop's products. Each count links to the list of these products. */
function ProductsCard({ imported, belowCost, soldOut, ended }: ShownConcerns) {
  const t = useT();
  return (
    <CountsCard
      title={t("home.products")}
      below={<Link url="/app/sync?show=yours">{t("home.own-changes")}</Link>}
    >
      <Count atMost={PRODUCTS_AT_MOST} what="imported" count={imported} url="/app/catalog?show=imported" />
      <Count
        atMost={PRODUCTS_AT_MOST}
        what="below-cost"
        count={belowCost}
        url="/app/catalog?show=below-cost"
      />
      <Count atMost={PRODUCTS_AT_MOST} what="sold-out" count={soldOut} url="/app/catalog?show=sold-out" />
      <Count atMost={PRODUCTS_AT_MOST} what="ended" count={ended} url="/app/catalog?show=ended" />
    </CountsCard>
  );
}

function CountsCard({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        <InlineStack gap="600">{children}</InlineStack>
        {below}
      </BlockStack>
    </Card>
  );
}

type Counted =
  "to-send" | "needs-attention" | "in-progress" | "imported" | "below-cost" | "sold-out" | "ended";

type CountProps = { what: Counted; count: number; url: string; atMost?: number };

function Count({ what, count, url, atMost = COUNTED_AT_MOST }: CountProps) {
  const t = useT();
  const isMore = count > atMost;
  const counted = { count: Math.min(count, atMost) };
  const label = isMore ? (`home.${what}.label.more` as const) : (`home.${what}.label` as const);
  return (
    <BlockStack gap="100">
      <Text as="p" variant="headingLg" numeric>
        {t(isMore ? "home.count.more" : "home.count", counted)}
      </Text>
      <Link
        url={url}
        accessibilityLabel={t("list.filter", { name: t(`home.${what}`), value: t(label, counted) })}
      >
        {t(`home.${what}`)}
      </Link>
    </BlockStack>
  );
}
