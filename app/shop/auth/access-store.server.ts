import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { claim, type Leased, NOW, release } from "../../queue/lease.server.ts";
import { api, sessionStorage } from "./shopify.server.ts";

/** Lease of a renewal, which takes at most 20 s. */
const LEASE_SECONDS = 30;
/**
 * Limits of the pause before a lost token is tried again. We try it because Shopify may have rejected it by mistake, or
 * reopened a closed shop.
 */
const TRY_AGAIN_MS = { least: 3_600_000, most: 86_400_000 };

export type Renewal = Leased<"ShopAccess">;

/**
 * Claims the renewal of a shop's token.
 * @returns `busy` while another process renews it. `lost` if the shop rejected the token, until the pause after that is
 *   over.
 */
export async function claimRenewal(shop: ShopDomain): Promise<Renewal | "busy" | "lost"> {
  return inShop(shop, async (tx) => {
    await execute(tx)`
      insert into shop_access (shop, renew_at) values (${shop}, ${NOW}) on conflict do nothing`;
    const where = Prisma.sql`shop = ${shop} and renew_at <= now()`;
    const [claimed] = await claim(tx, "ShopAccess", { where, seconds: LEASE_SECONDS });
    if (claimed) return claimed;
    const row = await tx.shopAccess.findUnique({ where: { shop } });
    return row?.lostAt ? "lost" : "busy";
  });
}

/** Releases the renewal. A pause after a rejection continues. */
export async function releaseRenewal(renewal: Renewal): Promise<void> {
  await inShop(renewal.shop, (tx) => release(tx, "ShopAccess", renewal, {}));
}

/** Ends the pause after a rejection, so that a lost token can be tried now. */
export async function endPause(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.shopAccess.updateMany({ where: { shop, lostAt: { not: null } }, data: { renewAt: now } }),
  );
}

/**
 * Records that access to the shop is lost, and ends its session. Otherwise the next page would use the session's token,
 * which only looks valid, instead of getting a new one. Needs no claim.
 * @returns false if a page has stored another session meanwhile. In that case access is not lost, and the next renewal
 *   may start at once.
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

/**
 * Returns when the shop's session ends, even if its tokens cannot be unsealed; undefined without a session.
 */
export async function findExpiry(shop: ShopDomain): Promise<Date | null | undefined> {
  const id = api.session.getOfflineId(shop);
  const row = await inShop(shop, (tx) => tx.session.findUnique({ where: { id }, select: { expires: true } }));
  return row?.expires;
}

/**
 * Selects rows of `shop_access` of merchants who were not notified of lost access. Also selects rows of shops that
 * never lost access.
 */
export const isUnnotified = Prisma.sql`notified_at is null`;

/**
 * Selects rows of `shop_access` with lost access for which a page has stored a valid session since. Shopify's adapter
 * stores times without a time zone.
 */
export const isRestored = Prisma.sql`exists (
  select from session where session.shop = shop_access.shop and lost_at is not null
    and not "isOnline" and "accessToken" <> '' and expires > now() at time zone 'UTC')`;

/** Returns true if access to the shop was lost, and a page has restored it. */
export async function findRestored(tx: Tx, shop: ShopDomain): Promise<boolean> {
  const rows = await queryRows(tx)`select from shop_access where shop = ${shop} and ${isRestored}`;
  return rows.length > 0;
}

/**
 * Records that the merchant was notified. @returns false if that was recorded before, or access is not lost.
 */
export async function markNotified(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  const { count } = await tx.shopAccess.updateMany({
    where: { shop, lostAt: { not: null }, notifiedAt: null },
    data: { notifiedAt: now },
  });
  return count === 1;
}

/** Records that access is restored. @returns true if the merchant had been notified of the loss. */
export async function markAccessRestored(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  // Only the first of two concurrent calls finds lost access.
  const [before] = await queryRows<{ notified: boolean }>(tx)`
    select notified_at is not null as notified from shop_access
    where shop = ${shop} and lost_at is not null for update`;
  if (!before) return false;
  await tx.shopAccess.update({ where: { shop }, data: { renewAt: now, lostAt: null, notifiedAt: null } });
  return before.notified;
}

/** Deletes the shop's row. */
export async function forgetAccess(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.shopAccess.deleteMany({ where: { shop } }));
}
