import { Failure } from "../../app/lib/failure.ts";
import { DEFAULT_LOCALE, translator } from "../../app/messages/translate.ts";
import { ReplyMisfit } from "../../app/wholesale/failures.ts";
import type { InputOf, OperationName, OutputOf } from "../../app/wholesale/operation.ts";
import type { Misfit } from "../../app/wholesale/resources.ts";
import type { Result } from "../check/verdict.ts";

/**
 * The result of trying one operation. It contains no value of a reply, because any value may be a secret. The
 * exceptions are the first characters of a new key, and an error's sentence for merchants.
 */
export type Tried = {
  operation: OperationName;
  result: Result;
  /** Why the result is not `fits`. */
  reasons: Reason[];
  /** Further observations, mostly about what the check could not see. */
  remarks: string[];
};

export type Reason = {
  /** The step that failed; undefined if the step is the operation itself. */
  step?: string | undefined;
  /** The path of a field in the reply, by the supplier's names. */
  path?: string;
  says: string;
  /** The reply's HTTP status; undefined after a success. */
  status?: number;
};

/**
 * Makes one call through the contract. Passes values of the reply that we cannot read, and therefore leave out, to
 * `onLeftOut`.
 */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  onLeftOut?: (misfits: Misfit[]) => void,
) => Promise<OutputOf<Name>>;

export type Trial<Name extends OperationName> = {
  /**
   * Makes one call. Records and returns a failure. `step` names the call's purpose, if it is more than trying the
   * operation.
   */
  ask: (input: InputOf<Name>, step?: string) => Promise<OutputOf<Name> | Failure>;
  /** Records `otherwise` as a misfit if there is a reply for which `holds` is false. */
  expect: <Answer>(answer: Answer | Failure, holds: (answer: Answer) => boolean, otherwise: Reason) => void;
  misfit: (reason: Reason) => void;
  /** Records why the check cannot tell if the operation fits, although nothing failed. */
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

/** Makes a call that is not part of the trial. Returns a failure, and does not record it for the operation. */
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

/** Returns true if a failure proves nothing about the contract: there was no reply, or the supplier is down or busy. */
function saysNothing({ status }: Failure): boolean {
  return status === undefined || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Returns true if the supplier refused a sign-in. It documents no status for a wrong password, so any refusal may
 * mean one, and proves nothing about the contract. The exceptions are 404 and 405, which mean that there is no
 * sign-in at this URL.
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
 * Groups misfits of one kind. If a hundred products lack a field, the report names the field once, with the first
 * product. `seen` contains the kinds that earlier calls of the operation have reported.
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
