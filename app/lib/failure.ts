import type { Message } from "../messages/message.ts";

/**
 * Kinds of failures, by the reaction that they need:
 *
 * - `unreachable`: the request was not sent, or was only a read, so nothing has changed; retry later.
 * - `rate-limited`: the other side demands a pause; retry after `retryAfterSeconds`, if it is set.
 * - `unauthorized`: the other side does not accept the credential.
 * - `rejected`: the other side understood the request and said no; a retry will fail again.
 * - `unexpected-reply`: the reply breaks the contract; a retry will fail again.
 * - `outcome-unknown`: the request may have taken effect; find out before sending it again.
 * - `app-denied`: Shopify denies the app a feature in every shop, until the operator corrects the app's
 *   settings at Shopify.
 * - `access-lost`: access to the shop is lost until the merchant opens the app; work on the shop waits.
 * - `shop-gone`: the shop uninstalled the app.
 */
export type FailureCode =
  | "unreachable"
  | "rate-limited"
  | "unauthorized"
  | "rejected"
  | "unexpected-reply"
  | "outcome-unknown"
  | "app-denied"
  | "access-lost"
  | "shop-gone";

/** The side where the failure happened. */
export type FailureSide = "supplier" | "shop" | "ours";

/**
 * Returns the failure for a secret that this process's keyring does not open. The side is ours: the shop's key
 * may be fine.
 */
export function notOpened(): Failure {
  return new Failure({
    code: "unreachable",
    side: "ours",
    detail: "a secret does not open with this keyring",
    explanation: { code: "failure.ours" },
  });
}

/** Returns a thrown value as an Error, because JavaScript can throw any value. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * The error for expected failures of the supplier, Shopify or our keyring. `explanation` is for the merchant,
 * `message` for engineers. A Failure never has a cause, because errors of HTTP clients may contain request
 * headers with keys.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly side: FailureSide;
  readonly explanation: Message;
  /** The HTTP status, if there was a reply. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    code: FailureCode;
    side: FailureSide;
    explanation: Message;
    detail?: string;
    status?: number | undefined;
    retryAfterSeconds?: number | undefined;
  }) {
    super(`${failure.code}: ${failure.detail ?? failure.explanation.code}`);
    this.name = "Failure";
    this.code = failure.code;
    this.side = failure.side;
    this.explanation = failure.explanation;
    this.status = failure.status;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }

  /** True if a retry may succeed although nothing was fixed. */
  get isTransient(): boolean {
    return this.code === "unreachable" || this.code === "rate-limited";
  }

  /**
   * True if the app has no access to the shop. Callers do not report it per order or product, because it is
   * reported once per shop.
   */
  get isAboutAccess(): boolean {
    return this.code === "access-lost" || this.code === "shop-gone";
  }

  /**
   * True if a retry is pointless: the request was rejected, the reply breaks the contract, or the shop uninstalled the
   * app.
   */
  get isPermanent(): boolean {
    return this.code === "rejected" || this.code === "unexpected-reply" || this.code === "shop-gone";
  }
}
