import { asSystem, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import { recordAction } from "./record-action.server.ts";

/** The operator, the reason, and true if the change is only a trial. */
export type Operator = { by: string; why: string | null; isTrial: boolean };

/** The result of a change. */
export type Done = {
  isChanged: boolean;
  /** One sentence: the change, or why there was none. */
  what: string;
  /** The shop or the queue, or `EVERY_SHOP`. */
  target: string;
  /** The id of the order or inbox entry. */
  rowId?: string;
};

/**
 * Makes a change and records it, in one transaction. A trial does the same and rolls back, so that it meets
 * every refusal that the change would meet.
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

/** Thrown to roll a trial back. */
class TakenBack extends Error {
  readonly done: Done;

  constructor(done: Done) {
    super("Taken back.");
    this.done = done;
  }
}
