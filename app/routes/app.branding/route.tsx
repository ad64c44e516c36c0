import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";

import {
  dropDraft,
  findVersion,
  type PublishedVersion,
  saveDraft,
} from "../../branding/branding-store.server.ts";
import { loadBranding } from "../../branding/load-branding.server.ts";
import { publishBranding } from "../../branding/publish-branding.server.ts";
import { readBranding } from "../../branding/parse-branding-form.server.ts";
import { ConnectFirst, ConnectionBanner } from "../../components/banners/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import { type Notice, NoticeBanner } from "../../components/notice.tsx";
import { pageTitle } from "../../components/document.tsx";
import { isAccountShared } from "../../connection/account.server.ts";
import { isConnected } from "../../connection/connection-state.ts";
import { limitPresses } from "../../lib/http/limit-presses.server.ts";
import { readForm, searchParamsOf } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { useT } from "../../messages/use-t.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { BrandingEditor, SlipPreview, toFields } from "./branding-editor.tsx";
import { type Answer, publishNotice, STALE } from "./shown-branding.ts";

export const meta = pageTitle((t) => t("branding.title"));

const submitted = z.looseObject({
  intent: z.enum(["save", "publish", "discard"]),
  seen: z.string().max(40),
});

/** `version` is the number of a published branding. An order's page links to the version that it was shipped with. */
const wanted = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const asked = wanted.safeParse(Object.fromEntries(searchParamsOf(request))).data;
  const version = asked ? await findVersion(shop, asked.version) : null;
  if (version !== null) return { kind: "version" as const, version };
  const state = await findState(shop);
  if (!isConnected(state)) return { kind: "not-connected" as const, state };
  const [loaded, shared] = await Promise.all([loadBranding(shop), isAccountShared(shop)]);
  const { operations, writesAllowed } = assumptions();
  const assumed = operations.some(({ name }) => name === "writeBranding");
  return { ...loaded, state, shared, assumed, mayPublish: !assumed || writesAllowed };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const { intent, seen, ...fields } = await readForm(request, submitted);
  if (intent === "discard") {
    await dropDraft(shop);
    return answer(null);
  }
  const entered = await readBranding(fields);
  if (!entered.ok) return { notice: null, problems: entered.problems };
  if (intent === "publish") {
    await limitPresses(shop);
    return answer(publishNotice(await publishBranding(shop, entered.branding, seen)));
  }
  return answer((await saveDraft(shop, entered.branding, seen)) ? null : STALE);
}

export default function BrandingPage() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "branding") return <BrandingEditor loaded={loaded} />;
  if (loaded.kind === "version") return <Version {...loaded.version} />;
  return (
    <Page title={t("branding.title")}>
      {loaded.kind === "not-connected" ? (
        <ConnectFirst state={loaded.state}>{t("branding.not-connected")}</ConnectFirst>
      ) : (
        <BlockStack gap="400">
          <ConnectionBanner state={loaded.state} />
          <NoticeBanner notice={notOffered(loaded.message)} />
        </BlockStack>
      )}
    </Page>
  );
}

/** Shows an earlier published branding. */
function Version({
  number,
  branding,
  publishedAt,
}: Omit<PublishedVersion, "publishedAt"> & { publishedAt: string }) {
  const t = useT();
  return (
    <Page
      title={t("branding.version.title", { number })}
      subtitle={t("branding.version.published", { at: publishedAt })}
      backAction={{ content: t("branding.title"), url: "/app/branding" }}
      narrowWidth
    >
      <SlipPreview fields={toFields(branding)} />
    </Page>
  );
}

function notOffered(text: Message): Notice {
  return { tone: "warning", title: { code: "branding.not-offered.title" }, text };
}

function answer(notice: Notice | null): Answer {
  return { notice, problems: {} };
}
