import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Layout, Page, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { z } from "zod";

import { findDefaultChannelsIn } from "../../catalog/import/default-channels.server.ts";
import {
  compareForeignLinks,
  countForeignLinks,
  dropLinks,
  keepLinks,
} from "../../catalog/links/foreign-links.server.ts";
import { removeService } from "../../catalog/location/remove-service.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { pausedBy } from "../../components/banners/paused-banner.tsx";
import { isAccountShared } from "../../connection/account.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { connect } from "../../connection/connect.server.ts";
import { connectionState, productsAfter } from "../../connection/connection-state.ts";
import { type Connection, findConnectionFacts } from "../../connection/connection-store.server.ts";
import { disconnect } from "../../connection/disconnect.server.ts";
import { acknowledgeOrphanedKey, listOrphanedKeysIn } from "../../connection/key-attempt-store.server.ts";
import { replaceKey } from "../../connection/replace-key.server.ts";
import { openAccount } from "../../connection/sealed-key.server.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { readForm } from "../../lib/http/read-request.server.ts";
import { Failure } from "../../lib/failure.ts";
import { type ShopDomain, shopDomain } from "../../lib/shop-domain.ts";
import { supplier } from "../../lib/env.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { countUndecided } from "../../orders/choices/choice-store.server.ts";
import {
  findOrderingSettingsIn,
  pauseOrdering,
  resumeOrdering,
  setAutomaticOrdering,
  setSendsParts,
} from "../../orders/store/ordering-settings.server.ts";
import { wakeOrders } from "../../orders/store/wake-orders.server.ts";
import { countOrders } from "../../orders/views/list-orders.server.ts";
import { countToSend } from "../../orders/views/list-to-send.server.ts";
import { makeSetupDue } from "../../installation/setup-store.server.ts";
import { hasRates } from "../../shipping/load-rates.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import {
  type Answer,
  checkNotice,
  CONNECTED,
  connectNotice,
  disconnectNotice,
  notRemovedNotice,
  replaceNotice,
  STALE,
  useConnectionFetcher,
} from "./answers.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { OrderingCard } from "./ordering-card.tsx";
import { OrphanedKeys } from "./connection-card.tsx";

export const meta = pageTitle((t) => t("settings.title"));

const credentials = { email: z.string(), password: z.string() };

const settingsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect"), ...credentials }),
  z.object({ intent: z.literal("replace"), ...credentials }),
  z.object({ intent: z.literal("test") }),
  z.object({
    intent: z.literal("disconnect"),
    products: z.enum(productsAfter).default("zero-stock"),
    removesLocation: z.stringbool().default(false),
  }),
  z.object({
    intent: z.literal("decide-account"),
    decision: z.enum(["same", "fresh"]),
    generation: z.coerce.number().int(),
  }),
  z.object({ intent: z.literal("acknowledge-key"), id: z.uuid() }),
  z.object({ intent: z.literal("pause-ordering") }),
  z.object({ intent: z.literal("resume-ordering"), pausedAt: z.coerce.date() }),
  z.object({ intent: z.enum(["automatic-ordering", "parts"]), to: z.enum(["on", "off"]) }),
]);

