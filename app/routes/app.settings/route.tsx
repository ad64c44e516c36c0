import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Layout, Page } from "@shopify/polaris";
import { z } from "zod";

import { compareForeignLinks } from "../../catalog/links/compare-foreign-links.server.ts";
import { countForeignLinks } from "../../catalog/links/count-foreign-links.server.ts";
import { decideAccount } from "../../catalog/links/decide-account.server.ts";
import { isAccountShared } from "../../connection/account.server.ts";
import { checkKey } from "../../connection/check-key.server.ts";
import { connect } from "../../connection/connect.server.ts";
import { connectionState } from "../../connection/connection-state.ts";
import { findConnectionFacts, forgetKey } from "../../connection/connection-store.server.ts";
import { listOrphanedKeys, acknowledgeOrphanedKey } from "../../connection/key-attempt-store.server.ts";
import { productsAfter } from "../../connection/products-after.ts";
import { replaceKey } from "../../connection/replace-key.server.ts";
import { env } from "../../lib/env.server.ts";
import { log } from "../../lib/log.server.ts";
import { readCappedRequest } from "../../lib/read-capped.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { useT } from "../../messages/use-t.ts";
import {
  findOrderingSettings,
  pauseOrdering,
  resumeOrdering,
  setAutomaticOrdering,
} from "../../orders/ordering-settings.server.ts";
import { wakeOrders } from "../../orders/wake-orders.server.ts";
import { authenticate } from "../../shopify.server.ts";
import { type Answer, useConnectionFetcher } from "./answer.ts";
import { ConnectionSection } from "./connection-section.tsx";
import { OrphanedKeys } from "./orphaned-keys.tsx";
import { OrderingCard } from "./ordering-card.tsx";
import { sayConnected, sayDisconnected, sayReplaced, sayTested } from "./say-answer.ts";

export const meta: MetaFunction = () => [{ title: "Settings" }];

const MAX_FORM_BYTES = 16 * 1024;

const account = z.object({
  email: z
    .string()
    .trim()
    .min(1, "Enter the e-mail address of your reseller account.")
    .max(320, "That is too long for an e-mail address."),
  password: z
    .string()
    .min(1, "Enter the password of your reseller account.")
    .max(1000, "That is too long for a password."),
});

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect") }),
  z.object({ intent: z.literal("test") }),
  z.object({ intent: z.literal("replace") }),
  z.object({ intent: z.literal("disconnect"), products: z.enum(productsAfter).default("zero-stock") }),
  z.object({ intent: z.literal("decide-account"), word: z.enum(["same", "fresh"]) }),
  z.object({ intent: z.literal("settle"), id: z.uuid() }),
  z.object({ intent: z.literal("pause-ordering") }),
  z.object({ intent: z.literal("resume-ordering") }),
  z.object({ intent: z.literal("automatic-ordering"), to: z.enum(["on", "off"]) }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const now = new Date();
  const [standing, foreign] = await Promise.all([findConnectionFacts(shop, now), countForeignLinks(shop)]);
  return {
    state: connectionState(standing, foreign),
    connection: standing.connection,
    underWay: standing.underWay !== null,
    shared: await isAccountShared(shop),
    foreignLinks: foreign > 0 ? await compareForeignLinks(shop) : null,
    orphanedKeys: await listOrphanedKeys(shop, now),
    ordering: await findOrderingSettings(shop),
    supplier: new URL(env.WHOLESALE_BASE_URL).host,
  };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  // Text fields only, so it is read with a limit of its own; what is longer or of another kind fits no intent.
  const body = await readCappedRequest(request.body, MAX_FORM_BYTES).catch(() => "");
  const form = Object.fromEntries(new URLSearchParams(body));
  const submission = submitted.safeParse(form);
  if (!submission.success)
    return answer({ tone: "critical", title: "The page sent something we do not know. Reload it." });
  const now = new Date();

  switch (submission.data.intent) {
    case "connect":
    case "replace": {
      const entered = account.safeParse(form);
      if (!entered.success) {
        const { fieldErrors } = z.flattenError(entered.error);
        return {
          said: null,
          fields: { email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] },
        };
      }
      return answer(
        submission.data.intent === "connect"
          ? sayConnected(await connect(shop, entered.data, now))
          : sayReplaced(await replaceKey(shop, entered.data, now)),
      );
    }
    case "test":
      return answer(sayTested(await checkKey(shop, now)));
    case "disconnect": {
      const { products } = submission.data;
      await forgetKey(shop, { why: "disconnected", products, now });
      log.info({ shop, products }, "connection.disconnected");
      return answer(sayDisconnected(products));
    }
    case "decide-account":
      await decideAccount(shop, { word: submission.data.word, now });
      await wakeOrders(shop, "account-decided");
      return answer(null);
    case "settle":
      await acknowledgeOrphanedKey(shop, submission.data.id, now);
      return answer(null);
    case "pause-ordering":
      await pauseOrdering(shop);
      return answer(null);
    case "resume-ordering":
      await resumeOrdering(shop);
      return answer(null);
    case "automatic-ordering":
      await setAutomaticOrdering(shop, submission.data.to);
      return answer(null);
  }
}

export default function Settings() {
  const t = useT();
  const { orphanedKeys, ordering, ...shown } = useLoaderData<typeof loader>();
  const fetcher = useConnectionFetcher();
  const said = fetcher.state === "idle" ? (fetcher.data?.said ?? null) : null;
  return (
    <Page title="Settings">
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {said && (
              <Banner tone={said.tone} title={said.title}>
                {said.text && <p>{typeof said.text === "string" ? said.text : t(said.text)}</p>}
              </Banner>
            )}
            <ConnectionSection {...shown} />
            {shown.connection && <OrderingCard settings={ordering} />}
            {orphanedKeys.length > 0 && <OrphanedKeys keys={orphanedKeys} supplier={shown.supplier} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function answer(said: Answer["said"]): Answer {
  return { said, fields: {} };
}
