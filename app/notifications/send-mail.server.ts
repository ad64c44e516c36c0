import { inShop, type Tx } from "../lib/database/db.server.ts";
import { backOffSeconds } from "../queue/back-off.ts";
import { type Claimed, postpone, release, writeLeased } from "../queue/lease.server.ts";
import { env } from "../lib/env.server.ts";
import {
  type Delivery,
  GIVE_UP_AFTER_MS,
  type Outcome,
  REPEAT_SECONDS,
  UNANSWERED_AT_MOST,
} from "./outcome.ts";
import { deliver, mayMail } from "./smtp.server.ts";
import { writeMail } from "./write-mail.server.ts";

type Mail = Claimed<"OutboxEntry">;

/**
 * Sends a claimed e-mail once. Counts the try as unanswered before sending, and corrects the count after the
 * server's reply. If the process dies in between, the try stays counted.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { shop } = mail;
  const prepared = await inShop(shop, async (tx) => {
    const recipient = await findRecipient(tx, mail);
    if (recipient === null || !mayMail()) {
      await end(tx, mail, "not-wanted");
      return null;
    }
    if (mail.unanswered >= UNANSWERED_AT_MOST) {
      await give(tx, mail, "unanswered");
      return null;
    }
    const events = await tx.outboxEntry.findMany({
      where: { shop, id: { in: mail.eventIds } },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    });
    const isOurs = await writeLeased(tx, "OutboxEntry", mail, { unanswered: mail.unanswered + 1 });
    return isOurs ? { recipient, events } : null;
  });
  if (prepared === null) return;
  const message = await writeMail({ shop, mail, ...prepared });
  const delivery = await deliver(message, { from: senderAddress(), to: prepared.recipient.address });
  await inShop(shop, (tx, now) => store(tx, { mail, delivery, now }));
}

/**
 * Returns the recipient; null if this e-mail is no longer wanted. Reports go to confirmed addresses only,
 * confirmations to unconfirmed addresses only.
 */
async function findRecipient(tx: Tx, { shop, recipientId, name }: Mail) {
  if (recipientId === null) return null;
  const found = await tx.notificationRecipient.findUnique({ where: { shop_id: { shop, id: recipientId } } });
  return found !== null && (found.confirmedAt !== null) === (name !== "confirmation") ? found : null;
}

async function store(
  tx: Tx,
  { mail, delivery, now }: { mail: Mail; delivery: Delivery; now: Date },
): Promise<void> {
  switch (delivery.kind) {
    case "sent":
      await end(tx, mail, "sent");
      if (mail.recipientId !== null) await setProblem(tx, mail, null);
      return;
    case "refused":
      await give(tx, mail, delivery.by === "address" ? "address-refused" : "content-refused");
      return;
    case "unanswered":
      if (mail.unanswered + 1 >= UNANSWERED_AT_MOST) await give(tx, mail, "unanswered");
      else await postpone(tx, "OutboxEntry", mail, { seconds: REPEAT_SECONDS });
      return;
    case "later": {
      if (now.getTime() - mail.at.getTime() > GIVE_UP_AFTER_MS) {
        await give(tx, mail, "given-up");
        return;
      }
      const { unanswered, retryCount } = mail;
      const seconds = backOffSeconds(retryCount, { firstSeconds: 30 });
      await postpone(tx, "OutboxEntry", mail, { seconds, retryCount: retryCount + 1, unanswered });
    }
  }
}

async function end(tx: Tx, mail: Mail, outcome: Outcome): Promise<boolean> {
  return release(tx, "OutboxEntry", mail, { dueAt: null, outcome });
}

/** Ends an e-mail that was not sent. The page then shows the reason beside the address. */
async function give(tx: Tx, mail: Mail, outcome: Outcome): Promise<void> {
  if (await end(tx, mail, outcome)) await setProblem(tx, mail, outcome);
}

async function setProblem(tx: Tx, { shop, recipientId }: Mail, problem: Outcome | null): Promise<void> {
  if (recipientId === null) return;
  await tx.notificationRecipient.updateMany({ where: { shop, id: recipientId }, data: { problem } });
}

function senderAddress(): string {
  return /<([^<>]+)>\s*$/.exec(env.MAIL_FROM ?? "")?.[1] ?? env.MAIL_FROM ?? "";
}
