import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { type Attempt, type AttemptId, findLatestAttempt } from "../store/attempt-store.server.ts";
import { isSameAccount } from "./look-up-order.server.ts";

/** The result of a person's answer about an order in doubt. */
export type Confirmed =
  | { kind: "confirmed" }
  /** The supplier has the order under this number, whatever the person typed. */
  | { kind: "found"; number: string }
  /** The supplier shows no order of this number: the person has to confirm it. */
  | { kind: "unverified"; number: string }
  /**
   * The supplier's order has another reference, and its items are the same or not shown: the person has to
   * confirm it.
   */
  | { kind: "other-reference"; number: string; reference: string }
  /** The supplier's reply to a reference of ours cannot be read: the person has to confirm "not ordered". */
  | { kind: "unreadable"; reference: string }
  /**
   * The supplier's order for an earlier request of the same pieces stands, or has partly shipped: the same.
   */
  | { kind: "stands"; number: string }
  /** The attempt may still be in transit. */
  | { kind: "too-early" }
  /** The order has changed since the person looked. */
  | { kind: "changed" }
  /** The supplier contradicts the person, so nothing was changed. */
  | { kind: "contradicted"; explanation: Message };

/** An attempt that a person decides about, and a usable key of its account, if there is one. */
export type Doubt = {
  attempt: Attempt;
  key: OpenKey | null;
  now: Date;
  /** True if the supplier's last reply to the reference could not be read. */
  wasUnreadable: boolean;
};

/**
 * Finds the doubt that a person decides about; null if it is resolved.
 *
 * @param attemptId the attempt that the person saw. A later one is left alone: a double click must not end
 *   the attempt that the first click began.
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

/** Returns a working key of the attempt's account, which sees its orders; null if there is none. */
export async function findKeyOf(shop: ShopDomain, attempt: Attempt): Promise<OpenKey | null> {
  const key = await quietly(() => findUsableKey(shop));
  return key !== null && isSameAccount(key, attempt) ? key : null;
}

/**
 * Returns null after a `Failure`: a person has looked, so their answer counts even if the supplier cannot be
 * read.
 */
export async function quietly<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
