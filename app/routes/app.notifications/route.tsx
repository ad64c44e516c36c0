import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { Banner, BlockStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";

import { AtEdge } from "../../components/at-edge.tsx";
import { pageTitle } from "../../components/document.tsx";
import { NoticeBanner, STALE_FORM } from "../../components/notice.tsx";
import { useTypedVersion } from "../../components/use-typed-version.ts";
import { readInShop } from "../../lib/database/db.server.ts";
import { jsonField, readForm } from "../../lib/http/read-request.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { localeOf } from "../../messages/all-languages.server.ts";
import { useT } from "../../messages/use-t.ts";
import { addRecipient, listRecipients, removeRecipient } from "../../notifications/recipients.server.ts";
import { findSettings, saveSettings } from "../../notifications/settings-store.server.ts";
import { chosenModes, KEPT_DAYS, timeOfDay, versionOf } from "../../notifications/settings.ts";
import { mayMail } from "../../notifications/smtp.server.ts";
import { authenticate } from "../../shop/auth/shopify.server.ts";
import { type Answer, EventsCard, RecipientsCard } from "./cards.tsx";

export const meta = pageTitle((t) => t("notifications.title"));

const submitted = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), address: z.string() }),
  z.object({ intent: z.literal("remove"), id: z.uuid() }),
  z.object({
    intent: z.literal("save"),
    modes: jsonField.pipe(chosenModes),
    digestTime: timeOfDay,
    seen: z.string().max(1000),
  }),
]);

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const stored = await readInShop(shop, async (tx, now) => ({
    settings: await findSettings(tx, shop),
    recipients: await listRecipients(tx, shop, now),
  }));
  return { ...stored, maySend: mayMail(), days: KEPT_DAYS };
}

export async function action({ request }: ActionFunctionArgs): Promise<Answer> {
  const { session } = await authenticate.admin(request);
  const shop = shopDomain.parse(session.shop);
  const sent = await readForm(request, submitted);
  switch (sent.intent) {
    case "add": {
      const problem = await addRecipient(shop, sent.address, localeOf(request));
      return { problem, isAdded: problem === null };
    }
    case "remove":
      await removeRecipient({ shop, id: sent.id });
      return { problem: null };
    case "save":
      return { problem: null, isStale: !(await saveSettings(shop, sent)) };
  }
}

export default function Notifications() {
  const t = useT();
  const { settings, recipients, maySend, days } = useLoaderData<typeof loader>();
  const saving = useFetcher<Answer>();
  const isStale = saving.data?.isStale === true;
  const version = useTypedVersion(versionOf(settings), { isStale });
  return (
    <Page title={t("notifications.title")} subtitle={t("notifications.subtitle")}>
      <BlockStack gap="400">
        {!maySend && (
          <Banner tone="warning">
            <p>{t("notifications.no-server")}</p>
          </Banner>
        )}
        {isStale && saving.state === "idle" && <NoticeBanner notice={STALE_FORM} />}
        <RecipientsCard recipients={recipients} maySend={maySend} />
        <EventsCard
          key={version}
          settings={settings}
          busy={saving.state !== "idle"}
          onSave={(modes, digestTime) => {
            const form = {
              intent: "save",
              modes: JSON.stringify(modes),
              digestTime,
              seen: versionOf(settings),
            };
            saving.submit(form, { method: "post" });
          }}
        />
        <AtEdge>
          <Text as="p" tone="subdued">
            {t("notifications.kept", { days })}
          </Text>
        </AtEdge>
      </BlockStack>
    </Page>
  );
}
