import { Failure } from "../../app/lib/failure.ts";
import { DEFAULT_LOCALE, translator } from "../../app/messages/translate.ts";
import { ReplyMisfit } from "../../app/wholesale/failures.ts";
import type { InputOf, OperationName, OutputOf } from "../../app/wholesale/operation.ts";
import type { Misfit } from "../../app/wholesale/resources.ts";
import type { Result } from "../check/verdict.ts";

/**
 * The result of trying one operation. Contains no value of a reply, because any value may be a secret. Exceptions:
 * the first characters of a new key, and an error's sentence for merchants.
 */
export type Tried = {
  operation: OperationName;
  result: Result;
  /** Why the result is not `fits`. */
  reasons: Reason[];
  /** Further observations, mostly about what could not be seen. */
  remarks: string[];
};

export type Reason = {
  /** The step that failed; undefined for the plain call of the operation. */
  step?: string | undefined;
  /** A path in the reply, in the supplier's names. */
  path?: string;
  says: string;
  /** The reply's HTTP status, unless the reply was a success. */
  status?: number;
};

/**
 * Makes one call through the contract. `onLeftOut` gets the values of the reply that could not be read and were left
 * out.
 */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  onLeftOut?: (misfits: Misfit[]) => void,
) => Promise<OutputOf<Name>>;

export type Trial<Name extends OperationName> = {
  /**
   * Makes one call. Notes a failure and returns it. `step` names the purpose of the call if it is not the operation
   * as such.
   */
  ask: (input: InputOf<Name>, step?: string) => Promise<OutputOf<Name> | Failure>;
  /** Notes the reason as a misfit if there is an answer and `holds` is false for it. */
  expect: <Answer>(answer: Answer | Failure, holds: (answer: Answer) => boolean, otherwise: Reason) => void;
  misfit: (reason: Reason) => void;
  /** Notes why it is unknown if the operation fits, although nothing was found against it. */
  unproven: (says: string) => void;
  remark: (text: string) => void;
  /** Returns the overall result of the operation. */
  tried: () => Tried;
};

/** Collects the results of one operation's calls. */
export function trial<Name extends OperationName>(name: Name, ask: Ask): Trial<Name> {
  const misfits: Reason[] = [];
  const unauthorized: Reason[] = [];
  const unanswered: Reason[] = [];
  const unproven: Reason[] = [];
  const remarks: string[] = [];
  const seen = new Set<string>();
  return {
    ask: async (input, step) => {
      try {
        const answer = await ask(name, input, (leftOut) => misfits.push(...inKinds(leftOut, { step, seen })));
        if ("skipped" in answer) {
          const found = answer.skipped.flatMap((each) => each.misfits);
          misfits.push(...inKinds(found, { step, seen }));
        }
        return answer;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error instanceof ReplyMisfit) misfits.push(...inKinds(error.misfits, { step, seen }));
        else if (saysNothing(error)) unanswered.push(inWords(error, step));
        else (isWrongAccount(name, error) ? unauthorized : misfits).push(inWords(error, step));
        return error;
      }
    },
    expect: (answer, holds, otherwise) => {
      if (!(answer instanceof Failure) && !holds(answer)) misfits.push(otherwise);
    },
    misfit: (reason) => misfits.push(reason),
    unproven: (says) => unproven.push({ says }),
    remark: (text) => remarks.push(text),
    tried: () => ({
      operation: name,
      result: resultOf({ misfits, unauthorized, unanswered, unproven }),
      reasons: [...misfits, ...unauthorized, ...unanswered, ...unproven],
      remarks,
    }),
  };
}

export function notTried(operation: OperationName, says: string): Tried {
  return { operation, result: "not tried", reasons: [{ says }], remarks: [] };
}

export function notProven(operation: OperationName, says: string): Tried {
  return { operation, result: "not proven", reasons: [{ says }], remarks: [] };
}

/**
 * Makes a call that is not part of the trial. Returns a failure, without noting it for the operation that is tried.
 */
export async function quietly<Name extends OperationName>(
  ask: Ask,
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name> | Failure> {
  return ask(name, input).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
}

function resultOf(
  reasons: Record<"misfits" | "unauthorized" | "unanswered" | "unproven", Reason[]>,
): Tried["result"] {
  if (reasons.misfits.length > 0) return "misfit";
  if (reasons.unauthorized.length > 0) return "unauthorized";
  if (reasons.unanswered.length > 0) return "unreachable";
  return reasons.unproven.length > 0 ? "not proven" : "fits";
}

/**
 * Returns true if a failure says nothing about the contract: there was no answer, or the supplier is down or busy.
 */
function saysNothing({ status }: Failure): boolean {
  return status === undefined || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Returns true if a sign-in was refused. The supplier documents no status for a wrong password, so every refusal
 * counts as a wrong password, and says nothing about the contract. Exceptions are 404 and 405, which say that there
 * is no sign-in at this address.
 */
function isWrongAccount(name: OperationName, { code, status }: Failure): boolean {
  if (name !== "logIn") return false;
  return code === "unauthorized" || (code === "rejected" && status !== 404 && status !== 405);
}

function inWords({ status, explanation }: Failure, step: string | undefined): Reason {
  const absent = step === undefined && (status === 404 || status === 405 || status === 501);
  const says = absent
    ? `the supplier has nothing there (${String(status)})`
    : translator(DEFAULT_LOCALE)(explanation);
  return { step, says, ...(status !== undefined && { status }) };
}

/**
 * Groups misfits of one kind: a field that a hundred products lack is reported once, with the first place. `seen` has
 * the kinds that earlier calls of the operation have reported.
 */
function inKinds(
  misfits: readonly Misfit[],
  { step, seen }: { step: string | undefined; seen: Set<string> },
): Reason[] {
  const kinds = new Map<string, Misfit & { more: number }>();
  for (const misfit of misfits) {
    const kind = `${misfit.path.replace(/\b\d+\b/g, "*")} ${misfit.says}`;
    const known = kinds.get(kind);
    if (known) known.more += 1;
    else if (!seen.has(kind)) kinds.set(kind, { ...misfit, more: 0 });
  }
  kinds.forEach((_, kind) => seen.add(kind));
  return [...kinds.values()].map(({ path, says, more }) => ({
    step,
    ...(path !== "" && { path }),
    says: more === 0 ? says : `${says} (and ${String(more)} more like it)`,
  }));
}
