import { Failure } from "../lib/failure.ts";
import { retryAfterSeconds } from "../lib/retry-after.ts";
import type { Message } from "../messages/message.ts";
import type { Operation, OperationName } from "./operation.ts";
import type { Misfit, Unreadable } from "./resources.ts";

/** What decides what a failed call means. `refusals`: of the statuses, only these say that nothing was done. */
export type Called = { name: OperationName; refusals?: readonly number[] | undefined } & Pick<
  Operation,
  "changes"
>;

/**
 * Nothing was sent: the operation changes something, is assumed, and no person has confirmed the contract. The same
 * call will fail again until the operator does, and then it needs no other attention.
 */
export class WriteNotConfirmed extends Failure {
  constructor(operation: OperationName) {
    super({
      code: "rejected",
      detail: `${operation} is assumed, and WHOLESALE_CONTRACT_CONFIRMED is not the contract's fingerprint`,
      side: "supplier",
      explanation: { code: "failure.supplier.write-not-confirmed" },
    });
    this.name = "WriteNotConfirmed";
  }
}

/** The contract has no such operation. Callers that check its abilities first never meet this. */
export function notOffered(operation: OperationName): Failure {
  return new Failure({
    code: "rejected",
    detail: `${operation} is not in the contract`,
    side: "supplier",
    explanation: { code: "failure.supplier.not-offered" },
  });
}

/** What we were about to send is not what the contract says, at `path`. Nothing was sent. */
export function failureFromRequest(operation: Called, path: string): Failure {
  return new Failure({
    code: "rejected",
    detail: `${operation.name}: the request does not fit at “${path}”`,
    side: "supplier",
    explanation: { code: "failure.supplier.request-misfit", path },
  });
}

/** What an answer outside 2xx means. The supplier documents no status codes, so only their general sense is used. */
export function failureFromStatus(
  operation: Called,
  answer: { status: number; retryAfter: string | null; sentence?: string | null },
  now: Date,
): Failure {
  const { status, sentence = null } = answer;
  const told = {
    side: "supplier",
    status,
    detail: `${operation.name} was answered with ${String(status)}`,
  } as const;
  if (status === 401) {
    return new Failure({
      ...told,
      code: "unauthorized",
      explanation: { code: "failure.supplier.unauthorized" },
    });
  }
  if (status === 429) {
    return new Failure({
      ...told,
      code: "rate-limited",
      retryAfterSeconds: retryAfterSeconds(answer.retryAfter, now),
      explanation: { code: "failure.supplier.rate-limited" },
    });
  }
  if (saysNothingWasDone(operation, status)) {
    return new Failure({
      ...told,
      code: "rejected",
      explanation:
        sentence === null
          ? { code: "failure.supplier.rejected", status }
          : { code: "failure.supplier.rejected.says", sentence },
    });
  }
  if (status >= 300 && status < 400) {
    return unexpected(operation, {
      ...told,
      explanation: { code: "failure.supplier.redirected", status },
    });
  }
  if (operation.changes) {
    const says = sentence !== null && ({ code: "failure.supplier.outcome-unknown.says", sentence } as const);
    return outcomeUnknown({ ...told, ...(says && { explanation: says }) });
  }
  return new Failure({
    ...told,
    code: "unreachable",
    explanation: { code: "failure.supplier.server-error", status },
  });
}

