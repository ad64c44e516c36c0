import { removeInBatches } from "../lib/database/db.server.ts";
import type { Claimed } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import { planMails } from "./plan-mails.server.ts";
import { sendMail } from "./send-mail.server.ts";
import { sendTrigger } from "./send-trigger.server.ts";

/**
 * Lease of an entry: longer than the longest delivery to a mail server (`deliver`), or a call to Shopify
 * (`SHOP_CALL_SECONDS`).
 */
const LEASE_SECONDS = 120;

/** Processes what is due in the outbox: events become e-mails and triggers of Flow, and both are sent. */
export async function sweepOutbox(): Promise<void> {
  await sweep({
    purpose: "notifications",
    work: "OutboxEntry",
    seconds: LEASE_SECONDS,
    process: processEntry,
  });
}

async function processEntry(entry: Claimed<"OutboxEntry">): Promise<void> {
  if (entry.kind === "mail") await sendMail(entry);
  else if (entry.kind === "trigger") await sendTrigger(entry);
  else await planMails(entry.shop);
}

/** Removes every shop's entries that have been kept long enough. */
export async function removeOldEntries(): Promise<void> {
  await removeInBatches("notifications", (tx, now, limit) =>
    tx.outboxEntry.deleteMany({ where: { keepUntil: { lte: now } }, limit }),
  );
}
