import type { Prisma } from "@prisma/client";
import { removeInBatches, type Tx } from "../database/db.server.ts";
import { insertTogether, type NewRows } from "../database/rows.server.ts";
import type { ShopDomain } from "../shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ActivityKind } from "./activity-filter.ts";
import { eventOf, type Tone } from "./events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEEP_MS = 90 * DAY_MS;
const KEEP_EVENTS_MS = 30 * DAY_MS;
/** Delay before an event is reported, so that one e-mail reports all events with the same cause. */
const GATHER_MS = 60_000;

/**
 * A subject and its page, in the app or in the shop's admin. `label`: a name ("#1001") or a message. `what`:
 * the event in a few words, because an e-mail shows only the subject. It must not quote the supplier or a
 * customer.
 */
export type Subject = {
  label: string | Message;
  url: `/app/${string}` | `shopify:admin/${string}`;
  what?: Message | null;
};

/** The subject of an event that the merchant finds on Home. The activity entry links to no page. */
type OnHome = Omit<Subject, "url"> & { url: "/app" };

export function onHome(what: Message): OnHome {
  return { label: { code: "home.menu" }, url: "/app", what };
}

export type NewEntry = {
  shop: ShopDomain;
  kind: ActivityKind;
  tone: Tone;
  subject?: Subject;
  /**
   * If set, each subject causes its own event. If not set, the entry causes one event about `count` orders or
   * products.
   */
  subjects?: (Subject | OnHome)[];
  /**
   * Ids of products or variants, or a name. A later entry settles a warning only if both have the same `about`.
   * If a warning's `about` is empty, the later entry's kind alone decides.
   */
  about?: string[];
  /** The event, and the merchant's next step if there is one. Must not contain personal data or secrets. */
  message: Message;
  /** Number of orders or products that the entry is about; 1 by default. */
  count?: number;
  at: Date;
};

/**
 * Records an entry for the merchant.
 * @param tx the transaction of the recorded change, so that both commit or neither does
 */
export async function recordActivity(tx: Tx, entry: NewEntry): Promise<void> {
  await recordActivities(tx, [entry]);
}

export async function recordActivities(tx: Tx, entries: NewEntry[]): Promise<void> {
  await insertTogether(tx, activityRows(entries));
}

/**
 * Returns the rows of entries and of their events, so that the caller can insert them together with rows of
 * other tables.
 */
export function activityRows(entries: NewEntry[]): NewRows[] {
  const rows = entries.map(({ subject, subjects: _each, count: _count, about = [], at, ...facts }) => ({
    ...facts,
    about,
    ...(subject && { subjectLabel: subject.label, subjectUrl: subject.url }),
    at,
    keepUntil: new Date(at.getTime() + KEEP_MS),
  }));
  const events = entries.flatMap(({ shop, kind, tone, subject, subjects, count = 1, at }) => {
    const name = eventOf({ kind, tone });
    if (name === null) return [];
    const times = {
      at,
      dueAt: new Date(at.getTime() + GATHER_MS),
      keepUntil: new Date(at.getTime() + KEEP_EVENTS_MS),
    };
    const each = subjects?.map((about) => ({ about, count: 1 })) ?? [{ about: subject ?? null, count }];
    return each.map(({ about, count: things }) => ({
      shop,
      kind: "event",
      name,
      label: about && labelOf(about),
      url: about?.url ?? null,
      count: things,
      ...times,
    }));
  });
  return [
    { model: "Activity", rows },
    { model: "OutboxEntry", rows: events as Prisma.OutboxEntryCreateManyInput[] },
  ];
}

/** Returns the label for e-mails: the name, followed by the event if `what` is set. */
function labelOf({ label, what }: Omit<Subject, "url">): Subject["label"] {
  return what ? { code: "notifications.mail.about", name: label, what } : label;
}

/** Deletes the entries of all shops that are past their `keep_until`. */
export async function removeOldActivity(): Promise<void> {
  await removeInBatches("activity", (tx, now, limit) =>
    tx.activity.deleteMany({ where: { keepUntil: { lte: now } }, limit }),
  );
}
