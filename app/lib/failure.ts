import type { Message } from "../messages/message.ts";

/**
 * What can go wrong beyond the expected, by what follows from it:
 *
 * - `unreachable`: nothing was changed, because the request was never sent or only asked something; try later.
 * - `rate-limited`: asked to wait (`retryAfterSeconds`, when it was said); try later.
 * - `unauthorized`: the credential was refused.
 * - `rejected`: the other side understood and said no; the same request will fail again.
 * - `unexpected-reply`: the answer is not what the contract says; the same request will fail again.
 * - `outcome-unknown`: the request may have taken effect; never repeat it blindly.
 * - `access-lost`: access to the shop is lost until somebody opens the app there; all that needs it waits.
 * - `shop-gone`: the shop uninstalled the app.
 */
export type FailureCode =
  | "unreachable"
  | "rate-limited"
  | "unauthorized"
  | "rejected"
  | "unexpected-reply"
  | "outcome-unknown"
  | "access-lost"
  | "shop-gone";

/** Whose side it went wrong on. */
export type FailureSide = "supplier" | "shop" | "ours";

/**
 * Makes the failure for a secret that this process's keyring does not open. It is on our side, so nothing follows for the
 * shop or its key.
 */
export function notOpened(): Failure {
  return new Failure({
    code: "unreachable",
    side: "ours",
    detail: "a secret does not open with this keyring",
    explanation: { code: "failure.ours" },
  });
}

/**
 * The one error that crosses slices. `explanation` tells the merchant what happened and what they can do; `message`
 * tells an engineer. It never has a cause: errors of HTTP clients print request headers, and ours hold keys.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly side: FailureSide;
  readonly explanation: Message;
  /** The HTTP status that was answered, when there was an answer. */
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

  /** Whether the same request may work later without anybody doing anything. */
  get isTransient(): boolean {
    return this.code === "unreachable" || this.code === "rate-limited";
  }

  /** Whether it is pointless to repeat the request: the other side understood it and said no, or is gone. */
  get isPermanent(): boolean {
    return this.code === "rejected" || this.code === "unexpected-reply" || this.code === "shop-gone";
  }
}
