import { asSystem, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import type { OperatorAction } from "@prisma/client";

/** The operator who makes a change, and the reason. `isTrial`: roll the change back. */
export type Operator = { by: string; why: string | null; isTrial: boolean };

/** The result of a change. */
export type Done = {
  isChanged: boolean;
  /** A sentence about the change, or about the reason why nothing was changed. */
  what: string;
  /** The changed shop or queue, or `EVERY_SHOP`. */
  target: string;
  /** The id of the changed order or inbox entry. */
  rowId?: string;
};

/** The target of an action on every shop. */
export const EVERY_SHOP = "*";

/**
 * Makes a change and records it, in one transaction. A trial does the same and then rolls back, so that it
 * shows the errors that the real change would have.
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
 * Records an operator's change. `tx`: the transaction of the change. If the change takes several transactions,
 * a later one.
 */
export async function recordAction(tx: Tx, action: NewAction): Promise<void> {
  await tx.operatorAction.create({ data: action });
}

/** Returns the changes that operators made, newest first. `target` also finds changes of every shop. */
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
