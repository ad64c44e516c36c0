import { randomBytes } from "node:crypto";

import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { abilities } from "../../wholesale/contract.ts";
import type { Order, OrderLine, Page } from "../../wholesale/resources.ts";
import type { Outcome } from "../states/outcome.ts";
import { isSameAccount } from "../states/same-account.ts";
import {
  foldCase,
  hasIdentity,
  isDead,
  isSameOrder,
  maySharePieces,
  NUMBER,
  numberOf,
} from "../states/supplier-order.ts";
import { type Attempt, isOfStockbridge } from "../store/attempt-store.server.ts";

/** The shop whose orders are looked up, and the key to use. */
export type Asking = { shop: ShopDomain; key: OpenKey };

/** The supplier's reply to a reference. */
export type LookedUp = {
  /** Orders with this reference, in upper or lower case. */
  exact: Order[];
  /** True if the reply has other orders too (so the lookup is not exact), or more than were read. */
  loose: boolean;
  /** Number of orders that cannot be read; each may have this reference. */
  unreadable: number;
};

const PAGES_AT_MOST = 10;

/**
 * Time limit of a lookup. Three lookups fit into an order's lease, even if each begins a last call right before its
 * limit.
 */
const LOOKUP_MS = 60_000;

/**
 * Looks up the supplier's orders under a reference. Orders with another reference are left out, and make the result
 * `loose`. If the reference stands for a number, reads the order with that number.
 *
 * @throws Failure if the call fails. An order that is missing under its number is a failure too, because that never
 *   proves that nothing was ordered.
 */
export async function lookUp(asking: Asking, reference: string): Promise<LookedUp> {
  const found: LookedUp = { exact: [], loose: false, unreadable: 0 };
  const number = numberOf({ reference });
  if (number !== null) return { ...found, exact: [await callAsShop(asking, "getOrder", { id: number })] };
  const until = performance.now() + LOOKUP_MS;
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST && performance.now() < until; page += 1) {
    const answer: Page<Order> = await callAsShop(asking, "findOrders", { reference, cursor });
    for (const item of answer.items) {
      if (hasIdentity(item, { reference })) found.exact.push(item);
      else found.loose = true;
    }
    found.unreadable += answer.skipped.length;
    cursor = answer.nextCursor;
    if (cursor === null) return found;
  }
  return { ...found, loose: true };
}

/**
 * Looks up orders as `lookUp` does, but counts an unreadable reply as one unreadable order.
 *
 * @throws Failure if the supplier did not reply, or replied with an error.
 */
export async function lookUpOrUnreadable(asking: Asking, reference: string): Promise<LookedUp> {
  try {
    return await lookUp(asking, reference);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "unexpected-reply") throw error;
    return { exact: [], loose: false, unreadable: 1 };
  }
}

/** Decides the outcome of orders found under a reference, compared with the order that was sent. */
export function judgeFound(
  { exact, loose, unreadable }: LookedUp,
  sent: { reference: string; lines: readonly OrderLine[] },
): Outcome {
  const alive = exact.filter((each) => !isDead(each));
  if (alive.length > 1) return { code: "found-twice", numbers: alive.map(({ id }) => id) };
  const only = alive[0] ?? exact[0];
  if (only === undefined) throw new Error("Nothing was found.");
  const { id: number, status } = only;
  // If all readable orders have the reference, the unreadable order has it too. In a loose reply, the unreadable order
  // may be any order.
  if (unreadable > 0 && !loose) return { code: "found-unreadable", number };
  if (isDead(only)) return { code: "found-dead", number, status };
  return { code: isSameOrder(only, sent) ? "found" : "found-different", number };
}

/**
 * Tests the lookup itself: it must find a known order by its reference, and nothing under an unused reference. The
 * known order is one that the attempt's key placed. If another key is used now, and the supplier shows each key only
 * its own orders, the test fails as it should.
 */
export async function controlLookup(
  asking: Asking,
  keyGeneration: number,
): Promise<"works" | "failed" | "no-known-order"> {
  const known = await findKnownReference(asking.shop, { keyGeneration });
  if (known === null) return "no-known-order";
  const found = await lookUp(asking, known);
  const nonsense = await lookUp(asking, `${known}-${randomBytes(6).toString("hex")}`);
  return found.exact.length > 0 && isNothing(nonsense) ? "works" : "failed";
}

