import { randomBytes } from "node:crypto";

import { callAsShop } from "../../connection/call-as-shop.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Order, OrderLine, Page } from "../../wholesale/resources.ts";
import type { Attempt } from "../store/attempt-store.server.ts";
import { isDead, isSameOrder, type Outcome } from "../states/outcome.ts";

/** Whose orders are looked up, and with which key. */
export type Asking = { shop: ShopDomain; key: OpenKey };

/** What the supplier answered to a reference. */
export type LookedUp = {
  /** Orders of exactly this reference. */
  exact: Order[];
  /** Whether others came as well, so that the supplier looks for something else, or more than were read. */
  loose: boolean;
  /** How many came that cannot be read: each may be of this reference. */
  unreadable: number;
};

const PAGES_AT_MOST = 10;
/** With the last call, three lookups fit into an order's lease. */
const LOOKUP_MS = 60_000;

/** Looks up the supplier's orders of a reference, whatever else it answers with. */
export async function lookUp(asking: Asking, reference: string): Promise<LookedUp> {
  const found: LookedUp = { exact: [], loose: false, unreadable: 0 };
  const until = performance.now() + LOOKUP_MS;
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST && performance.now() < until; page += 1) {
    const answer: Page<Order> = await callAsShop(asking, "findOrders", { reference, cursor });
    for (const item of answer.items) {
      if (item.reference === reference) found.exact.push(item);
      else found.loose = true;
    }
    found.unreadable += answer.skipped.length;
    cursor = answer.nextCursor;
    if (cursor === null) return found;
  }
  return { ...found, loose: true };
}

/**
 * The same, where nothing of an answer could be read: that may be the order as well.
 *
 * @throws Failure when the supplier gave no answer, or another one.
 */
export async function lookUpOrUnreadable(asking: Asking, reference: string): Promise<LookedUp> {
  try {
    return await lookUp(asking, reference);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "unexpected-reply") throw error;
    return { exact: [], loose: false, unreadable: 1 };
  }
}

/** A key that took the place of the attempt's own sees the same orders, where it is known to be the same account's. */
export function isSameAccount(
  key: OpenKey,
  { keyGeneration, account }: Pick<Attempt, "keyGeneration" | "account">,
): boolean {
  return key.generation === keyGeneration || (account !== null && key.account === account);
}

/** What it means that orders of the reference were found, held against what is sent under it. */
export function judgeFound(
  { exact, loose, unreadable }: LookedUp,
  sent: { reference: string; lines: readonly OrderLine[] },
): Outcome {
  const alive = exact.filter((each) => !isDead(each));
  if (alive.length > 1) return { code: "found-twice", numbers: alive.map(({ id }) => id) };
  const only = alive[0] ?? exact[0];
  if (only === undefined) throw new Error("Nothing was found.");
  const { id: number, status } = only;
  // Where the supplier looks up by reference, the one that cannot be read has it too. Among any orders it says nothing.
  if (unreadable > 0 && !loose) return { code: "found-unreadable", number };
  if (isDead(only)) return { code: "found-dead", number, status };
  return { code: isSameOrder(only, sent) ? "found" : "found-different", number };
}

/**
 * Proves the lookup itself: an order that the attempt's own key has surely placed is found by its reference, and a
 * reference that nobody has used finds nothing. Of the attempt's own key, although another one of the same account may be
 * asking: a supplier that shows each key only its own orders must not pass.
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

/** Whether the lookup misses an order that the account surely has, whichever key placed it: then it proves nothing. */
export async function missesKnownOrder({ shop, key }: Asking): Promise<boolean> {
  const { generation, account } = key;
  const known = await findKnownReference(
    shop,
    account === null ? { keyGeneration: generation } : { account },
  );
  return known !== null && (await lookUp({ shop, key }, known)).exact.length === 0;
}

/** Of the latest order that the supplier surely has. */
async function findKnownReference(
  shop: ShopDomain,
  placedWith: { keyGeneration: number } | { account: string },
): Promise<string | null> {
  const known = await inShop(shop, (tx) =>
    tx.orderAttempt.findFirst({
      where: { shop, ...placedWith, outcomes: { some: { kind: { in: ["placed", "found"] } } } },
      orderBy: { startedAt: "desc" },
    }),
  );
  return known?.reference ?? null;
}

function isNothing({ exact, loose, unreadable }: LookedUp): boolean {
  return exact.length === 0 && !loose && unreadable === 0;
}
