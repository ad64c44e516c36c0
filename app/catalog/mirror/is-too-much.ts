import type { Failure } from "../../lib/failure.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import { TOO_LONG } from "../../wholesale/read-reply.ts";

/** What servers answer to a number, a request or a reply that is too large for them. */
const TOO_MUCH = [400, 413, 414, 422, 431];
/** No answer in time may be a bad moment, or a page that takes too long each time. */
const UNANSWERED_AT_MOST = 3;

/** Whether a page of the supplier's list failed in a way that a smaller page may not. */
export function isTooMuch(failure: Failure, { retryCount }: { retryCount: number }): boolean {
  if (failure instanceof ReplyMisfit) return failure.misfits.some(({ says }) => says === TOO_LONG);
  if (failure.status !== undefined)
    return TOO_MUCH.includes(failure.status) || (failure.status === 504 && retryCount >= UNANSWERED_AT_MOST);
  return failure.explanation.code === "failure.supplier.no-answer" && retryCount >= UNANSWERED_AT_MOST;
}
