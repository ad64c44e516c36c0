/** The reason for which the service refuses a request. The routes decide how it is sent. */
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
