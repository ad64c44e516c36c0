import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Finding } from "./finding.ts";

/** A finding with the name of the check that found it. */
export type StoredFinding = Finding & { check: string };

/** What the checks found last, and when. */
export type SetupState = { findings: StoredFinding[]; checkedAt: Date };

const DAY_MS = 86_400_000;
/** How long a check may take before another process begins it anew, and when one that could not tell is repeated. */
const HOUR_MS = 3_600_000;

/** Returns what was found last in the shop; null before its first check. */
export async function findSetup(tx: Tx, shop: ShopDomain): Promise<SetupState | null> {
  const row = await tx.setupCheck.findUnique({ where: { shop } });
  if (!row?.checkedAt) return null;
  const findings = Object.entries(row.findings as Record<string, Finding[]>).flatMap(([check, found]) =>
    found.map((finding) => ({ ...finding, check })),
  );
  return { findings, checkedAt: row.checkedAt };
}

/** Claims the shop's check when it is due. @returns whether this process has it now. */
export async function claimSetup(shop: ShopDomain): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const claimed = await tx.$executeRaw`
      insert into setup_check (shop, next_at) values (${shop}, ${new Date(now.getTime() + HOUR_MS)})
      on conflict (shop) do update set next_at = excluded.next_at where setup_check.next_at <= ${now}`;
    return claimed === 1;
  });
}

/**
 * Stores what the checks of these `names` found. The findings of a check that is not in `found` stay, those of one that
 * exists no more go. A shop that has become due meanwhile stays due: what has changed may not have been seen.
 */
export async function storeFindings(
  shop: ShopDomain,
  { found, names, complete }: { found: Record<string, Finding[]>; names: string[]; complete: boolean },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const row = await tx.setupCheck.findUnique({ where: { shop } });
    const before = (row?.findings ?? {}) as Record<string, Finding[]>;
    const findings = Object.fromEntries(names.map((name) => [name, found[name] ?? before[name] ?? []]));
    const next = new Date(now.getTime() + (complete ? DAY_MS : HOUR_MS));
    const data = { findings, checkedAt: now, nextAt: row && row.nextAt <= now ? row.nextAt : next };
    await tx.setupCheck.upsert({ where: { shop }, create: { shop, ...data }, update: data });
  });
}

/** Has the next sweep check the shop: something that a check looks at has changed. */
export async function expireSetup(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.setupCheck.updateMany({ where: { shop }, data: { nextAt: now } });
}

/** As `expireSetup`, in a transaction of its own. */
export async function makeSetupDue(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => expireSetup(tx, shop, now));
}

/** Forgets what was found in the shop. */
export async function forgetSetup(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.setupCheck.deleteMany({ where: { shop } }));
}