/** Whether a status says that the supplier understood the request and did nothing: unless told, any of 4xx but 408 and 409. */
function saysNothingWasDone({ changes, refusals }: Called, status: number): boolean {
  if (changes && refusals) return refusals.includes(status);
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

/** What it means that the supplier says no within a success. */
export function failureFromRejection(operation: Called, sentence: string | null): Failure {
  return new Failure({
    code: "rejected",
    side: "supplier",
    detail: `${operation.name} was rejected within a success`,
    explanation:
      sentence === null
        ? { code: "failure.supplier.rejected.silent" }
        : { code: "failure.supplier.rejected.says", sentence },
  });
}

/**
 * What a failure means that came after the operation's change had been answered with success: whatever it was, even
 * an unauthorized one, the change may stand.
 */
export function failureAfterChange(operation: Called, failure: Failure): Failure {
  const told = {
    code: "outcome-unknown",
    side: "supplier",
    detail: `${operation.name} was sent, and then: ${failure.message}`,
    explanation: failure.explanation,
    status: failure.status,
  } as const;
  return failure instanceof ReplyMisfit
    ? new ReplyMisfit({ ...told, misfits: [...failure.misfits] })
    : new Failure(told);
}

/** What an exception of the HTTP client means. Nothing of the exception itself is kept: it may print headers. */
export function failureFromTransport(operation: Called, error: unknown): Failure {
  const cause = deepest(error);
  const detail = `${operation.name} failed in transport (${cause.code ?? (error instanceof Error ? error.name : "unknown")})`;
  const obstacle = obstacleOf(cause);
  if (operation.changes && obstacle === null) return outcomeUnknown({ detail });
  return new Failure({
    code: "unreachable",
    detail,
    side: "supplier",
    explanation:
      obstacle === null
        ? { code: "failure.supplier.no-answer" }
        : { code: "failure.supplier.never-sent", obstacle },
  });
}

/** A 2xx answer whose body is not what the contract says: all the places, at least one. An empty path is the whole. */
export class ReplyMisfit extends Failure {
  readonly misfits: readonly Misfit[];
  /** Of a product's reply. */
  readonly unreadable: Unreadable | null;

  constructor({
    misfits,
    unreadable = null,
    ...failure
  }: ConstructorParameters<typeof Failure>[0] & { misfits: Misfit[]; unreadable?: Unreadable | null }) {
    super(failure);
    this.name = "ReplyMisfit";
    this.misfits = misfits;
    this.unreadable = unreadable;
  }
}

/** What a 2xx answer means whose body is not what the contract says. The explanation names the first misfit only. */
export function failureFromReply(
  operation: Called,
  { misfits, unreadable = null }: { misfits: Misfit[]; unreadable?: Unreadable | null | undefined },
  status: number,
): ReplyMisfit {
  const { path = "", says = "the reply is not of the expected kind" } = misfits[0] ?? {};
  const first = path === "" ? says : `“${path}” ${says}`;
  return new ReplyMisfit({
    code: operation.changes ? "outcome-unknown" : "unexpected-reply",
    status,
    detail: `${operation.name}: ${first}`,
    side: "supplier",
    explanation:
      path === ""
        ? { code: "failure.supplier.unexpected-reply" }
        : { code: "failure.supplier.unexpected-reply.at", path },
    ...{ misfits, unreadable },
  });
}

/** What keeps a request from being sent, by errors that can only come before one is on its way. */
const OBSTACLES: [string, RegExp][] = [
  ["host", /^(ENOTFOUND|EAI_AGAIN)$/],
  ["refused", /^ECONNREFUSED$/],
  [
    "certificate",
    /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_.*|.*_CERT_.*|SELF_SIGNED_.*|DEPTH_ZERO_.*|UNABLE_TO_.*)$/,
  ],
  ["tls", /^ERR_SSL_WRONG_VERSION_NUMBER$/],
  ["no-connection", /^UND_ERR_CONNECT_TIMEOUT$/],
];
/** Errors that come while connecting or, as well, after the request has gone out: the system call tells. */
const OBSTACLES_WHILE_CONNECTING: [string, RegExp][] = [
  ["no-connection", /^(EHOSTUNREACH|ETIMEDOUT)$/],
  ["network", /^(ENETUNREACH|EADDRNOTAVAIL)$/],
  ["forbidden", /^(EACCES|EPERM)$/],
];

/** Why the request was surely never sent; null where it may have been. */
function obstacleOf({ code = "", syscall }: { code?: string; syscall?: string }): string | null {
  const known = syscall === "connect" ? [...OBSTACLES, ...OBSTACLES_WHILE_CONNECTING] : OBSTACLES;
  return known.find(([, codes]) => codes.test(code))?.[0] ?? null;
}

function unexpected(
  operation: Called,
  failure: { side: "supplier"; status: number; detail: string; explanation: Message },
): Failure {
  return operation.changes ? outcomeUnknown(failure) : new Failure({ ...failure, code: "unexpected-reply" });
}

function outcomeUnknown(told: { status?: number; detail: string; explanation?: Message }): Failure {
  return new Failure({
    explanation: { code: "failure.supplier.outcome-unknown" },
    ...told,
    side: "supplier",
    code: "outcome-unknown",
  });
}

/** A wrapped error has the socket's as its cause, and node puts those of several addresses into one. */
function deepest(error: unknown, depth = 0): { code?: string; syscall?: string } {
  if (!(error instanceof Error) || depth > 5) return {};
  const inner = deepest(
    error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause,
    depth + 1,
  );
  // A DOMException, such as a time-out, has a number there.
  const { code, syscall } = error as { code?: unknown; syscall?: string };
  if (inner.code !== undefined) return inner;
  return typeof code === "string" ? { code, ...(syscall && { syscall }) } : inner;
}
