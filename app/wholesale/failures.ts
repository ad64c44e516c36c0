import { Failure } from "../lib/failure.ts";
import type { Operation, OperationName } from "./contract.ts";

/** The part of a contract row that decides what a failed call means. */
type Called = { name: OperationName } & Pick<Operation, "changes">;

/** What an answer outside 2xx means. The platform documents no status codes, so only their general sense is used. */
export function failureFromStatus(
  operation: Called,
  answer: { status: number; retryAfter: string | null },
  now: Date,
): Failure {
  const { status } = answer;
  const told = { status, detail: `${operation.name} was answered with ${String(status)}` };
  if (status === 401) {
    return new Failure({
      ...told,
      code: "unauthorized",
      publicMessage: "The platform did not accept the sign-in or the key.",
    });
  }
  if (status === 429) {
    return new Failure({
      ...told,
      code: "rate-limited",
      retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now),
      publicMessage: "The platform asks us to wait because it got too many requests. Try again in a minute.",
    });
  }
  // 408 and 409 can come from something in between after the platform took the request.
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) {
    return new Failure({
      ...told,
      code: "rejected",
      publicMessage: `The platform refused the request (it answered ${String(status)}).`,
    });
  }
  if (status >= 300 && status < 400) {
    return unexpected(operation, {
      ...told,
      publicMessage: `The platform's address redirects elsewhere (it answered ${String(status)}). We did not follow, because your credentials would have gone along. Ask whoever runs Stockbridge for you to check the address.`,
    });
  }
  if (operation.changes) return outcomeUnknown(told);
  return new Failure({
    ...told,
    code: "unreachable",
    publicMessage: `The platform has a problem of its own (it answered ${String(status)}). Try again in a few minutes.`,
  });
}

/** What an exception of the HTTP client means. Nothing of the exception itself is kept: it may print headers. */
export function failureFromTransport(operation: Called, error: unknown): Failure {
  const code = deepestCode(error);
  const detail = `${operation.name} failed in transport (${code ?? (error instanceof Error ? error.name : "unknown")})`;
  if (operation.changes && !(code !== undefined && NEVER_SENT.test(code))) return outcomeUnknown({ detail });
  return new Failure({
    code: "unreachable",
    detail,
    publicMessage:
      "The platform did not answer. Your sign-in was not the problem. Try again in a few minutes.",
  });
}

/** A place in a reply and what was expected there, never what was found: a reply may hold a key. */
export type Misfit = { path: string; says: string };

/** A 2xx answer whose body is not what the contract says: all the places, at least one. An empty path is the whole. */
export class ReplyMisfit extends Failure {
  readonly misfits: readonly Misfit[];

  constructor({ misfits, ...failure }: ConstructorParameters<typeof Failure>[0] & { misfits: Misfit[] }) {
    super(failure);
    this.name = "ReplyMisfit";
    this.misfits = misfits;
  }
}

/** What a 2xx answer means whose body is not what the contract says. The sentence tells the first misfit only. */
export function failureFromReply(operation: Called, misfits: Misfit[], status: number): ReplyMisfit {
  const { path = "", says = "the reply is not of the expected kind" } = misfits[0] ?? {};
  const first = path === "" ? says : `“${path}” ${says}`;
  return new ReplyMisfit({
    code: operation.changes ? "outcome-unknown" : "unexpected-reply",
    status,
    detail: `${operation.name}: ${first}`,
    publicMessage: `The platform answered in a way Stockbridge does not understand (${first}).`,
    misfits,
  });
}

/** Codes of errors that come before a request is on its way: name lookup, connecting, and TLS. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|ERR_SSL_.*|.*_CERT_.*|SELF_SIGNED_.*|DEPTH_ZERO_.*|UNABLE_TO_.*)$/;

function unexpected(
  operation: Called,
  failure: { status: number; detail: string; publicMessage: string },
): Failure {
  return operation.changes ? outcomeUnknown(failure) : new Failure({ ...failure, code: "unexpected-reply" });
}

function outcomeUnknown(told: { status?: number; detail: string; publicMessage?: string }): Failure {
  return new Failure({
    publicMessage: "The platform did not say clearly whether it did what we asked.",
    ...told,
    code: "outcome-unknown",
  });
}

/** fetch wraps the socket's error, sometimes twice, and node wraps several addresses' errors in one. */
function deepestCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  // A DOMException, such as a time-out, has a number there.
  const { code } = error as { code?: unknown };
  return deepestCode(inner, depth + 1) ?? (typeof code === "string" ? code : undefined);
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
