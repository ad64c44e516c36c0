import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { type Attempt, type AttemptId, findLatestAttempt } from "../store/attempt-store.server.ts";
import { isSameAccount } from "./look-up-order.server.ts";

/** What came of a person's word on an order. */
export type Confirmed =
  | { kind: "confirmed" }
  /** The supplier has it under this number, whatever the person said. */
  | { kind: "found"; number: string }
  /** The supplier doesn't show an order of this number: only a second word counts. */
  | { kind: "unverified"; number: string }
  /** The supplier's order of this number has the same items, or shows none, but not our reference: the same. */
  | { kind: "other-reference"; number: string; reference: string }
  /** The supplier answers a reference of ours with what cannot be read: "not ordered" counts only when said again. */
  | { kind: "unreadable"; reference: string }
  /** So it does where this order of the supplier, for an earlier request of the same pieces, stands or has sent some. */
  | { kind: "stands"; number: string }
  /** The attempt may still be on its way. */
  | { kind: "too-early" }
  /** Their word is about an order as it was before. */
  | { kind: "changed" }
  /** The supplier says otherwise, so nothing was changed. */
  | { kind: "contradicted"; explanation: Message };

/** An attempt that a person decides about, and the key to ask the supplier with, if there is one of its own account. */
export type Doubt = {
  attempt: Attempt;
  key: OpenKey | null;
  now: Date;
  /** Whether the supplier was last seen to answer the reference with what cannot be read. */
  wasUnreadable: boolean;
};

/**
 * Finds the doubt that a person has spoken of; null where there is none any more.
 *
 * @param attemptId the attempt that they looked for. About a later one their word says nothing: said twice in a hurry, it
 * must not end what the first time has begun.
 */
export async function findDoubt({ shop, orderId, attemptId }: AttemptId): Promise<Doubt | null> {
  const order = await inShop(shop, (tx) =>
    tx.supplierOrder.findUnique({ where: { shop_id: { shop, id: orderId } } }),
  );
  if (order?.state !== "in_doubt") return null;
  const { attempt, now } = await findLatestAttempt(shop, orderId);
  if (attempt.id !== attemptId) return null;
  return { attempt, now, key: await findKeyOf(shop, attempt), wasUnreadable: wasUnreadable(order) };
}

function wasUnreadable({ reason, reasonParams }: { reason: string | null; reasonParams: unknown }): boolean {
  if (reason !== "cannot-tell") return false;
  const { explanation } = reasonParams as { explanation: { code: string; explanation?: { code: string } } };
  if (explanation.code === "orders.cannot-tell.unreadable") return true;
  return explanation.explanation?.code.startsWith("failure.supplier.unexpected-reply") ?? false;
}

/** A key that sees what the attempt has left: of its account, and one that works. */
export async function findKeyOf(shop: ShopDomain, attempt: Attempt): Promise<OpenKey | null> {
  const key = await quietly(() => findUsableKey(shop));
  return key !== null && isSameAccount(key, attempt) ? key : null;
}

/** What cannot be read is believed: the person has seen it. */
export async function quietly<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
