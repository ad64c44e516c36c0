import type { Failure } from "../../lib/failure.ts";

/** Why the supplier's product list could not be read, in the merchant's words. */
export type MirrorProblem = { why: "not-offered" | "unauthorized" | "failed"; text: string };

/** That there is a product list at all is assumed, so its absence is nobody's mistake and says so. */
export function problemOf(failure: Failure): MirrorProblem {
  const { status } = failure;
  if (status === 404 || status === 405 || status === 501) {
    return {
      why: "not-offered",
      text: `You are connected, but the supplier has no product list where Stockbridge looks for one (it answered ${String(status)}). The supplier's documents do not show where it is, so Stockbridge assumes a place. Ask whoever runs Stockbridge for you to adapt it.`,
    };
  }
  if (failure.code === "unauthorized") {
    return {
      why: "unauthorized",
      text: "Test the connection on the settings page. If the key was deleted on the supplier, replace it there.",
    };
  }
  return { why: "failed", text: failure.publicMessage };
}

/** What stands above a problem's text. */
export const PROBLEM_TITLES: Record<MirrorProblem["why"], string> = {
  "not-offered": "The catalogue is not available on this supplier",
  unauthorized: "The supplier refuses your key",
  failed: "The catalogue could not be read just now",
};
