import type { Failure } from "../lib/failure.ts";
import { ReplyMisfit } from "../wholesale/failures.ts";
import type { Purpose } from "./key-attempt-store.server.ts";

/**
 * Why a shop got no key, to be connected with or in place of the one it has. `keyName` is there when a key of that name
 * may exist on the supplier.
 */
export type ConnectProblem =
  | { kind: "cannot-store" }
  | { kind: "too-many"; waitSeconds: number }
  | { kind: "other-account" }
  | { kind: "wrong-account" }
  | { kind: "no-token" }
  | { kind: "supplier"; said: string }
  | { kind: "token-refused" }
  | { kind: "key-later"; said: string }
  | { kind: "key-refused"; said: string }
  | { kind: "key-unknown"; said: string; keyName: string }
  | { kind: "changed-name"; keyName: string; cameBackAs: string }
  | { kind: "key-unusable"; keyName: string }
  | { kind: "not-stored"; keyName: string };

/**
 * A failed sign-in. The supplier documents no status for a wrong password, so any refusal counts as one, except 404
 * and 405, which say that there is no sign-in at this address.
 */
export function problemOfLogIn(failure: Failure): ConnectProblem {
  if (failure.code === "unauthorized") return { kind: "wrong-account" };
  if (failure.code === "rejected") {
    return failure.status === 404 || failure.status === 405
      ? {
          kind: "supplier",
          said: `There is no sign-in at the supplier's address (it answered ${String(failure.status)}). Ask whoever runs Stockbridge for you to check the address.`,
        }
      : { kind: "wrong-account" };
  }
  // It sent data, but not what the contract says: the session token is all that the contract asks for.
  if (failure instanceof ReplyMisfit && failure.misfits.every(({ path }) => path !== ""))
    return { kind: "no-token" };
  return { kind: "supplier", said: failure.publicMessage };
}

/** A failed creation of a key, after a sign-in that worked. */
export function problemOfKey(failure: Failure, keyName: string): ConnectProblem {
  if (failure.code === "outcome-unknown")
    return { kind: "key-unknown", said: failure.publicMessage, keyName };
  if (failure.code === "unauthorized") return { kind: "token-refused" };
  if (failure.code === "rejected") return { kind: "key-refused", said: failure.publicMessage };
  return { kind: "key-later", said: failure.publicMessage };
}

/** The problem in the merchant's words: what happened, and what they can do. */
export function sayProblem(problem: ConnectProblem, purpose: Purpose): { title: string; text: string } {
  const nothing = purpose === "connect" ? "Nothing was connected." : "Nothing was changed.";
  const again = purpose === "connect" ? "connect again" : "replace the key again";
  switch (problem.kind) {
    case "cannot-store":
      return {
        title: "Stockbridge could not keep a key just now",
        text: `So it asked the supplier for none, and nothing was sent. ${nothing} Try again in a few minutes. If this stays, tell whoever runs Stockbridge for you.`,
      };
    case "too-many":
      return {
        title: `Please wait ${sayWait(problem.waitSeconds)} before you try again`,
        text: `There were five attempts to sign in within a minute. Suppliers lock accounts that see too many, and this pause protects yours. Nothing was sent. ${nothing}`,
      };
    case "other-account":
      return {
        title: "This is another account than the one this shop is connected with",
        text: `Nothing was sent. ${nothing} Enter the e-mail you connected with. To change to another account, or if your account's e-mail has changed, disconnect first and then connect anew: your products stay linked.`,
      };
    case "wrong-account":
      return {
        title: "The supplier did not accept this e-mail and password",
        text: `${purpose === "connect" ? "" : `${nothing} `}Check both and try again. They are the ones you sign in with on the wholesale supplier itself, not your Shopify ones.`,
      };
    case "no-token":
      return {
        title: "The supplier answered the sign-in, but without the session token that belongs to it",
        text: `${nothing} Check that you can sign in on the supplier's own site. If you can, the supplier has changed: ask whoever runs Stockbridge for you.`,
      };
    case "supplier":
      return { title: "The sign-in did not work", text: `${problem.said} ${nothing}` };
    case "token-refused":
      return {
        title: "You are signed in, but the supplier does not let this account create a key",
        text: `${nothing} Check in your profile on the supplier that your account may create API keys.`,
      };
    case "key-later":
      return {
        title: "You are signed in, but the supplier has made no key yet",
        text: `${problem.said} ${nothing}`,
      };
    case "key-refused":
      return {
        title: "You are signed in, but the supplier made no key",
        text: `${problem.said} ${nothing}`,
      };
    case "key-unknown":
      return {
        title: "We cannot tell whether the supplier made a key",
        text: `${problem.said} ${nothing} If there is a key named “${problem.keyName}” under API keys in your profile on the supplier, delete it. Then ${again}: that makes a new one.`,
      };
    case "changed-name":
      return {
        title: "The supplier made a key under another name than we asked for",
        text: `We asked for “${problem.keyName}” and got “${problem.cameBackAs}”. Such a key could be somebody else's, so we did not keep it. ${nothing} Delete it under API keys in your profile on the supplier.`,
      };
    case "key-unusable":
      return {
        title: "The supplier made a new key, and refuses it",
        text: `It answered 401 twice, so your shop keeps the key it has. ${nothing} Delete the key named “${problem.keyName}” under API keys in your profile on the supplier, and try again later.`,
      };
    case "not-stored":
      return {
        title: "The key was made, but could not be stored",
        text: `Delete the key named “${problem.keyName}” under API keys in your profile on the supplier. Then reload this page, and ${purpose === "connect" ? "connect again if it says that you are not connected" : again}.`,
      };
  }
}

function sayWait(seconds: number): string {
  return seconds === 1 ? "1 second" : `${String(seconds)} seconds`;
}
