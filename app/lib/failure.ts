import type { Message } from "../messages/message.ts";

/**
 * Kinds of failures, by their consequence:
 *
 * - `unreachable`: nothing has changed, because the request was not sent or only read; retry later.
 * - `rate-limited`: the other side demands a pause (`retryAfterSeconds`, if it says how long); retry later.
 * - `unauthorized`: the other side refused the credential.
 * - `rejected`: the other side understood and refused; a retry will fail again.
 * - `unexpected-reply`: the reply breaks the contract; a retry will fail again.
 * - `outcome-unknown`: the request may have taken effect; never repeat it blindly.
 * - `app-denied`: the other side denies the app as such, until its operator corrects the app's settings there; work waits or
 *   takes another way.
 * - `access-lost`: access to the shop is lost until a person opens the app there; all work that needs it
 *   waits.
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
 * Returns the failure for a secret that this process's keyring does not open. The failure is on our side, so
 * it says nothing about the shop or its key.
 */
export function notOpened(): Failure {
  return new Failure({
    code: "unreachable",
    side: "ours",
    detail: "a secret does not open with this keyring",
    explanation: { code: "failure.ours" },
  });
}

/** Returns an Error for anything that was thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * The only error that crosses slices. `explanation` tells the merchant what happened and how to react;
 * `message` is for engineers. A Failure never has a cause: errors of HTTP clients print request headers,
 * which may hold keys.
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

  /** True if a retry may work later without anyone acting. */
  get isTransient(): boolean {
    return this.code === "unreachable" || this.code === "rate-limited";
  }

  /** True if the app has no access to the shop: that is reported to the merchant once per shop. */
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
