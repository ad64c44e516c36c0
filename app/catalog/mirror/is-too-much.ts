import type { Failure } from "../../lib/failure.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import { TOO_LONG } from "../../wholesale/read-reply.ts";

/** Statuses for a page size, request or reply that is too large. */
const TOO_MUCH = [400, 413, 414, 422, 431];
/** A single timeout may be a bad moment. After this many, the page takes too long each time. */
const UNANSWERED_AT_MOST = 3;

/** Returns true if a page of the supplier's list failed in a way that a smaller page may not. */
export function isTooMuch(failure: Failure, { retryCount }: { retryCount: number }): boolean {
  if (failure instanceof ReplyMisfit) return failure.misfits.some(({ says }) => says === TOO_LONG);
  if (failure.status !== undefined)
    return TOO_MUCH.includes(failure.status) || (failure.status === 504 && retryCount >= UNANSWERED_AT_MOST);
  return failure.explanation.code === "failure.supplier.no-answer" && retryCount >= UNANSWERED_AT_MOST;
}
