import type { Failure } from "../lib/failure.ts";
import type { Message } from "../messages/message.ts";

/** Why we could not read or write the branding. */
export type BrandingProblem = { kind: "not-offered" | "unauthorized" | "failed"; message: Message };

/** Translates a failed read or write of the supplier's branding. */
export function problemOfBranding({ code, status, explanation }: Failure): BrandingProblem {
  // These settings are an assumption of ours, so their absence is not an error.
  if (status === 404 || status === 405 || status === 501)
    return { kind: "not-offered", message: { code: "branding.not-offered", status } };
  if (code === "unauthorized") return { kind: "unauthorized", message: { code: "branding.unauthorized" } };
  return { kind: "failed", message: explanation };
}
