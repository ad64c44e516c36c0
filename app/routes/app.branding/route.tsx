import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";

import { FIELD_NAMES, readForm } from "../../branding/branding-form.ts";
import { dropDraft, saveDraft } from "../../branding/branding-store.server.ts";
import { loadBranding } from "../../branding/load-branding.server.ts";
import { type Publishing, publishBranding } from "../../branding/publish-branding.server.ts";
import { isAccountShared } from "../../connection/account.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { authenticate } from "../../shopify.server.ts";
import { assumptions } from "../../wholesale/call-wholesale.server.ts";
import { ConnectFirst } from "../../components/connect-first.tsx";
import { ConnectionBanner } from "../../components/connection-banner.tsx";
import { findState } from "../../components/find-state.server.ts";
import type { Answer } from "./answer.ts";
import { BrandingEditor } from "./branding-editor.tsx";

export const meta: MetaFunction = () => [{ title: "Branding" }];

const submitted = z.object({ intent: z.enum(["save", "publish", "discard"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const now = new Date();
  const [loaded, state, shared] = await Promise.all([
    loadBranding(shop, now),
    findState(shop, now),
    isAccountShared(shop),
  ]);
  const assumed = assumptions.operations.some(({ name }) => name === "writeBranding");
  return { ...loaded, state, shared, assumed, mayPublish: !assumed || assumptions.writesAllowed };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const form = Object.fromEntries(await request.formData());
  const submission = submitted.safeParse(form);
  if (!submission.success)
    return answer({ tone: "critical", title: "The page sent something we do not know. Reload it." });
  const { intent } = submission.data;
  if (intent === "discard") {
    await dropDraft(shop);
    return answer(null);
  }
  const entered = readForm(form);
  if (!entered.ok) return { said: null, problems: entered.problems };
  const { branding } = entered;
  const now = new Date();
  if (intent === "publish") return answer(sayPublishing(await publishBranding(shop, { branding, now })));
  await saveDraft(shop, { branding, now });
  return answer(null);
}

export default function BrandingPage() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "branding") return <BrandingEditor loaded={loaded} />;
  return (
    <Page title="Branding">
      {loaded.kind === "not-connected" ? (
        <ConnectFirst state={loaded.state}>
          The supplier keeps the branding with your account there.
        </ConnectFirst>
      ) : (
        <BlockStack gap="400">
          <ConnectionBanner state={loaded.state} />
          <Banner tone="warning" title="Branding is not available on this supplier">
            <p>{`${loaded.said} Parcels leave as the supplier packs them.`}</p>
          </Banner>
        </BlockStack>
      )}
    </Page>
  );
}

function sayPublishing(publishing: Publishing): Answer["said"] {
  switch (publishing.kind) {
    case "published": {
      const title = `Published as version ${String(publishing.number)}`;
      if (publishing.changed.length === 0) {
        return { tone: "success", title, text: "Parcels of new orders leave with it." };
      }
      const names = publishing.changed.map((field) => FIELD_NAMES[field].toLowerCase()).join(", ");
      return {
        tone: "warning",
        title: `${title}, with a difference`,
        text: `The supplier took it, but shows something else than was sent for: ${names}. Check it on the supplier's own site.`,
      };
    }
    case "running":
      return {
        tone: "info",
        title: "Your branding is being published already",
        text: "That ends within a minute. Reload the page then. What you entered is kept.",
      };
    case "not-connected":
      return {
        tone: "warning",
        title: "This shop is no longer connected",
        text: "What you entered is kept. Connect it under Settings, then publish.",
      };
    // The page itself tells of these two, for as long as they last.
    case "rejected":
    case "in-doubt":
      return null;
  }
}

function answer(said: Answer["said"]): Answer {
  return { said, problems: {} };
}
