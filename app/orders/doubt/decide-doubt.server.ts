import { findKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { endAttempt, findLatestAttempt, type LatestAttempt } from "../attempt-store.server.ts";
import { lookUp } from "./look-up-order.server.ts";
import { isDead, isSameOrder, type Verdict } from "../outcome.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";

/** What a person says who has looked at the supplier. */
export type Word = { kind: "not-ordered" } | { kind: "ordered"; supplierOrderId: string };

export type DoubtDecided =
  { kind: "decided" } | { kind: "not-in-doubt" } | { kind: "contradicted"; said: string };

/**
 * Settles an order in doubt by a person's word, unless the supplier contradicts it: an order that is found after all
 * is not ordered again, and a number that belongs to another order is not taken.
 *
 * @param attemptId the attempt that the person looked for. Of a later one their word says nothing: said twice in a
 * hurry, it must not settle what the first time has begun.
 */
export async function decideDoubt(
  shop: ShopDomain,
  { orderId, attemptId, word, now }: { orderId: string; attemptId?: string; word: Word; now: Date },
): Promise<DoubtDecided> {
  const order = await inShop(shop, (tx) => tx.supplierOrder.findUnique({ where: { id: orderId } }));
  if (order?.state !== "in_doubt") return { kind: "not-in-doubt" };
  const attempt = await findLatestAttempt(shop, orderId);
  if (attemptId !== undefined && attempt.id !== attemptId) return { kind: "not-in-doubt" };
  const apiKey = (await findKey(shop))?.apiKey ?? null;
  const contradiction =
    word.kind === "ordered"
      ? await contradictNumber(shop, { number: word.supplierOrderId, attempt, apiKey })
      : await contradictAbsence(attempt, apiKey);
  if (contradiction !== null) return { kind: "contradicted", said: contradiction };
  await endAttempt({ shop, orderId, attemptId: attempt.id }, { verdict: verdictOf(word), now });
  return { kind: "decided" };
}

function verdictOf(word: Word): Verdict {
  return word.kind === "ordered"
    ? {
        outcome: {
          kind: "confirmed-ordered",
          said: `It was ordered, as you found it on the supplier (its number ${word.supplierOrderId}).`,
          supplierOrderId: word.supplierOrderId,
        },
        to: "placed",
        goOnAfterSeconds: 0,
      }
    : {
        outcome: { kind: "confirmed-not-ordered", said: "It was not ordered, as you found on the supplier." },
        to: "ready",
        goOnAfterSeconds: 0,
      };
}

async function contradictNumber(
  shop: ShopDomain,
  { number, attempt, apiKey }: { number: string; attempt: LatestAttempt; apiKey: string | null },
): Promise<string | null> {
  const found =
    apiKey === null
      ? null
      : await quietly(() =>
          callWholesale("getOrder", { input: { id: number as SupplierOrderId }, credential: apiKey }),
        );
  if (found !== null && isSameOrder(found, attempt)) return null;
  const taken = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, supplierOrderId: number } }),
  );
  if (taken !== null) return `The supplier's number ${number} belongs to order ${taken.orderName} already.`;
  // What cannot be read is believed: the person has seen it.
  if (found === null) return null;
  return `The supplier's order ${number} is another one: its reference or its pieces differ from what we sent (${attempt.reference}).`;
}

async function contradictAbsence(attempt: LatestAttempt, apiKey: string | null): Promise<string | null> {
  const found = apiKey === null ? null : await quietly(() => lookUp(attempt.reference, apiKey));
  const alive = found?.exact.find((each) => !isDead(each));
  if (alive === undefined) return null;
  return `The supplier does have it: look at its order ${alive.id}. If that is the one, enter its number here; if you do not want it, cancel it there first.`;
}

async function quietly<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
