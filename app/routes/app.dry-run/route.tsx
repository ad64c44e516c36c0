import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type FetcherWithComponents, useFetcher, useLoaderData } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Card,
  Form,
  InlineStack,
  Page,
  Spinner,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";

import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { pageTitle } from "../../components/document.tsx";
import { findStateIn } from "../../components/find-state.server.ts";
import { NoticeBanner } from "../../components/notice.tsx";
import { PausedBanner, pausedBy } from "../../components/banners/paused-banner.tsx";
import { isConnected } from "../../connection/connection-state.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import { dryRun, type DryRun } from "../../orders/dry-run.server.ts";
import { findOrderingSettingsIn } from "../../orders/store/ordering-settings.server.ts";
import { countOrders } from "../../orders/views/list-orders.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { OrderCard } from "./order-card.tsx";

export const meta = pageTitle((t) => t("dry-run.title"));

/** Maximum length of an order's name; Shopify's are shorter. */
const LONGEST_NAME = 100;

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("latest") }),
  z.object({ intent: z.literal("name"), name: z.string() }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  return readInShop(shop, async (tx, now) => ({
    state: await findStateIn(tx, { shop, now }),
    paused: pausedBy(await findOrderingSettingsIn(tx, shop)),
    needAttention: await countOrders(tx, shop, "needs-attention"),
  }));
}

/**
 * Runs the dry run. It changes nothing, but takes a while. As an action, it is not repeated whenever the page reloads
 * its data.
 */
export async function action({ request }: ActionFunctionArgs): Promise<DryRun | { kind: "missing" }> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const sent = await readForm(request, submitted);
  if (sent.intent === "name") {
    const name = sent.name.trim().slice(0, LONGEST_NAME);
    if (name.replaceAll("#", "").trim() === "") return { kind: "missing" };
    await limitPresses(shop);
    return dryRun(shop, { kind: "name", name });
  }
  await limitPresses(shop);
  return dryRun(shop, { kind: "latest" });
}

export default function DryRunPage() {
  const t = useT();
  const { state, paused, needAttention } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  return (
    <Page
      title={t("dry-run.title")}
      subtitle={t("dry-run.subtitle")}
      backAction={{ content: t("orders.title"), url: "/app/orders" }}
    >
      <BlockStack gap="400">
        <ConnectionBanner state={state} />
        {isConnected(state) ? (
          <PausedBanner paused={paused} needAttention={needAttention} />
        ) : (
          <ConnectFirst state={state}>{t("dry-run.connect-first")}</ConnectFirst>
        )}
        <Question fetcher={fetcher} />
        <div aria-live="polite">
          <Result fetcher={fetcher} />
        </div>
      </BlockStack>
    </Page>
  );
}

type Fetcher = FetcherWithComponents<DryRun | { kind: "missing" }>;

function Question({ fetcher }: { fetcher: Fetcher }) {
  const t = useT();
  const [name, setName] = useState("");
  const busy = fetcher.state !== "idle";
  const isMissing = !busy && fetcher.data?.kind === "missing";
  return (
    <Card>
      <Form
        onSubmit={() => {
          fetcher.submit({ intent: "name", name }, { method: "post" });
        }}
      >
        <BlockStack gap="300">
          <TextField
            label={t("dry-run.number")}
            helpText={t("dry-run.number.help")}
            value={name}
            maxLength={LONGEST_NAME}
            error={isMissing && name.trim() === "" ? t("dry-run.number.missing") : undefined}
            autoComplete="off"
            onChange={setName}
          />
          <InlineStack gap="200">
            <Button submit variant="primary" disabled={busy}>
              {t("dry-run.try")}
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                fetcher.submit({ intent: "latest" }, { method: "post" });
              }}
            >
              {t("dry-run.latest")}
            </Button>
          </InlineStack>
        </BlockStack>
      </Form>
    </Card>
  );
}

function Result({ fetcher: { state, data } }: { fetcher: Fetcher }) {
  const t = useT();
  if (state !== "idle")
    return (
      <InlineStack gap="200" blockAlign="center">
        <Spinner size="small" accessibilityLabel={t("dry-run.running")} />
        <Text as="span">{t("dry-run.running")}</Text>
      </InlineStack>
    );
  switch (data?.kind) {
    case undefined:
    case "missing":
      return null;
    case "failed":
      return (
        <NoticeBanner
          notice={{ tone: "warning", title: { code: "dry-run.failed.title" }, text: data.problem }}
        />
      );
    case "unknown":
      return (
        <NoticeBanner
          notice={{
            tone: "info",
            title: { code: "dry-run.unknown.title", name: data.name },
            text: { code: "dry-run.unknown" },
          }}
        />
      );
    case "orders":
      return (
        <BlockStack gap="400">
          {data.orders.length === 0 && <Text as="p">{t("dry-run.none")}</Text>}
          {data.orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </BlockStack>
      );
  }
}
