import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Card,
  EmptyState,
  IndexTable,
  InlineStack,
  Page,
  Spinner,
  Text,
} from "@shopify/polaris";

import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { Moment } from "../../components/moment.tsx";
import { NoticeBanner } from "../../components/notice.tsx";
import { usePolling } from "../../components/use-polling.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitSupplierWork } from "../../lib/http/limit-supplier-work.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import {
  type ComparisonView,
  findNightlyComparison,
  requestNightlyComparison,
} from "../../orders/reconciling/compare-nightly.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";

export const meta = pageTitle((t) => t("reconciliation.title"));

const LOOK_MS = 2000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  return readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    comparison: await findNightlyComparison(tx, shop),
  }));
}

export async function action({ request }: ActionFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  await limitSupplierWork(shop);
  await requestNightlyComparison(shop);
  return null;
}

export default function Reconciliation() {
  const t = useT();
  const { state, comparison } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const isRunning = fetcher.state !== "idle" || comparison.isRunning;
  usePolling(comparison.isRunning ? LOOK_MS : null);
  const { comparedAt, problem } = comparison;
  const connected = isConnected(state);
  return (
    <Page
      title={t("reconciliation.title")}
      subtitle={t("reconciliation.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {!connected && <ConnectFirst state={state}>{t("reconciliation.connect-first")}</ConnectFirst>}
        {problem && (
          <NoticeBanner
            notice={{
              tone: "warning",
              title: { code: "reconciliation.failed" },
              text: { code: "reconciliation.failed.text", why: problem },
            }}
          />
        )}
        <InlineStack gap="300" blockAlign="center" align="space-between">
          <div aria-live="polite">
            {isRunning ? (
              <InlineStack gap="200" blockAlign="center">
                <Spinner size="small" />
                <Text as="span">{t("reconciliation.running")}</Text>
              </InlineStack>
            ) : (
              comparedAt !== null && (
                <Moment iso={comparedAt}>{(at) => t("reconciliation.compared", { at })}</Moment>
              )
            )}
          </div>
          <Button
            variant="primary"
            disabled={isRunning || !connected}
            onClick={() => {
              fetcher.submit({}, { method: "post" });
            }}
          >
            {t("reconciliation.compare")}
          </Button>
        </InlineStack>
        <Card padding="0">
          <Differences comparison={comparison} />
        </Card>
      </BlockStack>
    </Page>
  );
}

function Differences({ comparison: { comparedAt, rows } }: { comparison: ComparisonView }) {
  const t = useT();
  if (rows.length === 0)
    return comparedAt === null ? (
      <EmptyState heading={t("reconciliation.never")} image="">
        <p>{t("reconciliation.never.text")}</p>
      </EmptyState>
    ) : (
      <EmptyState heading={t("reconciliation.none")} image="">
        <p>{t("reconciliation.none.text")}</p>
      </EmptyState>
    );
  return (
    <IndexTable
      selectable={false}
      itemCount={rows.length}
      headings={[
        { title: t("reconciliation.difference") },
        { title: t("reconciliation.since") },
        { title: t("reconciliation.action") },
      ]}
    >
      {rows.map(({ subject, message, url, action: label, since }, at) => (
        <IndexTable.Row key={subject} id={subject} position={at}>
          <IndexTable.Cell>
            <div style={{ whiteSpace: "normal", minWidth: "16rem" }}>{t(message)}</div>
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Moment iso={since} form="medium" />
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Button url={url} variant="plain">
              {t(label)}
            </Button>
          </IndexTable.Cell>
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}
