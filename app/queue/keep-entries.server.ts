import { asSystem, LONG_WORK } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { after } from "./back-off.ts";
import { INBOX_CHANNEL } from "./inbox.server.ts";
import { dueAt, isPostponed } from "./lease.server.ts";

/** Three days, so that a weekend's webhooks can still be inspected on Monday. */
const KEEP_DAYS = 3;
/** An operator may still retry a given-up entry. */
const KEEP_GIVEN_UP_DAYS = 30;
const REMOVE_BATCH = 5000;

/** Removes entries that ended long ago, in small transactions. */
export async function removeEndedEntries(): Promise<void> {
  for (;;) {
    const { count } = await asSystem("inbox", (tx, now) =>
      tx.inboxEntry.deleteMany({
        where: {
          OR: [
            { handledAt: { lt: after(now, -KEEP_DAYS * 86_400) }, failure: null },
            { handledAt: { lt: after(now, -KEEP_GIVEN_UP_DAYS * 86_400) } },
          ],
        },
        limit: REMOVE_BATCH,
      }),
    );
    if (count < REMOVE_BATCH) return;
  }
}

/** Makes entries due that waited for access to the shop. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", async (tx, now) => {
    await tx.inboxEntry.updateMany({
      where: { shop, failure: "access-lost", ...isPostponed(now) },
      data: dueAt(now),
    });
    await queryRows<unknown>(tx)`select pg_notify(${INBOX_CHANNEL}, '')::text`;
  });
}

/** Removes a shop's entries. */
export async function eraseInbox(shop: ShopDomain): Promise<void> {
  await asSystem(
    "inbox",
    async (tx) => {
      await tx.inboxEntry.deleteMany({ where: { shop } });
    },
    LONG_WORK,
  );
}
