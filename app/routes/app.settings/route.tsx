import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Layout, Page } from "@shopify/polaris";
import { z } from "zod";

import { checkKey } from "../../connection/check-key.server.ts";
import { connect } from "../../connection/connect.server.ts";
import { sayProblem } from "../../connection/connect-problem.ts";
import {
  findConnection,
  forgetKey,
  listLeftKeys,
  settleLeftKey,
} from "../../connection/connection-store.server.ts";
import type { KeyCheck } from "../../connection/key-check.ts";
import { env } from "../../lib/env.server.ts";
import { log } from "../../lib/log.server.ts";
import { readCappedRequest } from "../../lib/read-capped.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { authenticate } from "../../shopify.server.ts";
import { type Answer, useConnectionFetcher } from "./answer.ts";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { LeftKeys } from "./left-keys.tsx";

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
  z.object({ intent: z.literal("disconnect") }),
  z.object({ intent: z.literal("settle"), id: z.uuid() }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  return {
    connection: await findConnection(shop),
    leftKeys: await listLeftKeys(shop, new Date()),
    platform: new URL(env.WHOLESALE_BASE_URL).host,
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
    case "connect": {
      const entered = account.safeParse(form);
      if (!entered.success) {
        const { fieldErrors } = z.flattenError(entered.error);
        return {
          said: null,
          fields: { email: fieldErrors.email?.[0], password: fieldErrors.password?.[0] },
        };
      }
      const result = await connect(shop, entered.data, now);
      if (result.kind === "problem") return answer({ tone: "critical", ...sayProblem(result.problem) });
      if (result.kind === "connected") return answer(null);
      if (result.kind === "already") {
        return answer({
          tone: "info",
          title: "This shop was connected already",
          text: "What you entered was not used. To connect another account, disconnect first.",
        });
      }
      return answer({
        tone: "info",
        title: "Another attempt to connect is under way",
        text: "It ends within a minute. Reload the page then.",
      });
    }
    case "test": {
      const check = await checkKey(shop, now);
      return answer(
        check
          ? sayTested(check)
          : {
              tone: "info",
              title: "This shop is no longer connected",
              text: "It was disconnected elsewhere.",
            },
      );
    }
    case "disconnect":
      await forgetKey(shop, { why: "disconnected", now });
      log.info({ shop }, "connection.disconnected");
      return answer({ tone: "success", title: "Disconnected", text: "Stockbridge has forgotten the key." });
    case "settle":
      await settleLeftKey(shop, submission.data.id, now);
      return answer(null);
  }
}

export default function Settings() {
  const { connection, leftKeys, platform } = useLoaderData<typeof loader>();
  const fetcher = useConnectionFetcher();
  const said = fetcher.state === "idle" ? (fetcher.data?.said ?? null) : null;
  return (
    <Page title="Settings">
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            {said && (
              <Banner tone={said.tone} title={said.title}>
                {said.text && <p>{said.text}</p>}
              </Banner>
            )}
            {connection ? (
              <ConnectionCard platform={platform} connection={connection} />
            ) : (
              <ConnectForm platform={platform} />
            )}
            {leftKeys.length > 0 && <LeftKeys keys={leftKeys} platform={platform} />}
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function sayTested(check: KeyCheck): Answer["said"] {
  switch (check.kind) {
    case "verified":
      return {
        tone: "success",
        title: "The connection works",
        text: "The platform showed its products to this key.",
      };
    case "unverified":
      return { tone: "warning", title: "The key could not be verified", text: check.said };
    case "refused":
      return { tone: "critical", title: "The platform refuses the key", text: check.said };
  }
}

function answer(said: Answer["said"]): Answer {
  return { said, fields: {} };
}
