import { randomUUID } from "node:crypto";

import type { Failure } from "../../app/lib/failure.ts";
import type { OperationName } from "../../app/wholesale/operation.ts";
import type { Page } from "../../app/wholesale/resources.ts";
import type { Trial } from "./trial.ts";

export type Listed = Page<{ id: string }>;

/** Returns the number of items in a list, including items that cannot be read. */
export function countOf({ items, skipped }: Listed): number {
  return items.length + skipped.length;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Checks the filter by time. A time in the future must find nothing, and a time long ago must find something. A
 * filter that finds nothing at all would pass the first check alone.
 */
export async function checkUpdatedSince(
  list: Pick<Trial<OperationName>, "expect" | "remark">,
  {
    what,
    first,
    since,
  }: { what: "products" | "orders"; first: Listed; since: (moment: Date) => Promise<Listed | Failure> },
  now: Date,
): Promise<void> {
  const step = `ability ${what}UpdatedSince`;
  if (first.items.length === 0) {
    list.remark(`${step} was not seen: there are no ${what}`);
    return;
  }
  const none = await since(new Date(now.getTime() + YEAR_MS));
  list.expect(none, (page) => countOf(page) === 0, {
    step,
    says: `a time in the future found ${what}: the filter is ignored`,
  });
  const all = await since(new Date(0));
  list.expect(all, (page) => countOf(page) > 0, { step, says: `a time long ago found no ${what}` });
}

/** Checks that a reference finds its order, and that an unused reference finds none. */
export async function checkByReference(
  find: Trial<"findOrders">,
  orders: { id: string; reference: string }[],
): Promise<void> {
  const step = "ability findOrderByReference";
  const none = await find.ask({ reference: `stockbridge-check-${randomUUID()}` }, step);
  find.expect(none, (page) => countOf(page) === 0, {
    step,
    says: "a reference that nobody used found orders: the filter is ignored",
  });
  const known = orders.find(({ reference }) => reference !== "");
  if (known === undefined) {
    find.remark(`${step} was not seen: there are no orders with a reference`);
    return;
  }
  const found = await find.ask({ reference: known.reference }, step);
  find.expect(found, ({ items }) => items.some(({ id }) => id === known.id), {
    step,
    says: "an order's own reference did not find it",
  });
}
