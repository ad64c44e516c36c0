import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

import { findSyncStatus } from "../../catalog/sync/merchant/find-sync-status.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { Moment } from "../../components/moment.tsx";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitSupplierWork } from "../../lib/http/limit-supplier-work.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import {
  findDifferencesIn,
  readProgress,
  requestComparison,
} from "../../orders/reconciling/request-comparisons.server.ts";
import { after } from "../../queue/back-off.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { ProductsCard } from "./products-card.tsx";

export const meta = pageTitle((t) => t("comparison.title"));

/** Findings without an order of ours are listed for about so long. */
const LISTED_SECONDS = 29 * 86_400;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const [orders, { ownFields, approvals, failed }] = await Promise.all([
    readInShop(shop, async (tx, now) => {
      const since = after(now, -LISTED_SECONDS);
      const { mismatches, found, needsAttention } = await findDifferencesIn(tx, { shop, now, since });
      return {
        state: await findStateIn(tx, { shop, now }),
        progress: await readProgress(tx, { shop, now }),
        // An order of ours that differs is among those that need the merchant.
        onlyThere: mismatches.filter(({ url }) => url === null || !url.startsWith("/app/orders/")),
        found,
        needsAttention,
      };
    }),
    findSyncStatus(shop),
  ]);
  return { ...orders, products: { ownFields, approvals, failed } };
}

/** Has the workers compare. The comparison itself places and cancels nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  await limitSupplierWork(shop);
  await requestComparison(shop);
  return null;
}

const POLL_MS = 2000;

export default function ComparisonPage() {
  const t = useT();
  const { state, progress, products, ...lists } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const connected = isConnected(state);
  const underWay = connected && progress.state === "under-way";
  usePolling(underWay ? POLL_MS : null);
  const { onlyThere, found, needsAttention } = lists;
  const isFine =
    onlyThere.length + needsAttention.length === 0 && Object.values(products).every((count) => count === 0);
  return (
    <Page
      title={t("comparison.title")}
      subtitle={t("comparison.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
      primaryAction={{
        content: t("comparison.now"),
        loading: fetcher.state !== "idle" || underWay,
        disabled: !connected,
        onAction: () => {
          fetcher.submit(null, { method: "post" });
        },
      }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {!connected && <ConnectFirst state={state}>{t("comparison.connect-first")}</ConnectFirst>}
        <div aria-live="polite">
          {progress.state === "failed" && <NoticeBanner notice={FAILED} />}
          {progress.comparedAt === null ? (
            <Text as="p">{t(underWay ? "comparison.under-way" : "comparison.never")}</Text>
          ) : (
            <Text as="p">
              {underWay ? (
                t("comparison.under-way")
              ) : (
                <Moment iso={progress.comparedAt}>{(at) => t("comparison.compared", { at })}</Moment>
              )}
            </Text>
          )}
        </div>
        {isFine && progress.comparedAt !== null && !underWay && (
          <NoticeBanner
            notice={{
              tone: "success",
              title: { code: "comparison.none" },
              text: { code: "comparison.none.text" },
            }}
          />
        )}
        {needsAttention.length > 0 && (
          <OrdersCard title={t("comparison.orders")} orders={needsAttention}>
            <Link url="/app/orders?show=needs-attention">{t("comparison.orders.more")}</Link>
          </OrdersCard>
        )}
        {onlyThere.length > 0 && (
          <Card>
            <BlockStack gap="300">
              <Text as="h2" variant="headingMd">
                {t("comparison.supplier")}
              </Text>
              <Text as="p" tone="subdued">
                {t("comparison.supplier.help")}
              </Text>
              {onlyThere.map(({ message }, index) => (
                <Text as="p" key={index} breakWord>
                  {t(message)}
                </Text>
              ))}
            </BlockStack>
          </Card>
        )}
        {found.length > 0 && (
          <OrdersCard title={t("comparison.found")} orders={found}>
            <Text as="p" tone="subdued">
              {t("comparison.found.help")}
            </Text>
          </OrdersCard>
        )}
        <ProductsCard counts={products} />
      </BlockStack>
    </Page>
  );
}

const FAILED: Notice = { tone: "warning", title: { code: "comparison.failed" } };

type Orders = ReturnType<typeof useLoaderData<typeof loader>>["needsAttention"];

function OrdersCard({ title, orders, children }: { title: string; orders: Orders; children: ReactNode }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {children}
        {orders.map(({ id, orderName, label, message }) => (
          <InlineStack key={id} align="space-between" blockAlign="start" gap="300" wrap={false}>
            <BlockStack gap="050">
              <InlineStack gap="200" blockAlign="center">
                <Text as="h3" variant="bodyMd" fontWeight="semibold">
                  {orderName}
                </Text>
                <Badge>{t(label)}</Badge>
              </InlineStack>
              <Text as="p">{t(message)}</Text>
            </BlockStack>
            <Button
              url={`/app/orders/${id}`}
              accessibilityLabel={t("comparison.open", { order: orderName })}
              size="slim"
            >
              {t("comparison.open", { order: orderName })}
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
