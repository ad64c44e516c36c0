import type { Prisma } from "@prisma/client";

import { inShop, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import { insertRows } from "../lib/database/rows.server.ts";
import { EVENTS, type EventName } from "../lib/activity/events.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { nextTimeOfDay } from "../messages/zoned-time.ts";
import { after } from "../queue/back-off.ts";
import { dueAt } from "../queue/lease.server.ts";
import { storedFacts } from "../shop/shop-facts.server.ts";
import { passToFlow } from "./flow-triggers.server.ts";
import type { Outcome } from "./outcome.ts";
import { lockSettings, type NotificationSettings } from "./settings-store.server.ts";
import { KEPT_DAYS, type Mode } from "./settings.ts";
import { mayMail } from "./smtp.server.ts";

/**
 * Minimum time between two e-mails for urgent events, so that an hour of problems causes only a few e-mails.
 */
const BETWEEN_URGENT_SECONDS = 600;
/** Events per e-mail; the others go into the next one. */
const EVENTS_AT_MOST = 10_000;
const KEEP_SECONDS = KEPT_DAYS * 86_400;

/**
 * Writes Flow's triggers for the shop's waiting events, and one e-mail (urgent or digest) per recipient.
 * Postpones events for the digest to the digest's time. Recipients who are added later get none of these
 * events.
 */
export async function planMails(shop: ShopDomain): Promise<void> {
  const gather = async (tx: Tx, now: Date) => {
    // Locks the settings. Otherwise, two workers would both write e-mails for the same events.
    const settings = await lockSettings(tx, shop);
    await passToFlow(tx, shop);
    const recipients = mayMail()
      ? await tx.notificationRecipient.findMany({
          where: { shop, confirmedAt: { not: null }, OR: STILL_REACHED },
          select: { id: true },
        })
      : [];
    const inMode = (wanted: Mode) => EVENTS.filter((name) => settings.modes[name] === wanted);
    // Events that this version does not know, recorded by a later version of Stockbridge, are not wanted.
    const wanted = recipients.length === 0 ? [] : [...inMode("instant"), ...inMode("digest")];
    await tx.outboxEntry.updateMany({
      where: { ...waiting(shop), name: { notIn: wanted } },
      data: { ...ENDED, outcome: "not-wanted" },
    });
    if (wanted.length === 0) return;
    const scope = { shop, now, recipients, settings };
    await gatherUrgent(tx, { ...scope, names: inMode("instant") });
    await gatherDigest(tx, { ...scope, names: inMode("digest") });
  };
  await inShop(shop, gather, LONG_WORK);
}

/**
 * Selects the recipients who get events. If the mail server refused the address, the merchant must act first.
 * After other problems, such as a broken mail server, the recipient gets later events.
 */
const STILL_REACHED = [{ problem: null }, { problem: { not: "address-refused" satisfies Outcome } }];

type Gathering = {
  shop: ShopDomain;
  now: Date;
  recipients: { id: string }[];
  settings: NotificationSettings;
  names: EventName[];
};

const ENDED = dueAt(null);

function waiting(shop: ShopDomain) {
  return { shop, kind: "event", dueAt: { not: null } };
}

async function gatherUrgent(tx: Tx, gathering: Gathering): Promise<void> {
  const { shop, now, settings, names } = gathering;
  const where = { ...waiting(shop), name: { in: names } };
  const nextAt = settings.lastUrgentAt && after(settings.lastUrgentAt, BETWEEN_URGENT_SECONDS);
  if (nextAt !== null && nextAt > now) {
    await tx.outboxEntry.updateMany({
      where: { ...where, dueAt: { lte: now } },
      data: dueAt(nextAt),
    });
    return;
  }
  const events = await findEvents(tx, where);
  if (events.length === 0) return;
  await write(tx, "urgent", { ...gathering, events });
  await tx.notificationSettings.update({ where: { shop }, data: { lastUrgentAt: now } });
}

async function gatherDigest(tx: Tx, gathering: Gathering): Promise<void> {
  const { shop, now, settings, names } = gathering;
  const where = { ...waiting(shop), name: { in: names } };
  const timeZone = (await storedFacts(tx, shop))?.timeZone ?? null;
  const due = await findEvents(tx, { ...where, dueAt: { lte: now } });
  const ofDigest = Map.groupBy(due, ({ at }) => nextTimeOfDay(settings.digestTime, at, timeZone).getTime());
  const isDigestDue = [...ofDigest.keys()].some((digestAt) => digestAt <= now.getTime());
  if (isDigestDue) {
    await write(tx, "digest", { ...gathering, events: await findEvents(tx, where) });
    return;
  }
  for (const [digestAt, events] of ofDigest)
    await tx.outboxEntry.updateMany({
      where: { shop, id: { in: idsOf(events) } },
      data: dueAt(new Date(digestAt)),
    });
}

type Found = { id: string; at: Date };

/** Finds waiting events, the oldest first. */
function findEvents(tx: Tx, where: Prisma.OutboxEntryWhereInput): Promise<Found[]> {
  return tx.outboxEntry.findMany({
    where,
    orderBy: [{ at: "asc" }, { id: "asc" }],
    take: EVENTS_AT_MOST,
    select: { id: true, at: true },
  });
}

function idsOf(events: Found[]): string[] {
  return events.map(({ id }) => id);
}

async function write(
  tx: Tx,
  name: "urgent" | "digest",
  { shop, events, recipients, now }: Gathering & { events: Found[] },
): Promise<void> {
  const eventIds = idsOf(events);
  const times = { at: now, dueAt: now, keepUntil: after(now, KEEP_SECONDS) };
  const mails = recipients.map(({ id }) => ({
    shop,
    kind: "mail",
    name,
    recipientId: id,
    eventIds,
    ...times,
  }));
  await insertRows(tx, "OutboxEntry", mails);
  await tx.outboxEntry.updateMany({
    where: { shop, id: { in: eventIds } },
    data: { ...ENDED, outcome: "mailed" },
  });
}
