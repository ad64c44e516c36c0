import { Prisma } from "@prisma/client";

import { sweep } from "../queue/sweep.server.ts";
import { isRestored, isUnnotified } from "../shop/auth/access-store.server.ts";
import { notifyAccessLost } from "./events/access-lost.server.ts";
import { restoreAccess } from "./events/access-restored.server.ts";

/** Resumes the work of shops whose access is restored, and notifies merchants whose access is lost, each once. */
export async function sweepAccess(): Promise<void> {
  await sweep({ purpose: "access", name: "restored", table: lostAnd(isRestored), process: restoreAccess });
  await sweep({ purpose: "access", name: "lost", table: lostAnd(isUnnotified), process: notifyAccessLost });
}

function lostAnd(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select shop, lost_at as next_at from shop_access where lost_at is not null and ${condition}`;
}
