import { randomUUID } from "node:crypto";

import type pg from "pg";

type Value = string | number | boolean | null;

/**
 * A list as a parameter, to be cast to an array in the statement: one for a whole column of rows. It is written as Postgres
 * writes an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
 */
export function sqlArray(values: readonly Value[]): string {
  let text = "{";
  for (const value of values) {
    if (text.length > 1) text += ",";
    text += typeof value === "string" ? quoted(value) : String(value);
  }
  return `${text}}`;
}

/** Each column's values as such a list. */
export function sqlArrays<Name extends string>(
  columns: Record<Name, readonly Value[]>,
): Record<Name, string> {
  const lists = Object.entries<readonly Value[]>(columns).map(([name, values]) => [name, sqlArray(values)]);
  return Object.fromEntries(lists) as Record<Name, string>;
}

/**
 * Sends lists of many kilobytes. Prisma copies a parameter some ten times before it is sent, a millisecond for each 20 kB of
 * all that a page of the supplier's list brings; so its statement gets a ticket in place of the list, and the connection puts
 * in what it stands for.
 *
 * @param send makes the statement and sends it; the tickets that it takes are good until that has ended.
 */
export async function withLongLists<T>(
  send: (ticketFor: (list: string) => string) => PromiseLike<T>,
): Promise<T> {
  const taken: string[] = [];
  try {
    return await send((list) => {
      // Nobody can guess one, and so have another's list written by a text that is the same.
      const ticket = randomUUID();
      underway.set(ticket, list);
      taken.push(ticket);
      return ticket;
    });
  } finally {
    for (const ticket of taken) underway.delete(ticket);
  }
}

const underway = new Map<string, string>();

/** Has a connection send the lists that tickets among a statement's values stand for. */
export function redeemTickets(client: pg.Client): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const put = (values: unknown[]) => values.map((value) => underway.get(value as string) ?? value);
  client.query = ((...given: unknown[]) => {
    if (underway.size === 0) return send(...given);
    // Prisma gives the values twice, in the statement and beside it.
    return send(
      ...given.map((each) => {
        if (Array.isArray(each)) return put(each);
        const values = (each as { values?: unknown } | undefined)?.values;
        return Array.isArray(values) ? { ...(each as object), values: put(values) } : each;
      }),
    );
  }) as pg.Client["query"];
}

function quoted(value: string): string {
  return `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, "\\$&") : value}"`;
}
