/** Why the service will not do what it was asked. How that is said on the wire is the routes' affair. */
export type RefusalReason = "malformed" | "unauthenticated" | "not-found" | "unprocessable" | "conflict";

/** A request that was understood and refused; `message` is a sentence for the caller, `code` a word for programs. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly code: string;

  constructor(reason: RefusalReason, code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.reason = reason;
    this.code = code;
  }
}
