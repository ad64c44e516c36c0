import { Failure } from "../lib/failure.ts";
import type { Message } from "../messages/message.ts";
import type { Operation, OperationName } from "./operation.ts";
import type { Misfit, RejectionWord } from "./resources.ts";

/**
 * The facts about an operation that decide what its failures mean. If `refusals` is set, only these statuses
 * prove that the supplier did nothing.
 */
export type Called = { name: OperationName; refusals?: readonly number[] | undefined } & Pick<
  Operation,
  "changes"
>;

/**
 * Thrown before sending: the operation changes something and is assumed, and the operator has not confirmed the
 * contract. The call succeeds once the operator has.
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

/**
 * The supplier replied with a status that means no, such as 422. `word`: the reason, if the contract knows it.
 */
export class SupplierRejection extends Failure {
  readonly word: RejectionWord | null;

  constructor({
    word,
    ...failure
  }: ConstructorParameters<typeof Failure>[0] & { word: RejectionWord | null }) {
    super(failure);
    this.name = "SupplierRejection";
    this.word = word;
  }
}

/**
 * A 2xx reply that does not fit the contract, with at least one misfit. An empty path means the whole reply.
 */
export class ReplyMisfit extends Failure {
  readonly misfits: readonly Misfit[];
  /** True if the reply is empty or a web page. */
  readonly isNoData: boolean;

  constructor({
    misfits,
    isNoData = false,
    ...failure
  }: ConstructorParameters<typeof Failure>[0] & { misfits: Misfit[]; isNoData?: boolean }) {
    super(failure);
    this.name = "ReplyMisfit";
    this.misfits = misfits;
    this.isNoData = isNoData;
  }
}

/**
 * Makes the failure for an operation that the contract lacks. Callers check the contract's abilities first.
 */
export function notOffered(operation: OperationName): Failure {
  return new Failure({
    code: "rejected",
    detail: `${operation} is not in the contract`,
    side: "supplier",
    explanation: { code: "failure.supplier.not-offered" },
  });
}

/** Makes the failure for a request that does not fit the contract at `path`. Nothing was sent. */
export function failureFromRequest(operation: Called, path: string): Failure {
  return new Failure({
    code: "rejected",
    detail: `${operation.name}: the request does not fit at “${path}”`,
    side: "supplier",
    explanation: { code: "failure.supplier.request-misfit", path },
  });
}

/** Translates a status outside 2xx. The supplier documents no status codes, so we use their meaning in HTTP. */
export function failureFromStatus(
  operation: Called,
  answer: {
    status: number;
    retryAfter: string | null;
    sentence?: string | null;
    word?: RejectionWord | null;
  },
  now: Date,
): Failure {
  const { status, sentence = null, word = null } = answer;
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
    return new SupplierRejection({
      ...told,
      code: "rejected",
      word,
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

/** Translates a `Rejected`: the supplier replied with 2xx, but the body says no. */
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
 * Translates a failure of a later request, after the request that makes the change has succeeded. The change
 * may stand whatever failed later, so the outcome is unknown.
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

/**
 * Translates an exception of the HTTP client. Keeps only the error's code: the exception may contain headers,
 * and logs must not show the key.
 */
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

/** Translates a 2xx reply that does not fit the contract. The explanation names the first misfit only. */
export function failureFromReply(
  operation: Called,
  { misfits, isNoData = false }: { misfits: Misfit[]; isNoData?: boolean },
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
    misfits,
    isNoData,
  });
}

/** Maximum pause, even if the server names a date in 2083. */
const LONGEST_SECONDS = 3600;

/**
 * Parses a Retry-After header (RFC 9110, 10.2.3), a number of seconds or a date. Returns whole seconds from
 * `now`, an hour at most; undefined if the header is missing or invalid.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  // V8 parses almost anything as a date, even “-5”. An HTTP date begins with its day and names the zone.
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]+,? .* GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : NaN;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_SECONDS);
}

/**
 * Returns true if the status proves that the supplier did nothing. Without `refusals`, these are all 4xx except
 * 408 (timeout) and 409 (conflict).
 */
function saysNothingWasDone({ changes, refusals }: Called, status: number): boolean {
  if (changes && refusals) return refusals.includes(status);
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

/** Errors that occur only before a request is sent. */
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

/**
 * Errors that may also occur after a request was sent. Only if the failed system call is `connect`, the request
 * was certainly not sent.
 */
const OBSTACLES_WHILE_CONNECTING: [string, RegExp][] = [
  ["no-connection", /^(EHOSTUNREACH|ETIMEDOUT)$/],
  ["network", /^(ENETUNREACH|EADDRNOTAVAIL)$/],
  ["forbidden", /^(EACCES|EPERM)$/],
];

/** Returns the obstacle that kept the request from being sent; null if the request may have been sent. */
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

/**
 * Returns the innermost error that has a code, usually the socket's. A wrapped error has the socket's error
 * as its cause. If several addresses failed, Node combines their errors into an AggregateError.
 */
function deepest(error: unknown, depth = 0): { code?: string; syscall?: string } {
  if (!(error instanceof Error) || depth > 5) return {};
  const inner = deepest(
    error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause,
    depth + 1,
  );
  // A DOMException, such as a timeout, has a number as its code.
  const { code, syscall } = error as { code?: unknown; syscall?: string };
  if (inner.code !== undefined) return inner;
  return typeof code === "string" ? { code, ...(syscall && { syscall }) } : inner;
}
