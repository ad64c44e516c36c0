import { asSystem, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import type { OperatorAction } from "@prisma/client";

/** The operator who makes a change, the reason, and true if the change is only a trial. */
export type Operator = { by: string; why: string | null; isTrial: boolean };

/** The result of a change. */
export type Done = {
  isChanged: boolean;
  /** A sentence about the change, or about why there was none. */
  what: string;
  /** The changed shop or queue, or `EVERY_SHOP`. */
  target: string;
  /** The id of the changed order or inbox entry. */
  rowId?: string;
};

/** The target of an action on every shop. */
export const EVERY_SHOP = "*";

/**
 * Makes a change and records it, in one transaction. A trial does the same and then rolls back, so that a
 * trial is refused whenever the change would be refused.
 */
export async function act(
  command: string,
  { by, why, isTrial }: Operator,
  change: (tx: Tx, now: Date) => Promise<Done>,
): Promise<Done> {
  const run = async (tx: Tx, now: Date) => {
    const done = await change(tx, now);
    const { isChanged, what, target, rowId } = done;
    if (isChanged)
      await recordAction(tx, {
        by,
        why,
        command,
        what,
        target,
        ...(rowId !== undefined && { rowId }),
        at: now,
      });
    if (isTrial) throw new TakenBack(done);
    return done;
  };
  try {
    return await asSystem("operator", run, LONG_WORK);
  } catch (error) {
    if (error instanceof TakenBack) return error.done;
    throw error;
  }
}

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
 * Records an operator's change. `tx` is the transaction that makes the change, or a later one if the change
 * takes several transactions.
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

/** Thrown to roll back a trial. */
class TakenBack extends Error {
  readonly done: Done;

  constructor(done: Done) {
    super("Taken back.");
    this.done = done;
  }
}
