import type { Failure } from "../lib/failure.ts";
import type { Message, MessageCode } from "../messages/message.ts";
import { ReplyMisfit } from "../wholesale/failures.ts";
import type { Purpose } from "./key-attempt-store.server.ts";

/**
 * The reason why a shop got no key. `keyName` is present if the supplier may have a key of that name. The
 * message's code is `connection.problem.<kind>`.
 */
export type ConnectProblem =
  /** Before any call. */
  | { kind: "cannot-store" }
  | { kind: "too-many"; waitSeconds: number }
  | { kind: "sign-ins-paused"; waitSeconds: number }
  | { kind: "other-account" }
  /** Sign-in failed. */
  | { kind: "sign-in-rejected" }
  | { kind: "no-token" }
  | { kind: "no-sign-in"; status: number }
  | { kind: "sign-in-failed"; why: Message }
  /** The supplier created no key, or we don't know if it did. */
  | { kind: "not-allowed" }
  | { kind: "key-later"; why: Message }
  | { kind: "key-rejected"; why: Message }
  | { kind: "key-in-doubt"; why: Message; keyName: string }
  /** The supplier created a key that we do not use. */
  | { kind: "changed-name"; keyName: string; cameBackAs: string }
  | { kind: "key-unusable"; keyName: string }
  | { kind: "not-stored"; keyName: string };

/**
 * Translates a failed sign-in. The supplier documents no status for a wrong password, so any rejection counts
 * as a wrong password. Only 404 and 405 mean that this address has no sign-in.
 */
export function problemOfLogIn(failure: Failure): ConnectProblem {
  const { code, status, explanation } = failure;
  if (code === "unauthorized") return { kind: "sign-in-rejected" };
  if (code === "rejected")
    return status === 404 || status === 405 ? { kind: "no-sign-in", status } : { kind: "sign-in-rejected" };
  // A reply without the session token, the only field that the contract requires.
  if (failure instanceof ReplyMisfit && failure.misfits.every(({ path }) => path !== ""))
    return { kind: "no-token" };
  return { kind: "sign-in-failed", why: explanation };
}

/** Translates a failed key creation after a successful sign-in. */
export function problemOfKey({ code, explanation: why }: Failure, keyName: string): ConnectProblem {
  if (code === "outcome-unknown") return { kind: "key-in-doubt", why, keyName };
  if (code === "unauthorized") return { kind: "not-allowed" };
  if (code === "rejected") return { kind: "key-rejected", why };
  return { kind: "key-later", why };
}

/** Returns what happened and what the merchant can do, as a title and a text. */
export function explainProblem(problem: ConnectProblem, purpose: Purpose): { title: Message; text: Message } {
  const { kind, ...params } = problem;
  const [title, text]: MessageCode[] = [`connection.problem.${kind}.title`, `connection.problem.${kind}`];
  const outcome = {
    code: purpose === "connect" ? "connection.nothing-connected" : "connection.nothing-changed",
  };
  return {
    title: { code: title, ...params } as Message,
    text: { code: text, ...params, outcome, purpose } as Message,
  };
}
