import { inShop, type Tx } from "../lib/database/db.server.ts";
import { insertRows } from "../lib/database/rows.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import { after } from "../queue/back-off.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { MessageCode } from "../messages/message.ts";
import { DEFAULT_LOCALE, type Locale } from "../messages/translate.ts";
import { readAddress } from "./address.ts";
import type { Recipient } from "./mail-links.server.ts";
import { lockSettings } from "./settings-store.server.ts";
import { KEPT_DAYS, RECIPIENTS_AT_MOST } from "./settings.ts";

/**
 * Time to confirm an address. After this time the link no longer works, and the address is deleted when the
 * merchant adds the next one.
 */
const CONFIRM_WITHIN_MS = 7 * 86_400_000;
/** Maximum number of confirmations per shop and day, so that a shop cannot send many e-mails to strangers. */
const CONFIRMATIONS_PER_DAY = 10;
const DAY_SECONDS = 86_400;

/**
 * Adds an address and sends it a confirmation.
 *
 * @param locale the language of the e-mails to this address.
 * @returns the problem with the address; null if the address was added.
 */
export async function addRecipient(
  shop: ShopDomain,
  typed: string,
  locale: Locale = DEFAULT_LOCALE,
): Promise<MessageCode | null> {
  const read = readAddress(typed);
  if (read.kind === "problem") return read.code;
  const { address } = read;
  return inShop(shop, async (tx, now) => {
    await lockSettings(tx, shop);
    await tx.notificationRecipient.deleteMany({ where: { shop, ...expired(now) } });
    const existing = await tx.notificationRecipient.findMany({ where: { shop }, select: { address: true } });
    const isSame = (other: { address: string }) => other.address.toLowerCase() === address.toLowerCase();
    if (existing.some(isSame)) return "notifications.address.already";
    if (existing.length >= RECIPIENTS_AT_MOST) return "notifications.address.too-many";
    const isTooOften = await isOverLimit(tx, shop, now);
    if (isTooOften) return "notifications.address.too-often";
    const { id } = await tx.notificationRecipient.create({ data: { shop, address, locale, invitedAt: now } });
    const times = { at: now, dueAt: now, keepUntil: after(now, KEPT_DAYS * DAY_SECONDS) };
    await insertRows(tx, "OutboxEntry", [
      { shop, kind: "mail", name: "confirmation", recipientId: id, ...times },
    ]);
    await enqueue(tx, jobs["notifications.sweep"], {});
    return null;
  });
}

async function isOverLimit(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  const sent = await tx.outboxEntry.count({
    where: { shop, kind: "mail", name: "confirmation", at: { gt: after(now, -DAY_SECONDS) } },
  });
  return sent >= CONFIRMATIONS_PER_DAY;
}

/**
 * Removes an address, for the merchant or for a reader who unsubscribes. Waiting e-mails to this address are
 * not sent.
 */
export async function removeRecipient({ shop, id }: Recipient): Promise<void> {
  await inShop(shop, (tx) => tx.notificationRecipient.deleteMany({ where: { shop, id } }));
}

/**
 * Confirms an address. A second confirmation changes nothing.
 * @returns false if the address was removed, or was added more than seven days ago and never confirmed
 */
export async function confirmRecipient({ shop, id }: Recipient): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    await tx.notificationRecipient.updateMany({
      where: { shop, id, confirmedAt: null, invitedAt: { gt: new Date(now.getTime() - CONFIRM_WITHIN_MS) } },
      data: { confirmedAt: now, problem: null },
    });
    const confirmed = await tx.notificationRecipient.count({
      where: { shop, id, confirmedAt: { not: null } },
    });
    return confirmed > 0;
  });
}

export type ListedRecipient = {
  id: string;
  address: string;
  isConfirmed: boolean;
  problem: string | null;
};

/** Lists the shop's addresses, the oldest first. */
export async function listRecipients(tx: Tx, shop: ShopDomain, now: Date): Promise<ListedRecipient[]> {
  const rows = await tx.notificationRecipient.findMany({
    where: { shop, NOT: expired(now) },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, address, confirmedAt, problem }) => ({
    id,
    address,
    problem,
    isConfirmed: confirmedAt !== null,
  }));
}

function expired(now: Date) {
  return { confirmedAt: null, invitedAt: { lte: new Date(now.getTime() - CONFIRM_WITHIN_MS) } };
}
