import { Failure } from "../../app/lib/failure.ts";
import { DEFAULT_LOCALE, translator } from "../../app/messages/translate.ts";
import { ReplyMisfit } from "../../app/wholesale/failures.ts";
import type { InputOf, OperationName, OutputOf } from "../../app/wholesale/operation.ts";
import type { Misfit } from "../../app/wholesale/resources.ts";
import type { Result } from "../check/verdict.ts";

/**
 * The result of trying one operation. Contains no value of a reply, since any may be a secret: only the first
 * characters of a new key, and an error's sentence for merchants.
 */
export type Tried = {
  operation: OperationName;
  result: Result;
  /** Why it is not `fits`. */
  reasons: Reason[];
  /** Further observations, above all what could not be seen. */
  remarks: string[];
};

export type Reason = {
  /** The step beyond the plain call. */
  step?: string | undefined;
  /** A path in the reply, in the supplier's names. */
  path?: string;
  says: string;
  /** The reply's status, unless it was a success. */
  status?: number;
};

/** One call through the contract. `onLeftOut` gets the values that could not be read and were left out. */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  onLeftOut?: (misfits: Misfit[]) => void,
) => Promise<OutputOf<Name>>;

export type Trial<Name extends OperationName> = {
  /** One call. A failure is noted, and returned. `step` says what the call tries, if not the operation as such. */
  ask: (input: InputOf<Name>, step?: string) => Promise<OutputOf<Name> | Failure>;
  /** Notes the reason as a misfit if there is an answer and it does not hold. */
  expect: <Answer>(answer: Answer | Failure, holds: (answer: Answer) => boolean, otherwise: Reason) => void;
  misfit: (reason: Reason) => void;
  /** Notes why it is not known to fit, although nothing speaks against it. */
  unproven: (says: string) => void;
  remark: (text: string) => void;
  /** Returns the sum of all results. */
  tried: () => Tried;
};

/** Collects what the calls of one operation show. */
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

/** One call beside the trial: a failure of it is returned, and says nothing about the operation that is tried. */
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

/** Without an answer, or with one of a supplier that is down or busy, the contract can be neither right nor wrong. */
function saysNothing({ status }: Failure): boolean {
  return status === undefined || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * The supplier documents no status for a wrong password, so any no to a sign-in counts as one, and says nothing about
 * the contract; except 404 and 405, which say that there is no sign-in at this address.
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

/** A hundred products lack a field in a hundred places: told once, with the first place, whichever call meets them. */
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
