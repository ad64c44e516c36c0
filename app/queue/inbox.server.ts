import { z } from "zod";

import { asSystem, LONG_WORK } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "./boss.server.ts";
import { defineJob } from "./define-job.ts";

/** A webhook as the inbox keeps it: that it came, never what it said. */
export type InboxEvent<Topic extends string = string> = {
  shop: ShopDomain;
  topic: Topic;
  webhookId: string;
  eventId: string | null;
  subjectId: string | null;
  triggeredAt: Date | null;
};

/** Does what a topic asks for. Called again after a failure or a crash, so it must bear being called twice. */
export type TopicHandlers<Topic extends string> = Record<
  Topic,
  (event: InboxEvent<Topic>, now: Date) => Promise<void>
>;

/** Handles one entry of the inbox. */
export const handleEntryJob = defineJob("inbox.handle", z.object({ entryId: z.uuid() }));
/** Handles every entry that is due: those whose job was lost, and those that failed and wait for their next try. */
export const sweepInboxJob = defineJob("inbox.sweep", z.object({}));

/** While a handler runs, nobody else takes its entry for this long; after a crash it is due again then. */
const LEASE_SECONDS = 60;
/** A shop that has shut us out for days leaves many that fail again: they must not keep others' from their turn. */
const SWEEP_AT_MOST = 500;
/** Handled side by side, so that one that hangs does not hold up the others beyond its own time. */
const AT_ONCE = 20;
/** Leases count from when the sweep began. What it does not get to, the next one finds. */
const SWEEP_MS = 30_000;
/** Shopify repeats a webhook for hours, and asks for nothing older. */
const KEEP_HANDLED_DAYS = 30;

/**
 * Keeps a webhook and wakes its handling, in one transaction. A webhook id that is there already changes nothing.
 *
 * @returns whether the webhook was new.
 */
export async function receive(event: InboxEvent, now: Date): Promise<boolean> {
  return asSystem("inbox", async (tx) => {
    const [entry] = await tx.inboxEntry.createManyAndReturn({
      data: [{ ...event, receivedAt: now, nextAt: now }],
      skipDuplicates: true,
    });
    if (!entry) return false;
    await enqueue(tx, handleEntryJob, { entryId: entry.id });
    return true;
  });
}

/** Handles one entry if it is due and nobody else has it. A failure is written down and tried again later. */
export async function handleEntry<Topic extends string>(
  handlers: TopicHandlers<Topic>,
  { entryId, now }: { entryId: string; now: Date },
): Promise<void> {
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const entry = await asSystem("inbox", async (tx) => {
    const [claimed] = await tx.inboxEntry.updateManyAndReturn({
      where: { id: entryId, nextAt: { lte: now } },
      data: { nextAt: leasedUntil, retryCount: { increment: 1 } },
    });
    return claimed;
  });
  if (!entry) return;

  const { retryCount, topic } = entry;
  try {
    const handle = handlers[topic as Topic] as TopicHandlers<Topic>[Topic] | undefined;
    if (!handle) throw new Error(`No handler for the topic ${topic}.`);
    await handle({ ...entry, shop: entry.shop as ShopDomain, topic: topic as Topic }, now);
  } catch (error) {
    const failure = error instanceof Failure ? error.code : "error";
    // For a shop that has gone there is nothing left to do, now or later.
    if (failure !== "shop-gone") {
      const nextAt = new Date(now.getTime() + Math.min(2 ** retryCount * 5, 3600) * 1000);
      log.warn({ err: error, entryId, topic, retryCount, nextAt }, "inbox.failed");
      await writeBack(entryId, leasedUntil, { failure, nextAt });
      return;
    }
  }
  await writeBack(entryId, leasedUntil, { failure: null, nextAt: null, handledAt: now });
  log.info({ entryId, topic, shop: entry.shop, retryCount }, "inbox.handled");
}

/** Handles what is due, oldest first, and forgets what was handled long ago. */
export async function sweepInbox<Topic extends string>(
  handlers: TopicHandlers<Topic>,
  now: Date,
): Promise<void> {
  const due = await asSystem("inbox", (tx) =>
    tx.inboxEntry.findMany({
      where: { nextAt: { lte: now } },
      orderBy: { nextAt: "asc" },
      take: SWEEP_AT_MOST,
      select: { id: true },
    }),
  );
  const waiting = due.values();
  const until = performance.now() + SWEEP_MS;
  const lane = async () => {
    for (const { id } of waiting) {
      if (performance.now() > until) return;
      await handleEntry(handlers, { entryId: id, now });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const old = new Date(now.getTime() - KEEP_HANDLED_DAYS * 86_400_000);
  await asSystem("inbox", (tx) => tx.inboxEntry.deleteMany({ where: { handledAt: { lt: old } } }), LONG_WORK);
}

/** Makes due what waited for the shop to let us in again. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain, now: Date): Promise<void> {
  await asSystem("inbox", async (tx) => {
    await tx.inboxEntry.updateMany({
      where: { shop, failure: "access-lost", nextAt: { gt: now } },
      data: { nextAt: now },
    });
    await enqueue(tx, sweepInboxJob, {});
  });
}

/** Removes a shop's entries. */
export async function eraseInbox(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", (tx) => tx.inboxEntry.deleteMany({ where: { shop } }), LONG_WORK);
}

/** Writes nothing where the lease went to somebody else, or where erasing a shop took the entry away meanwhile. */
async function writeBack(
  id: string,
  leasedUntil: Date,
  data: { failure: string | null; nextAt: Date | null; handledAt?: Date },
): Promise<void> {
  await asSystem("inbox", (tx) => tx.inboxEntry.updateMany({ where: { id, nextAt: leasedUntil }, data }));
}
