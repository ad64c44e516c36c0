import { type Alteration, ALTERATIONS } from "./alterations.ts";
import { OPERATIONS, type Operation } from "./endpoint.ts";
import { Refusal } from "./refusal.ts";

/**
 * Faults on demand. "Done" says whether the request takes effect on the supplier.
 *
 * | fault | done | what the caller sees |
 * |---|---|---|
 * | `timeout-after-commit` | yes | nothing, until it gives up |
 * | `500-after-commit` `402-after-commit` … | yes | that status, of any from 300 to 599, with a JSON error |
 * | `commit-later` | late | nothing; done `delayMs` (1000) after the caller has given up, so that a look-up made at once finds nothing yet |
 * | `500` `429` `423` … `unauthorized` | no | that status (401) with a JSON error |
 * | `429-retry-after` | no | 429 with `Retry-After`, `delayMs` (2000) in whole seconds, rounded up |
 * | `html` | no | 200 with a page, as from a proxy in front |
 * | `truncated` | yes | the head of the whole reply, half of its body, then the end |
 * | `reset` | no | the connection reset |
 * | `redirect` | no | 307 to `/elsewhere` of the same service, where the request log shows who followed |
 * | `slow` | yes | the reply, `delayMs` (3000) late |
 * | `ignores-filter` | yes | a list as if it had been asked for without filters |
 * | `finds-nothing` | yes | an empty list, whatever there is |
 * | `leaves-out` | yes | a list without its first item, and every other one behind that |
 * | `never-ends` | yes | a list that leads from its end to its beginning, each time by another cursor |
 * | `drops-line` `drops-piece` `replaces-line` `adds-gift` `lower-case-reference` `overcharges` `other-currency` | yes | the reply, of an order that is another one than was asked for, also on later reads |
 * | `odd-package` | yes | an order, or a list of them, whose first package has lines that cannot be read |
 * | `without-field` `wrong-type` `wrong-prefix` `changed-name` | yes | a successful reply with that one flaw; refusals are left as they are |
 */
export const FAULTS = [
  "timeout-after-commit",
  "commit-later",
  "429-retry-after",
  "html",
  "truncated",
  "reset",
  "redirect",
  "slow",
  "unauthorized",
  "ignores-filter",
  "finds-nothing",
  "leaves-out",
  "never-ends",
  "without-field",
  "wrong-prefix",
  "changed-name",
  "wrong-type",
  "odd-package",
  ...(Object.keys(ALTERATIONS) as Alteration[]),
] as const;

export type NamedFault = (typeof FAULTS)[number];

export type FaultName = NamedFault | `${number}` | `${number}-after-commit`;

/** `released` ends a delay early. */
export type ArmedFault = { fault: FaultName; delayMs?: number; released?: AbortSignal };

export type Faults = ReturnType<typeof createFaults>;

/** The faults that are set, for the operations `served`. One per operation: setting another replaces it. */
export function createFaults(served: readonly Operation[]) {
  const armed = new Map<Operation, ArmedFault & { times: number }>();

  /**
   * Sets the fault for the next `times` requests of the operation; 0 removes it. Every request counts, also one with
   * a wrong credential. Refuses unknown words, and faults that could never show on the operation.
   */
  function set(
    operation: string,
    fault: string,
    times: number,
    delayMs?: number,
    released?: AbortSignal,
  ): void {
    const known = oneOf(OPERATIONS, operation, "operation");
    const named = readStatusFault(fault) === null ? oneOf(FAULTS, fault, "fault") : (fault as FaultName);
    if (!served.includes(known)) {
      throw unknown(`This dialect has no operation ${known}. It has: ${served.join(", ")}.`);
    }
    const scope = SCOPES[named as NamedFault] ?? OPERATIONS;
    if (!scope.includes(known)) {
      throw unknown(`The fault ${named} cannot show on ${known}, only on: ${scope.join(", ")}.`);
    }
    if (!isCount(times)) throw unknown(`"times" is a whole number from 0 on, not ${times}.`);
    if (delayMs !== undefined && !isCount(delayMs)) {
      throw unknown(`"delayMs" is a whole number of milliseconds from 0 on, not ${delayMs}.`);
    }
    armed.set(known, { fault: named, times, delayMs, released });
  }

  /** Returns the fault for this request of the operation, and counts it down. */
  function take(operation: Operation): ArmedFault | undefined {
    const found = armed.get(operation);
    if (!found || found.times === 0) return undefined;
    armed.set(operation, { ...found, times: found.times - 1 });
    return found;
  }

  return { set, take };
}

/** Returns the meaning of a fault that is named after a status; null for all others. */
export function readStatusFault(fault: string): { status: number; commits: boolean } | null {
  const [, status, after] = /^([345]\d\d)(-after-commit)?$/.exec(fault) ?? [];
  return status === undefined ? null : { status: Number(status), commits: after !== undefined };
}

const SCOPES: Partial<Record<NamedFault, readonly Operation[]>> = {
  "wrong-prefix": ["createKey"],
  "changed-name": ["createKey"],
  "ignores-filter": ["listProducts", "findOrders"],
  "finds-nothing": ["findOrders"],
  "leaves-out": ["findOrders"],
  "never-ends": ["findOrders"],
  "odd-package": ["getOrder", "findOrders"],
  ...(Object.fromEntries(Object.keys(ALTERATIONS).map((name) => [name, ["placeOrder"]])) as Record<
    Alteration,
    ["placeOrder"]
  >),
};

function oneOf<T extends string>(list: readonly T[], word: string, kind: string): T {
  const found = list.find((each) => each === word);
  if (!found) throw unknown(`There is no ${kind} "${word}". Known: ${list.join(", ")}.`);
  return found;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function unknown(sentence: string): Refusal {
  return new Refusal("malformed", "bad_fault", sentence);
}
