/**
 * What can go wrong beyond the expected, by what follows from it:
 *
 * - `unreachable`: nothing was changed, because the request was never sent or only asked something; try later.
 * - `rate-limited`: asked to wait (`retryAfterSeconds`, when it was said); try later.
 * - `unauthorized`: the credential was refused.
 * - `rejected`: the other side understood and said no; the same request will fail again.
 * - `unexpected-reply`: the answer is not what the contract says; the same request will fail again.
 * - `outcome-unknown`: the request may have taken effect; never repeat it blindly.
 * - `access-lost`: the shop lets the app in no more until somebody opens the app there; all that needs it waits.
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

/**
 * The one error that crosses slices. `publicMessage` is a sentence for the merchant that says what they can do;
 * `message` adds what an engineer needs. It never has a cause: errors of HTTP clients print request headers, and
 * ours hold keys.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly publicMessage: string;
  /** The HTTP status that was answered, when there was an answer. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    code: FailureCode;
    publicMessage: string;
    detail?: string;
    status?: number | undefined;
    retryAfterSeconds?: number | undefined;
  }) {
    super(`${failure.code}: ${failure.detail ?? failure.publicMessage}`);
    this.name = "Failure";
    this.code = failure.code;
    this.publicMessage = failure.publicMessage;
    this.status = failure.status;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}
