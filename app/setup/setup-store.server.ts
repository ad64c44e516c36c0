import { asSystem, inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { dueAt, type Leased, NOW, release } from "../queue/lease.server.ts";
import type { Finding } from "./finding.ts";

/** A finding with the name of the check that found it. */
export type StoredFinding = Finding & { check: string };

/** What the checks found last, and when. */
export type SetupState = { findings: StoredFinding[]; checkedAt: Date };

const DAY_MS = 86_400_000;
/** Time until a check without a result is repeated. */
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

/** Creates the row of every shop that has the app and was never checked. */
export async function openSetupChecks(): Promise<void> {
  await asSystem(
    "setup",
    (tx) => tx.$executeRaw`
      insert into setup_check (shop, due_at) select distinct shop, ${NOW} from session
      where not "isOnline" and "accessToken" <> '' order by shop on conflict do nothing`,
  );
}

/**
 * Stores what the checks of these `names` found. The findings of a check that is not in `found` stay, those of one that
 * exists no more go. A shop that has become due meanwhile stays due: what has changed may not have been seen.
 *
 * @param claimed the check's row if a sweep has claimed it, not if a page checks the shop.
 */
export async function storeFindings(
  shop: ShopDomain,
  {
    found,
    names,
    complete,
    claimed,
  }: {
    found: Record<string, Finding[]>;
    names: string[];
    complete: boolean;
    claimed: Leased<"SetupCheck"> | null;
  },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const row = await tx.setupCheck.findUnique({ where: { shop } });
    const before = (row?.findings ?? {}) as Record<string, Finding[]>;
    const findings = Object.fromEntries(names.map((name) => [name, found[name] ?? before[name] ?? []]));
    const stored = { findings, checkedAt: now };
    const next = new Date(now.getTime() + (complete ? DAY_MS : HOUR_MS));
    if (claimed && (await release(tx, "SetupCheck", claimed, { ...stored, dueAt: next }))) return;
    const due = row && row.dueAt <= now ? {} : dueAt(next);
    await tx.setupCheck.upsert({
      where: { shop },
      create: { shop, ...stored, dueAt: next },
      update: { ...stored, ...due },
    });
  });
}

/** Has the next sweep check the shop: something that a check looks at has changed. */
export async function expireSetup(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.setupCheck.updateMany({ where: { shop }, data: dueAt(now) });
}

/** As `expireSetup`, in a transaction of its own. */
export async function makeSetupDue(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => expireSetup(tx, shop, now));
}

/** Forgets what was found in the shop. */
export async function forgetSetup(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.setupCheck.deleteMany({ where: { shop } }));
}
