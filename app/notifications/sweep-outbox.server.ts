import { removeInBatches } from "../lib/database/db.server.ts";
import type { Claimed } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import { planMails } from "./plan-mails.server.ts";
import { sendMail } from "./send-mail.server.ts";
import { sendTrigger } from "./send-trigger.server.ts";

/**
 * Lease of an entry. It is longer than a delivery to a mail server (`deliver`) and than a call to Shopify
 * (`SHOP_CALL_SECONDS`).
 */
const LEASE_SECONDS = 120;

/** Processes due entries of the outbox: turns events into e-mails and Flow's triggers, and sends these. */
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

/** Deletes the entries of all shops that are past their `keep_until`. */
export async function removeOldEntries(): Promise<void> {
  await removeInBatches("notifications", (tx, now, limit) =>
    tx.outboxEntry.deleteMany({ where: { keepUntil: { lte: now } }, limit }),
  );
}
