import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { api, sessionStorage } from "../../shopify.server.ts";

/** Asking Shopify for a token takes 20 s at most. After a crash the next process claims the renewal then. */
const LEASE_MS = 30_000;
/**
 * A lost token is tried again at times, the longer it is lost the less often: Shopify may have rejected it by mistake, or
 * opened a closed shop again.
 */
const TRY_AGAIN_MS = { least: 3_600_000, most: 86_400_000 };

/**
 * Claims the renewal of a shop's token.
 *
 * @returns `busy` while another process renews it, and `lost` when Shopify rejected it less than an hour ago.
 */
export async function claimRenewal(shop: ShopDomain): Promise<"claimed" | "busy" | "lost"> {
  return inShop(shop, async (tx, now) => {
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await tx.$executeRaw`
      insert into shop_access (shop, renew_at) values (${shop}, ${leasedUntil})
      on conflict (shop) do update set renew_at = excluded.renew_at where shop_access.renew_at <= ${now}`;
    if (claimed === 1) return "claimed";
    const row = await tx.shopAccess.findUnique({ where: { shop } });
    return row?.lostAt ? "lost" : "busy";
  });
}

/** Releases the renewal: the token was renewed, or Shopify gave no clear answer. */
export async function releaseRenewal(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => tx.shopAccess.updateMany({ where: { shop }, data: { renewAt: now } }));
}

/** Lets a lost token be tried now, not only when its pause is over. */
export async function endPause(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.shopAccess.updateMany({ where: { shop, lostAt: { not: null } }, data: { renewAt: now } }),
  );
}

/**
 * Records that access to the shop is lost, whether a renewal was claimed or not, and ends the session that expires then: otherwise the next page would go on
 * with a token that only looks good, instead of getting a new one.
 *
 * @returns false, with nothing changed, when a page has stored another session meanwhile.
 */
export async function markAccessLost(
  shop: ShopDomain,
  { expires }: { expires: Date | null },
): Promise<boolean> {
  const marked = inShop(shop, async (tx, now) => {
    const id = api.session.getOfflineId(shop);
    const { count } = await tx.session.updateMany({ where: { id, expires }, data: { expires: now } });
    if (count === 0) {
      await tx.shopAccess.updateMany({ where: { shop }, data: { renewAt: now } });
      return false;
    }
    const before = await tx.shopAccess.findUnique({ where: { shop } });
    const lostAt = before?.lostAt ?? now;
    const lostFor = now.getTime() - lostAt.getTime();
    const pause = Math.min(Math.max(lostFor / 2, TRY_AGAIN_MS.least), TRY_AGAIN_MS.most);
    const lost = { lostAt, renewAt: new Date(now.getTime() + pause) };
    await tx.shopAccess.upsert({ where: { shop }, create: { shop, ...lost }, update: lost });
    return true;
  });
  return sessionStorage.writing(marked);
}

/** When the shop's session ends, also where its tokens cannot be opened; undefined when there is no session. */
export async function findExpiry(shop: ShopDomain): Promise<Date | null | undefined> {
  const id = api.session.getOfflineId(shop);
  const row = await inShop(shop, (tx) => tx.session.findUnique({ where: { id }, select: { expires: true } }));
  return row?.expires;
}

/** Rows of `shop_access` whose access is lost while its merchant has not been notified of that. */
export const isUnnotified = Prisma.sql`notified_at is null`;

/**
 * Rows of `shop_access` whose access was lost and is restored: a page was opened, and has stored a session that lasts.
 * Shopify's adapter keeps times without a zone.
 */
export const isRestored = Prisma.sql`exists (
  select from session where session.shop = shop_access.shop and lost_at is not null
    and not "isOnline" and "accessToken" <> '' and expires > now() at time zone 'UTC')`;

/** Whether access to the shop was lost, and a page has restored it. */
export async function findRestored(shop: ShopDomain): Promise<boolean> {
  const rows = await inShop(
    shop,
    (tx) => tx.$queryRaw<unknown[]>`select from shop_access where shop = ${shop} and ${isRestored}`,
  );
  return rows.length > 0;
}

/** Records that the merchant is notified. @returns false when that was done before, or access is not lost. */
export async function markNotified(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  const { count } = await tx.shopAccess.updateMany({
    where: { shop, lostAt: { not: null }, notifiedAt: null },
    data: { notifiedAt: now },
  });
  return count === 1;
}

/** Records that access is restored. @returns whether the merchant had been notified of the loss. */
export async function markAccessRestored(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  // Two at once: the second one finds nothing to end.
  const [before] = await tx.$queryRaw<{ notified: boolean }[]>`
    select notified_at is not null as notified from shop_access
    where shop = ${shop} and lost_at is not null for update`;
  if (!before) return false;
  await tx.shopAccess.update({ where: { shop }, data: { renewAt: now, lostAt: null, notifiedAt: null } });
  return before.notified;
}

/** Forgets whether the app has access to the shop. */
export async function forgetAccess(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.shopAccess.deleteMany({ where: { shop } }));
}
