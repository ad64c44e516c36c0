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
/** Delay after an event, so that events of one cause are reported together. */
const GATHER_MS = 60_000;

/**
 * A subject and its page, in the app or in the shop's admin. The label is a name ("#1001") or a message. `what`: the event
 * in a few words, for e-mails, which have no other text of the entry. Never the supplier's or a customer's words.
 */
export type Subject = {
  label: string | Message;
  url: `/app/${string}` | `shopify:admin/${string}`;
  what?: Message | null;
};

/** The subject of an event that only Home explains. Its entry names no page. */
type OnHome = Omit<Subject, "url"> & { url: "/app" };

export function onHome(what: Message): OnHome {
  return { label: { code: "home.menu" }, url: "/app", what };
}

export type NewEntry = {
  shop: ShopDomain;
  kind: ActivityKind;
  tone: Tone;
  subject?: Subject;
  /** Subjects that each have an event of their own. Without them, the entry is one event about `count` things. */
  subjects?: (Subject | OnHome)[];
  /**
   * Ids of products or variants, or a name. A later entry with the same `about` settles a warning. Empty if the kind of
   * the later entry is enough.
   */
  about?: string[];
  /** The event, and the merchant's next step if there is one. Never personal data, never a secret. */
  message: Message;
  /** Number of things that the entry is about; 1 by default. */
  count?: number;
  at: Date;
};

/**
 * Records an event for the merchant. `tx` is the transaction of the event itself, so that both commit or
 * neither.
 */
export async function recordActivity(tx: Tx, entry: NewEntry): Promise<void> {
  await recordActivities(tx, [entry]);
}

export async function recordActivities(tx: Tx, entries: NewEntry[]): Promise<void> {
  await insertTogether(tx, activityRows(entries));
}

/** Returns the rows of entries and of their events, to be inserted together with those of other tables. */
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

/** Returns the label for e-mails: the name, and the event if its words are known. */
function labelOf({ label, what }: Omit<Subject, "url">): Subject["label"] {
  return what ? { code: "notifications.mail.about", name: label, what } : label;
}

/** Removes every shop's entries that have been kept long enough. */
export async function removeOldActivity(): Promise<void> {
  await removeInBatches("activity", (tx, now, limit) =>
    tx.activity.deleteMany({ where: { keepUntil: { lte: now } }, limit }),
  );
}
