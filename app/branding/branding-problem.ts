import type { Failure } from "../lib/failure.ts";
import type { Message } from "../messages/message.ts";

/** Why the branding could not be read or written. */
export type BrandingProblem = { kind: "not-offered" | "unauthorized" | "failed"; message: Message };

/** What a failed read or write of the supplier's branding means. */
export function problemOfBranding({ code, status, explanation }: Failure): BrandingProblem {
  // That such settings exist is assumed, so their absence is not an error.
  if (status === 404 || status === 405 || status === 501)
    return { kind: "not-offered", message: { code: "branding.not-offered", status } };
  if (code === "unauthorized") return { kind: "unauthorized", message: { code: "branding.unauthorized" } };
  return { kind: "failed", message: explanation };
}
