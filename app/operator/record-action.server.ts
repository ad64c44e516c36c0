import type { OperatorAction } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";

/** The target of an action on every shop. */
export const EVERY_SHOP = "*";

export type NewAction = {
  by: string;
  command: string;
  /** The shop or the queue that was changed, or `EVERY_SHOP`. */
  target: string;
  /** The id of the order or inbox entry that was changed. */
  rowId?: string;
  what: string;
  why: string | null;
  at: Date;
};

/**
 * Records an operator's change. `tx` is the transaction of the change itself, unless the change takes
 * several.
 */
export async function recordAction(tx: Tx, action: NewAction): Promise<void> {
  await tx.operatorAction.create({ data: action });
}

/** Returns operators' changes, the latest first. */
export async function listActions(
  tx: Tx,
  { limit, target }: { limit: number; target: string | null },
): Promise<OperatorAction[]> {
  return tx.operatorAction.findMany({
    ...(target !== null && { where: { target: { in: [target, EVERY_SHOP] } } }),
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit,
  });
}
