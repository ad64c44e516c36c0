import { asSystem, inShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { execute, queryRows } from "../lib/database/statement.server.ts";
import { dueAt, type Leased, NOW, release } from "../queue/lease.server.ts";
import { reportFindings } from "./report-findings.server.ts";
import type { Finding } from "./setup-check.ts";

/** A finding with the name of the check that found it. */
export type StoredFinding = Finding & { check: string };

/** The latest findings, and the time of that check. */
export type SetupState = { findings: StoredFinding[]; checkedAt: Date };

const DAY_MS = 86_400_000;
/** Time until the next check if one of the checks failed. */
const HOUR_MS = 3_600_000;

/** Returns the shop's latest findings; null before its first check. */
export async function findSetup(tx: Tx, shop: ShopDomain): Promise<SetupState | null> {
  const row = await tx.setupCheck.findUnique({ where: { shop } });
  if (!row?.checkedAt) return null;
  const findings = Object.entries(row.findings as Record<string, Finding[]>).flatMap(([check, found]) =>
    found.map((finding) => ({ ...finding, check })),
  );
  return { findings, checkedAt: row.checkedAt };
}

/** Creates a row, due now, for every shop that has the app and no row yet. */
export async function openSetupChecks(): Promise<void> {
  await asSystem(
    "setup",
    (tx) => execute(tx)`
      insert into setup_check (shop, due_at) select distinct shop, ${NOW} from session
      where not "isOnline" and "accessToken" <> '' order by shop on conflict do nothing`,
  );
}

/**
 * Stores the findings of the checks in `names`, and reports new ones. If a check failed, `found` lacks it, and
 * its previous findings stay. Findings of checks that no longer exist are deleted. A shop that became due while
 * the checks ran stays due, because they may have missed the change.
 * @param claimed the shop's row if a sweep has claimed it; null if a page runs the checks
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
    const next = new Date(now.getTime() + (complete ? DAY_MS : HOUR_MS));
    // Creates the row if it is missing, and locks it, so that two concurrent checks do not report the same
    // finding.
    const [row] = await queryRows<{ findings: Record<string, Finding[]>; dueAt: Date }>(tx)`
      insert into setup_check (shop, due_at) values (${shop}, ${next})
      on conflict (shop) do update set shop = excluded.shop returning findings, due_at as "dueAt"`;
    const before = row?.findings ?? {};
    const findings = Object.fromEntries(names.map((name) => [name, found[name] ?? before[name] ?? []]));
    await reportFindings(tx, shop, {
      before: Object.values(before).flat(),
      findings: Object.values(findings).flat(),
      now,
    });
    const stored = { findings, checkedAt: now };
    if (claimed && (await release(tx, "SetupCheck", claimed, { ...stored, dueAt: next }))) return;
    const due = row && row.dueAt <= now ? {} : dueAt(next);
    await tx.setupCheck.update({ where: { shop }, data: { ...stored, ...due } });
  });
}

/** Schedules a check of the shop after a change that may affect the findings. */
export async function expireSetup(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.setupCheck.updateMany({ where: { shop }, data: dueAt(now) });
}

/** Runs `expireSetup` in a transaction of its own. */
export async function makeSetupDue(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx, now) => expireSetup(tx, shop, now));
}

/** Deletes the shop's findings and the state of its Home page. */
export async function forgetSetup(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.setupCheck.deleteMany({ where: { shop } });
    await tx.homeState.deleteMany({ where: { shop } });
  });
}
