import type { InboxEntry } from "@prisma/client";

import { asSystem, LONG_WORK } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after, backOffSeconds } from "./back-off.ts";
import { enqueue } from "./boss.server.ts";
import { handleEntryJob, sweepInboxJob } from "./jobs.ts";
import { sweep } from "./sweep.server.ts";

/** A webhook as the inbox keeps it: that it came, never what was in it. */
export type InboxEvent<Topic extends string = string> = {
  shop: ShopDomain;
  topic: Topic;
  webhookId: string;
  eventId: string | null;
  subjectId: string | null;
  triggeredAt: Date | null;
};

/** What each topic leads to. A handler runs again after a failure or a crash, so running twice must do no harm. */
export type TopicHandlers<Topic extends string> = Record<Topic, (event: InboxEvent<Topic>) => Promise<void>>;

/**
 * Three calls to the shop (90 s each, see app/shop/call.server.ts) and the transactions between them. Where a handler
 * reads more pages than that, another one may begin beside it.
 */
const LEASE_SECONDS = 300;
/** Shopify repeats a webhook for hours, and none is of interest for longer, nor one that waited so long for its shop. */
const KEEP_DAYS = 30;
const REMOVE_BATCH = 5000;

/**
 * Keeps a webhook and wakes its handling, in one transaction. A webhook id that is there already changes nothing.
 *
 * @returns whether the webhook was new.
 */
export async function receive(event: InboxEvent): Promise<boolean> {
  return asSystem("inbox", async (tx, now) => {
    const [entry] = await tx.inboxEntry.createManyAndReturn({
      data: [{ ...event, receivedAt: now, nextAt: now }],
      skipDuplicates: true,
    });
    if (!entry) return false;
    await enqueue(tx, handleEntryJob, { entryId: entry.id });
    return true;
  });
}

/** Handles one entry if it is due and not claimed. A failure is recorded, and the entry postponed. */
export async function handleEntry<Topic extends string>(
  handlers: TopicHandlers<Topic>,
  { entryId }: { entryId: string },
): Promise<void> {
  const entry = await claim(entryId);
  if (!entry) return;
  const { shop, topic } = entry;
  try {
    const handle = handlers[topic as Topic] as TopicHandlers<Topic>[Topic] | undefined;
    if (!handle) throw new Error(`No handler for the topic ${topic}.`);
    await handle({ ...entry, shop: shop as ShopDomain, topic: topic as Topic });
  } catch (error) {
    // For a shop that has gone there is nothing left to do, now or later.
    if (!(error instanceof Failure && error.code === "shop-gone")) return postpone(entry, error);
  }
  await release(entry, (now) => ({ failure: null, nextAt: null, handledAt: now }));
  log.info({ entryId, topic, shop }, "inbox.handled");
}

/** Handles every entry that is due: those whose job was lost, and those that failed and wait for their next try. */
export async function sweepInbox<Topic extends string>(handlers: TopicHandlers<Topic>): Promise<void> {
  await sweep({
    purpose: "inbox",
    table: "inbox_entry",
    id: "id",
    process: ({ id }) => handleEntry(handlers, { entryId: id }),
  });
}

/** Removes what was handled, or came from a shop without access, long ago, in small transactions. */
export async function removeHandledEntries(): Promise<void> {
  for (;;) {
    const { count } = await asSystem("inbox", (tx, now) =>
      tx.inboxEntry.deleteMany({
        where: {
          OR: [
            { handledAt: { lt: after(now, -KEEP_DAYS * 86_400) } },
            {
              ...{ nextAt: { not: null }, failure: "access-lost" },
              receivedAt: { lt: after(now, -KEEP_DAYS * 86_400) },
            },
          ],
        },
        limit: REMOVE_BATCH,
      }),
    );
    if (count < REMOVE_BATCH) return;
  }
}

/** Makes due what waited for access to the shop. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", async (tx, now) => {
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

async function claim(id: string): Promise<InboxEntry | undefined> {
  return asSystem("inbox", async (tx, now) => {
    const [claimed] = await tx.inboxEntry.updateManyAndReturn({
      where: { id, nextAt: { lte: now } },
      data: { nextAt: after(now, LEASE_SECONDS) },
    });
    return claimed;
  });
}

async function postpone(entry: InboxEntry, error: unknown): Promise<void> {
  const { id: entryId, topic, retryCount } = entry;
  const failure = error instanceof Failure ? error : null;
  const seconds = backOffSeconds(retryCount, { failure });
  log.warn({ err: error, entryId, topic, retryCount, seconds }, "inbox.failed");
  await release(entry, (now) => ({
    failure: failure?.code ?? "error",
    nextAt: after(now, seconds),
    retryCount: retryCount + 1,
  }));
}

/** Changes nothing once another process has the lease, or erasing the shop has removed the entry. */
async function release(
  { id, nextAt: leasedUntil }: InboxEntry,
  change: (now: Date) => Partial<Pick<InboxEntry, "failure" | "nextAt" | "handledAt" | "retryCount">>,
): Promise<void> {
  await asSystem("inbox", (tx, now) =>
    tx.inboxEntry.updateMany({ where: { id, nextAt: leasedUntil }, data: change(now) }),
  );
}