/**
 * Returns true if the lookup misses an order that the account definitely has, placed with any of its keys. In that
 * case, the lookup proves nothing.
 */
export async function missesKnownOrder({ shop, key }: Asking): Promise<boolean> {
  const { generation, account } = key;
  const known = await findKnownReference(
    shop,
    account === null ? { keyGeneration: generation } : { account },
  );
  return known !== null && (await lookUp({ shop, key }, known)).exact.length === 0;
}

/**
 * Time limit for reading the list. Together with a last call and three lookups, the read fits into an order's lease.
 */
const LIST_MS = 30_000;

/** Maximum time by which the supplier's clock may be behind ours. */
const CLOCK_SKEW_SECONDS = 3600;

/**
 * Finds a live order of the supplier that our records do not know. It was placed since the attempt began, and may have
 * any of the attempt's pieces. The supplier may have replaced our reference, and dropped or added a line. Ignores
 * orders with a reference in our form, because those belong to other attempts.
 *
 * @returns `unreadable` if there are more orders than can be read, or one of them is unreadable; null if there is none,
 *   or the supplier lists no changes.
 */
export async function findUnknownAlike(
  asking: Asking,
  attempt: Attempt,
): Promise<Order | "unreadable" | null> {
  if (!abilities.ordersUpdatedSince) return null;
  const updatedSince = after(attempt.endsAt, -CLOCK_SKEW_SECONDS);
  const until = performance.now() + LIST_MS;
  let cursor: string | null = null;
  let skipped = 0;
  for (let page = 0; page < PAGES_AT_MOST && performance.now() < until; page += 1) {
    const list: Page<Order> = await callAsShop(asking, "findOrders", { updatedSince, cursor });
    for (const item of list.items) {
      const isOlder = item.placedAt !== null && item.placedAt < updatedSince;
      const isOther = isOlder || isDead(item) || isOfStockbridge(item.reference);
      if (isOther || !maySharePieces(item, attempt)) continue;
      if (!(await isKnown(asking.shop, item))) return item;
    }
    skipped += list.skipped.length;
    cursor = list.nextCursor;
    if (cursor === null) return skipped > 0 ? "unreadable" : null;
  }
  return "unreadable";
}

/** Returns true if an order of ours has this number, or an attempt of ours has this number or reference. */
async function isKnown(shop: ShopDomain, { id, reference }: Order): Promise<boolean> {
  const references = [reference, foldCase(reference)];
  return inShop(shop, async (tx) => {
    const numbers = [{ supplierOrderId: id }, { secondSupplierOrderId: id }];
    if ((await tx.supplierOrder.count({ where: { shop, OR: numbers } })) > 0) return true;
    if ((await tx.orderAttempt.count({ where: { shop, reference: { in: references } } })) > 0) return true;
    return (await tx.orderAttemptOutcome.count({ where: { shop, supplierOrderId: id } })) > 0;
  });
}

/** Returns the reference of the latest order that the supplier definitely has. */
async function findKnownReference(
  shop: ShopDomain,
  placedWith: { keyGeneration: number } | { account: string },
): Promise<string | null> {
  const known = await inShop(shop, (tx) =>
    tx.orderAttempt.findFirst({
      where: {
        shop,
        ...placedWith,
        NOT: isNumber,
        outcomes: { some: { kind: { in: ["placed", "found"] } } },
      },
      orderBy: { startedAt: "desc" },
    }),
  );
  return known?.reference ?? null;
}

/** Selects attempts that are known by a number. They cannot test a lookup by reference. */
const isNumber = { reference: { startsWith: NUMBER } };

function isNothing({ exact, loose, unreadable }: LookedUp): boolean {
  return exact.length === 0 && !loose && unreadable === 0;
}

/** Returns a working key that sees the orders of the attempt's account; null if there is none. */
export async function findKeyOf(shop: ShopDomain, attempt: Attempt): Promise<OpenKey | null> {
  const key = await ignoreFailure(() => findUsableKey(shop));
  return key !== null && isSameAccount(key, attempt) ? key : null;
}

/**
 * Returns what `read` returns; null after a `Failure`. If the supplier cannot be read, the person's answer counts
 * alone.
 */
export async function ignoreFailure<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
