import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import type { Reason } from "./reason.ts";

/** Returns the reason for an order whose processing failed. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof Failure) || (error.side === "ours" && error.code !== "unauthorized"))
    return { code: "ours" };
  const { code, side, explanation } = error;
  switch (code) {
    case "unauthorized":
      return { code: side === "ours" ? "key-not-opened" : "key-unauthorized" };
    case "access-lost":
    case "shop-gone":
      return { code };
    case "app-denied":
      return { code: "shop-rejected", explanation };
    case "rejected":
      if (explanation.code === "failure.shop.permission-missing") return { code: "permission-missing" };
      return { code: side === "shop" ? "shop-rejected" : "supplier-rejected", explanation };
    case "unreachable":
    case "rate-limited":
    case "unexpected-reply":
    case "outcome-unknown":
      return { code: side === "shop" ? `shop-${code}` : `supplier-${code}`, explanation };
  }
}

/**
 * Number of retries in a row before the merchant has to learn of the failure. They take five minutes with the shortest
 * backoff, and half an hour with a backoff of a minute. They take longer if the shop or the supplier asks us to wait.
 */
const RETRIES_QUIETLY = 5;

/** Returns true if something has failed so often in a row that the merchant has to learn of it. */
export function failsForLong({ retryCount }: { retryCount: number }): boolean {
  return retryCount >= RETRIES_QUIETLY;
}

/**
 * Returns the reason of an order that could not be placed for a long time. @param explanation why the last try failed.
 */
export function stillWaiting(explanation: Message = { code: "failure.ours" }): Reason<"still-waiting"> {
  return { code: "still-waiting", explanation };
}
