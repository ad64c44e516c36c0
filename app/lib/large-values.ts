import { randomUUID } from "node:crypto";

/**
 * Prisma turns a statement's values several times into JSON and back on their way to the driver, which for the rows of a
 * large page costs more than the database does with them. So a large value waits here, the statement carries its ticket
 * through Prisma, and the connection puts the value in its place (db.server.ts). Nobody outside can guess a ticket.
 */
const SECRET = randomUUID();
/** Statements take theirs at once. What was never sent, because its transaction failed, makes room for what comes later. */
const WAITING_AT_MOST = 200;
/** Below this a ticket saves nothing. */
const LARGE = 1000;

const waiting = new Map<string, string>();
let count = 0;

/** The value itself or, for a large one, its ticket: good for one statement. */
export function ticketFor(value: string): string {
  if (value.length < LARGE) return value;
  const ticket = `${SECRET}${String((count += 1))}`;
  waiting.set(ticket, value);
  const [oldest] = waiting.keys();
  if (waiting.size > WAITING_AT_MOST && oldest !== undefined) waiting.delete(oldest);
  return ticket;
}

/** The value that waits for this ticket; anything else is a value itself. */
export function redeem(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith(SECRET)) return value;
  const large = waiting.get(value);
  if (large === undefined) throw new Error("A statement's large value is no longer there.");
  waiting.delete(value);
  return large;
}