const signIn = z.object({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { facts, foreign, settings, toSend, undecidedMethods, ...shown } = await readInShop(
    shop,
    async (tx, now) => ({
      facts: await findConnectionFacts(tx, { shop, now }),
      foreign: await countForeignLinks(tx, shop),
      settings: await findOrderingSettingsIn(tx, shop),
      toSend: await countToSend(tx, shop),
      undecidedMethods: await countUndecided(tx, shop),
      ordersInProgress: await countOrders(tx, shop, "in-progress"),
      ordersThatNeedAttention: await countOrders(tx, shop, "needs-attention"),
      hasRates: await hasRates(tx, shop),
      orphanedKeys: await listOrphanedKeysIn(tx, { shop, now }),
      channels: await findDefaultChannelsIn(tx, shop),
    }),
  );
  const { automaticOrderingSince, pausedAt, sendsParts } = settings;
  return {
    state: connectionState(facts, foreign),
    connection: facts.connection && (await shownConnection(shop, facts.connection)),
    ...shown,
    underWay: facts.underWay !== null,
    shared: await isAccountShared(shop),
    foreignLinks: foreign > 0 ? await compareForeignLinks(shop) : null,
    ordering: { automaticOrderingSince, pausedAt, sendsParts, paused: pausedBy(settings), toSend },
    undecidedMethods,
    supplier: supplier(),
  };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = await readForm(request, settingsForm);

  switch (form.intent) {
    case "connect":
    case "replace": {
      const entered = signIn.safeParse(form);
      if (!entered.success) return { notice: null, problems: problemsOf(entered.error) };
      if (form.intent === "replace") return answer(replaceNotice(await replaceKey(shop, entered.data)));
      const connected = await connect(shop, entered.data);
      return { ...answer(connectNotice(connected)), connected: connected.kind === "connected" };
    }
    case "test":
      await limitPresses(shop);
      return answer(checkNotice(await checkKey(shop)));
    case "disconnect": {
      const { products, removesLocation } = form;
      const problem = removesLocation ? await tryRemoveService(shop) : null;
      if (problem !== null) return answer(notRemovedNotice(problem));
      await disconnect(shop, { why: "disconnected", products });
      log.info({ shop, products, removesLocation }, "connection.disconnected");
      return answer(disconnectNotice(removesLocation ? "location-removed" : products));
    }
    case "decide-account":
      if (!(await (form.decision === "same" ? keepLinks(shop, form) : dropLinks(shop, form))))
        return answer(STALE);
      await wakeOrders(shop, "account-decided");
      return answer(null);
    case "acknowledge-key":
      await acknowledgeOrphanedKey(shop, form.id);
      return answer(null);
    case "pause-ordering":
      await pauseOrdering(shop);
      return answer(null);
    case "resume-ordering":
      return answer((await resumeOrdering(shop, form)) ? null : STALE);
    case "automatic-ordering":
      await setAutomaticOrdering(shop, form.to);
      await makeSetupDue(shop);
      return answer(null);
    case "parts":
      await setSendsParts(shop, form.to);
      return answer(null);
  }
}

export default function Settings() {
  const t = useT();
  const { orphanedKeys, ordering, channels, undecidedMethods, ...shown } = useLoaderData<typeof loader>();
  const fetcher = useConnectionFetcher();
  const { notice, connected } = (fetcher.state === "idle" && fetcher.data) || { notice: null };
  return (
    <Page title={t("settings.title")}>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {notice && <NoticeBanner notice={notice} />}
            {connected && shown.connection && <NoticeBanner notice={CONNECTED} />}
            <ConnectionSection {...shown} />
            {shown.connection && <OrderingCard settings={ordering} />}
            {shown.connection && <MethodsCard undecided={undecidedMethods} />}
            {shown.connection && <ChannelsCard channels={channels} />}
            {orphanedKeys.length > 0 && <OrphanedKeys keys={orphanedKeys} supplier={shown.supplier} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

/** Returns the connection with the account's hint decrypted. The encrypted hint never leaves the server. */
async function shownConnection(shop: ShopDomain, { sealedAccount, ...connection }: Connection) {
  return { ...connection, account: await openAccount(shop, sealedAccount) };
}

/**
 * Removes our fulfillment service, and with it our location, before the disconnection. If Shopify refuses, the shop
 * stays connected, and the merchant can choose again.
 */
async function tryRemoveService(shop: ShopDomain): Promise<Message | null> {
  try {
    return await removeService(shop);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.explanation;
  }
}

function problemsOf({ issues }: z.ZodError): Answer["problems"] {
  const fields = issues.map(({ path }) => path[0]);
  return {
    ...(fields.includes("email") && { email: { code: "connection.email.missing" } }),
    ...(fields.includes("password") && { password: { code: "connection.password.missing" } }),
  };
}

function answer(notice: Notice | null): Answer {
  return { notice, problems: {} };
}

/**
 * Links to the page of shipping methods. `undecided` is the number of the shop's methods for which the merchant has
 * not chosen yet.
 */
function MethodsCard({ undecided }: { undecided: number }) {
  const t = useT();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("methods.title")}
        </Text>
        <Text as="p">{undecided > 0 ? t("methods.card.open", { count: undecided }) : t("methods.card")}</Text>
        <InlineStack align="end">
          <Button url="/app/methods" accessibilityLabel={t("methods.card.action.long")}>
            {t("methods.card.action")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
