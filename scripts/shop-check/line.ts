import { Failure } from "../../app/lib/failure.ts";
import type { Message } from "../../app/messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../../app/messages/translate.ts";
import type { Result } from "../check/verdict.ts";
import { RULES, type RuleName } from "./rules.ts";

/** A line of the report: a rule of the sandbox, and if the shop fulfills it. `came` is what the shop showed. */
export type Line = { rule: RuleName; result: Result; expected: string; came: string };

/** A finding about a rule. `unproven` says why nothing could be found, and `untried` why there was nothing to try. */
export type Seen = { fits: boolean; came: string } | { unproven: string } | { untried: string };

/**
 * Checks one rule in the shop. An error from Shopify counts as a misfit. Without a reply, the rule counts as
 * unreachable.
 */
export async function look(rule: RuleName, see: () => Promise<Seen>): Promise<Line> {
  try {
    const seen = await see();
    if ("untried" in seen) return notTried(rule, seen.untried);
    if ("unproven" in seen) return notProven(rule, seen.unproven);
    return { ...lineOf(rule), result: seen.fits ? "fits" : "misfit", came: seen.came };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const answered = ["rejected", "unexpected-reply", "app-denied"].includes(error.code);
    const came = `${inWords(error.explanation)} (${error.message})`;
    return { ...lineOf(rule), result: answered ? "misfit" : "unreachable", came };
  }
}

export function notTried(rule: RuleName, came: string): Line {
  return { ...lineOf(rule), result: "not tried", came };
}

export function notProven(rule: RuleName, came: string): Line {
  return { ...lineOf(rule), result: "not proven", came };
}

function lineOf(rule: RuleName) {
  return { rule, expected: RULES[rule] };
}

/** Returns a message's text in English. */
export function inWords(message: Message): string {
  return translator(DEFAULT_LOCALE)(message);
}
