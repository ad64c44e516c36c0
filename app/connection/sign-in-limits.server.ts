import { asSystem } from "../lib/database/db.server.ts";
import { after } from "../queue/back-off.ts";

/**
 * A supplier may lock an account after failed sign-ins, from whichever shop they come. Each shop has a lower
 * limit of its own.
 */
const OF_ACCOUNT = { failed: 20, withinSeconds: 600 };
/** All shops call from one address, which a supplier may block. */
const OF_ALL = { tried: 120, withinSeconds: 60 };

/**
 * Returns the seconds until this installation may sign in to the account again; 0 if it may now. Does not see
 * attempts that begin at the same moment: at most one per shop.
 */
export async function waitForSignIn(account: string): Promise<number> {
  return asSystem("accounts", async (tx, now) => {
    const [failed] = await tx.keyAttempt.findMany({
      where: { account, outcome: "failed", startedAt: { gt: after(now, -OF_ACCOUNT.withinSeconds) } },
      orderBy: { startedAt: "desc" },
      skip: OF_ACCOUNT.failed - 1,
      take: 1,
      select: { startedAt: true },
    });
    const [tried] = await tx.keyAttempt.findMany({
      where: { startedAt: { gt: after(now, -OF_ALL.withinSeconds) } },
      orderBy: { startedAt: "desc" },
      skip: OF_ALL.tried - 1,
      take: 1,
      select: { startedAt: true },
    });
    const ends = [
      ...(failed ? [after(failed.startedAt, OF_ACCOUNT.withinSeconds)] : []),
      ...(tried ? [after(tried.startedAt, OF_ALL.withinSeconds)] : []),
    ];
    return Math.max(0, ...ends.map((end) => Math.ceil((end.getTime() - now.getTime()) / 1000)));
  });
}
