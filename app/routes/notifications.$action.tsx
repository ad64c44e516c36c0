import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { FOR_STRANGERS, OutsideAdmin, pageTitle } from "../components/document.tsx";
import { searchParamsOf } from "../lib/http/read-request.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { localeOf } from "../messages/all-languages.server.ts";
import type { Message } from "../messages/message.ts";
import { translator } from "../messages/translate.ts";
import { isSigned } from "../notifications/mail-links.server.ts";
import { confirmRecipient, removeRecipient } from "../notifications/recipients.server.ts";

/** The page behind a link in an e-mail. Opening it changes nothing, because mail servers open links, too. */
export const meta = pageTitle((t) => t("notifications.title"));

export const handle = FOR_STRANGERS;

const wanted = z.object({
  action: z.enum(["confirm", "unsubscribe"]),
  shop: shopDomain,
  id: z.uuid(),
  signature: z.string().max(200),
});

type Request = { request: globalThis.Request; params: { action?: string } };

async function readLink({ request, params }: Request) {
  const query = Object.fromEntries(searchParamsOf(request));
  const link = wanted.safeParse({ ...query, action: params.action });
  return link.success && (await isSigned(link.data.action, link.data)) ? link.data : null;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const link = await readLink({ request, params });
  return { locale: localeOf(request), link: link && { action: link.action, shop: link.shop } };
}

/** Handles the page's button, and a mail program's one-click unsubscribe (RFC 8058). */
export async function action({ request, params }: ActionFunctionArgs): Promise<{ done: Message }> {
  const link = await readLink({ request, params });
  if (link === null) return { done: { code: "notifications.link.invalid" } };
  const { shop } = link;
  if (link.action === "unsubscribe") {
    await removeRecipient(link);
    return { done: { code: "notifications.link.unsubscribe.done", shop } };
  }
  const isConfirmed = await confirmRecipient(link);
  if (!isConfirmed) return { done: { code: "notifications.link.confirm.gone", shop } };
  return { done: { code: "notifications.link.confirm.done", shop } };
}

export default function MailLink() {
  const { locale, link } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = translator(locale);
  if (link === null)
    return (
      <OutsideAdmin title={t("notifications.link.invalid.title")} text={t("notifications.link.invalid")} />
    );
  const { action: wish, shop } = link;
  const title = t(`notifications.link.${wish}.title`);
  if (answer) return <OutsideAdmin title={title} text={t(answer.done)} />;
  return (
    <OutsideAdmin title={title} text={t(`notifications.link.${wish}`, { shop })}>
      <form method="post">
        <button type="submit">{t(`notifications.link.${wish}.button`)}</button>
      </form>
    </OutsideAdmin>
  );
}
