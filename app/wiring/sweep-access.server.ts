import { Prisma } from "@prisma/client";

import { sweepShops } from "../queue/sweep.server.ts";
import { isRestored, isUnnotified } from "../shop/auth/access-store.server.ts";
import { notifyAccessLost } from "./events/access-lost.server.ts";
import { restoreAccess } from "./events/access-restored.server.ts";

/** Resumes the work of shops whose access is restored, and notifies merchants whose access is lost, each once. */
export async function sweepAccess(): Promise<void> {
  const [restored, lost] = [lostAnd(isRestored), lostAnd(isUnnotified)];
  await sweepShops({ purpose: "access", name: "restored", query: restored, process: restoreAccess });
  await sweepShops({ purpose: "access", name: "lost", query: lost, process: notifyAccessLost });
}

function lostAnd(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select shop from shop_access where lost_at <= now() and ${condition}`;
}
