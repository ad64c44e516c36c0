import { asSystem, inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { api } from "../../shopify.server.ts";

/** Asking Shopify for a token takes less; whoever died at it is overtaken then. */
const LEASE_MS = 30_000;
/** A lost token is tried again at times: Shopify's refusal may have been a slip. */
const TRY_AGAIN_MS = 3_600_000;
/** Shops that a sweep looks at; the next one is a minute away. */
const AT_MOST = 200;

/**
 * Takes the turn to renew a shop's token.
 *
 * @returns `taken`; `busy` while somebody else is at it; `lost` when Shopify has refused it less than an hour ago.
 */
export async function claimRenewal(shop: ShopDomain, now: Date): Promise<"taken" | "busy" | "lost"> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  return inShop(shop, async (tx) => {
    const taken = await tx.$executeRaw`
      insert into shop_access (shop, renew_at) values (${shop}, ${leasedUntil})
      on conflict (shop) do update set renew_at = excluded.renew_at where shop_access.renew_at <= ${now}`;
    if (taken === 1) return "taken";
    const row = await tx.shopAccess.findUnique({ where: { shop } });
    return row?.lostAt ? "lost" : "busy";
  });
}

/** Gives the turn back: the token was renewed, or Shopify gave no clear answer. */
export async function releaseRenewal(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, (tx) => tx.shopAccess.updateMany({ where: { shop }, data: { renewAt: now } }));
}

/**
 * Writes down that Shopify takes none of the shop's tokens, and makes the session count as over: otherwise the next page
 * would go on with a token that only looks good, instead of getting a new one.
 *
 * @returns false, and nothing is written, when a page has stored another session meanwhile.
 */
export async function markAccessLost(
  shop: ShopDomain,
  { expires, now }: { expires: Date | null; now: Date },
): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const id = api.session.getOfflineId(shop);
    const { count } = await tx.session.updateMany({ where: { id, expires }, data: { expires: now } });
    const renewAt = count === 1 ? new Date(now.getTime() + TRY_AGAIN_MS) : now;
    await tx.shopAccess.updateMany({ where: { shop }, data: { renewAt } });
    if (count === 0) return false;
    await tx.shopAccess.updateMany({ where: { shop, lostAt: null }, data: { lostAt: now } });
    return true;
  });
}

/** When the shop's session ends, also where its tokens cannot be opened; undefined when there is no session. */
export async function findExpiry(shop: ShopDomain): Promise<Date | null | undefined> {
  const id = api.session.getOfflineId(shop);
  const row = await inShop(shop, (tx) => tx.session.findUnique({ where: { id }, select: { expires: true } }));
  return row?.expires;
}

/** Shops that let us in no more, and whose merchants have not been told yet. */
export async function listUnnotified(): Promise<ShopDomain[]> {
  const rows = await asSystem("access", (tx) =>
    tx.shopAccess.findMany({
      where: { lostAt: { not: null }, notifiedAt: null },
      orderBy: { lostAt: "asc" },
      take: AT_MOST,
    }),
  );
  return rows.map(({ shop }) => shop as ShopDomain);
}

/** Shops that let us in no more and do so again: somebody has opened the app there. */
export function listRestored(now: Date): Promise<ShopDomain[]> {
  return asSystem("access", (tx) => restored(tx, now));
}

/** Whether the shop is one of them. */
export async function isRestored(shop: ShopDomain, now: Date): Promise<boolean> {
  return (await inShop(shop, (tx) => restored(tx, now))).length > 0;
}

/** Writes down that the merchant is told. @returns false when that was done before, or there is nothing to tell. */
export async function markNotified(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  const { count } = await tx.shopAccess.updateMany({
    where: { shop, lostAt: { not: null }, notifiedAt: null },
    data: { notifiedAt: now },
  });
  return count === 1;
}

/** Writes down that the shop lets us in again. @returns whether its merchant had been told otherwise. */
export async function markAccessRestored(tx: Tx, shop: ShopDomain, now: Date): Promise<boolean> {
  // Two at once: the second one finds nothing to end.
  const [before] = await tx.$queryRaw<{ told: boolean }[]>`
    select notified_at is not null as told from shop_access where shop = ${shop} and lost_at is not null for update`;
  if (!before) return false;
  await tx.shopAccess.update({ where: { shop }, data: { renewAt: now, lostAt: null, notifiedAt: null } });
  return before.told;
}

/** Forgets whether the shop lets us in. */
export async function forgetAccess(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.shopAccess.deleteMany({ where: { shop } }));
}

/** Of the shops that `tx` sees. */
async function restored(tx: Tx, now: Date): Promise<ShopDomain[]> {
  // Shopify's adapter keeps times without a zone.
  const rows = await tx.$queryRaw<{ shop: ShopDomain }[]>`
    select shop_access.shop from shop_access join session on session.shop = shop_access.shop
    where lost_at is not null and not "isOnline" and "accessToken" <> ''
      and expires > ${now.toISOString()}::timestamptz at time zone 'UTC'
    limit ${AT_MOST}`;
  return rows.map(({ shop }) => shop);
}
