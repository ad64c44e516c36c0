import MailComposer from "nodemailer/lib/mail-composer";
import type { OutboxEntry } from "@prisma/client";
import { env } from "../lib/env.server.ts";
import { EVENTS, type EventName } from "../lib/activity/events.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import "../messages/all-languages.server.ts";
import type { Message } from "../messages/message.ts";
import { type Locale, type Translate, translator } from "../messages/translate.ts";
import { SUBJECT_PAGE, TRIGGERS } from "./flow-triggers.ts";
import { adminLink, mailLink } from "./mail-links.server.ts";

/**
 * Maximum number of orders or products that an e-mail lists per event. The e-mail gives only the number of the
 * others.
 */
const NAMES_AT_MOST = 20;

type Line = { text: string; link?: string };
type Body = { subject: string; lines: Line[] };

export type MailToWrite = {
  shop: ShopDomain;
  mail: Pick<OutboxEntry, "id" | "name" | "at">;
  recipient: { id: string; address: string; locale: Locale };
  events: Pick<OutboxEntry, "name" | "label" | "url" | "count">[];
};

/**
 * Writes an e-mail. The same row gives the same Message-ID, date and text, so mail servers can recognize a
 * repeated e-mail.
 */
export async function writeMail({ shop, mail, recipient, events }: MailToWrite): Promise<Buffer> {
  const { id, locale } = recipient;
  const t = translator(locale);
  const unsubscribe = await mailLink("unsubscribe", { shop, id, locale });
  const { subject, lines } =
    mail.name === "confirmation"
      ? await confirmation(t, { shop, id, locale })
      : report(t, { shop, isDigest: mail.name === "digest", events });
  const foot: Line[] = [
    { text: t("notifications.mail.why", { shop }) },
    { text: t("notifications.mail.unsubscribe"), link: unsubscribe },
  ];
  const composer = new MailComposer({
    from: env.MAIL_FROM,
    to: recipient.address,
    subject,
    messageId: `<${mail.id}@${new URL(env.SHOPIFY_APP_URL).hostname}>`,
    date: mail.at,
    baseBoundary: mail.id.replaceAll("-", ""),
    text: [...lines, { text: "-- " }, ...foot].map(asText).join("\n"),
    html: `<!doctype html><html lang="${locale}"><body>${lines.map(asHtml).join("\n")}<hr>${foot.map(asHtml).join("\n")}</body></html>`,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

async function confirmation(
  t: Translate,
  recipient: { shop: ShopDomain; id: string; locale: Locale },
): Promise<Body> {
  const { shop } = recipient;
  return {
    subject: t("notifications.mail.confirmation.subject"),
    lines: [
      { text: t("notifications.mail.confirmation.text", { shop }) },
      { text: t("notifications.mail.confirmation.link"), link: await mailLink("confirm", recipient) },
      { text: t("notifications.mail.confirmation.ignore") },
    ],
  };
}

function report(
  t: Translate,
  { shop, isDigest, events }: { shop: ShopDomain; isDigest: boolean; events: MailToWrite["events"] },
): Body {
  const ofName = Map.groupBy(events, ({ name }) => name as EventName);
  const concerned = EVENTS.map((name) => ({ name, latest: latestOf(name, ofName.get(name) ?? []) }));
  const lines = concerned.flatMap(({ name, latest }): Line[] => {
    if (latest.length === 0) return [];
    const subjects = new Map(
      latest.flatMap(({ label, url }) =>
        label === null || url === null
          ? []
          : [[JSON.stringify([url, label]), { label: label as string | Message, url }] as const],
      ),
    );
    const shown = [...subjects.values()].slice(0, NAMES_AT_MOST).map(({ label, url }) => ({
      text: typeof label === "string" ? label : t(label),
      link: adminLink(shop, url),
    }));
    const more = subjects.size - shown.length;
    return [
      { text: t(`notifications.mail.${name}`, { count: sum(latest) }) },
      ...shown,
      ...(more > 0 ? [{ text: t("notifications.mail.more", { count: more }) }] : []),
    ];
  });
  const count = concerned.reduce((total, { latest }) => total + sum(latest), 0);
  return {
    subject: t(isDigest ? "notifications.mail.digest.subject" : "notifications.mail.urgent.subject", {
      count,
    }),
    lines: [{ text: t("notifications.mail.intro", { shop }) }, ...lines],
  };
}

type Event = MailToWrite["events"][number];

/**
 * Returns the latest event per order, product or setup problem, and all other events. An event without a reason
 * does not replace an earlier one with a reason.
 * @param events the oldest first.
 */
function latestOf(name: EventName, events: Event[]): Event[] {
  const latest = new Map<unknown, Event>();
  for (const event of events) {
    const subject = subjectOf(name, event);
    const before = latest.get(subject);
    latest.set(subject, before && hasReason(before) && !hasReason(event) ? before : event);
  }
  return [...latest.values()];
}

function subjectOf(name: EventName, event: Event): unknown {
  const { label, url } = event;
  if (url === null) return event;
  if (TRIGGERS[name].about === null) return JSON.stringify([url, label]);
  return SUBJECT_PAGE.test(url) ? url : event;
}

function hasReason({ label }: Event): boolean {
  return (label as Partial<Message> | null)?.code === "notifications.mail.about";
}

/**
 * Returns the number of orders, products or problems of one kind of event. An event about paused ordering
 * has the count 0, because each paused order has its own event; if there are no others, the sum is 1.
 */
function sum(events: { count: number }[]): number {
  return events.length === 0
    ? 0
    : Math.max(
        1,
        events.reduce((total, { count }) => total + count, 0),
      );
}

function asText({ text, link }: Line): string {
  return link === undefined ? text : `${text}: ${link}`;
}

function asHtml({ text, link }: Line): string {
  const shown = escaped(text);
  return `<p>${link === undefined ? shown : `<a href="${escaped(link)}">${shown}</a>`}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.codePointAt(0))};`);
}
