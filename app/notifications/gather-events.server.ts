import { inShop, type Tx } from "../lib/database/db.server.ts";
import { insertRows } from "../lib/database/rows.server.ts";
import type { EventName } from "../lib/activity/events.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { nextTimeOfDay } from "../messages/zoned-time.ts";
import { after } from "../queue/back-off.ts";
import { storedFacts } from "../shop/shop-facts.server.ts";
import type { Outcome } from "./mail-outcome.ts";
import { lockSettings } from "./settings-store.server.ts";
import { KEPT_DAYS, type Mode } from "./settings.ts";
import { mayMail } from "./smtp.server.ts";

/** Time between two e-mails for urgent events, so that an hour of trouble is a few e-mails. */
const BETWEEN_URGENT_SECONDS = 600;
/** Events per e-mail; the others go into the next one. */
const EVENTS_AT_MOST = 1000;
const KEEP_SECONDS = KEPT_DAYS * 86_400;

/**
 * Writes the e-mails for the shop's waiting events, one per recipient and kind. An event that waits for the digest becomes due
 * with it. Recipients who are added later get none of these events.
 */
export async function gatherEvents(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    // Two workers that gather at once would both find the same events.
    const { modes, digestTime, lastUrgentAt } = await lockSettings(tx, shop);
    const recipients = mayMail()
      ? await tx.notificationRecipient.findMany({
          where: { shop, confirmedAt: { not: null }, problem: null },
          select: { id: true },
        })
      : [];
    const waiting = await tx.outboxEntry.findMany({
      where: { shop, kind: "event", dueAt: { not: null } },
      orderBy: [{ at: "asc" }, { id: "asc" }],
      take: EVENTS_AT_MOST,
    });
    const inMode = (mode: Mode) => waiting.filter(({ name }) => modeOf(modes, name) === mode);
    if (recipients.length === 0) {
      await end(tx, { shop, events: waiting, outcome: "not-wanted" });
      return;
    }
    await end(tx, { shop, events: inMode("off"), outcome: "not-wanted" });

    const urgent = inMode("instant");
    const nextUrgentAt = lastUrgentAt && after(lastUrgentAt, BETWEEN_URGENT_SECONDS);
    if (nextUrgentAt !== null && nextUrgentAt > now)
      await postponeTo(tx, { shop, events: urgent, dueAt: nextUrgentAt });
    else if (urgent.length > 0) {
      await write(tx, { shop, name: "urgent", events: urgent, recipients, now });
      await tx.notificationSettings.update({ where: { shop }, data: { lastUrgentAt: now } });
    }

    const timeZone = (await storedFacts(tx, shop))?.timeZone ?? null;
    const inDigest = inMode("digest").map((event) => ({
      ...event,
      digestAt: nextTimeOfDay(digestTime, event.at, timeZone),
    }));
    const isDigestDue = inDigest.some(({ digestAt }) => digestAt <= now);
    if (isDigestDue) await write(tx, { shop, name: "digest", events: inDigest, recipients, now });
    else {
      for (const [at, events] of Map.groupBy(inDigest, ({ digestAt }) => digestAt.getTime()))
        await postponeTo(tx, { shop, events, dueAt: new Date(at) });
    }
  });
}

function modeOf(modes: Record<EventName, Mode>, name: string): Mode {
  // A later version may have recorded an event that this one does not know.
  return (modes as Record<string, Mode | undefined>)[name] ?? "off";
}

type Events = { shop: ShopDomain; events: { id: string }[] };

async function end(tx: Tx, { shop, events, outcome }: Events & { outcome: Outcome }): Promise<void> {
  if (events.length === 0) return;
  await tx.outboxEntry.updateMany({
    where: { shop, id: { in: events.map(({ id }) => id) } },
    data: { dueAt: null, leasedUntil: null, outcome },
  });
}

async function postponeTo(tx: Tx, { shop, events, dueAt }: Events & { dueAt: Date }): Promise<void> {
  if (events.length === 0) return;
  await tx.outboxEntry.updateMany({
    where: { shop, id: { in: events.map(({ id }) => id) } },
    data: { dueAt, leasedUntil: null },
  });
}

async function write(
  tx: Tx,
  {
    shop,
    name,
    events,
    recipients,
    now,
  }: Events & { name: "urgent" | "digest"; recipients: { id: string }[]; now: Date },
): Promise<void> {
  const eventIds = events.map(({ id }) => id);
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
  await end(tx, { shop, events, outcome: "mailed" });
}
