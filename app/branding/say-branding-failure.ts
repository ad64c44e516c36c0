import type { Failure } from "../lib/failure.ts";

/** Why the branding could not be read or written, in the merchant's words. `offered` is false when there is none. */
export function sayBrandingFailure(failure: Failure): { offered: boolean; said: string } {
  const { status } = failure;
  // That there are such settings at all is assumed, so their absence is nobody's mistake.
  if (status === 404 || status === 405 || status === 501) {
    return {
      offered: false,
      said: `The supplier has no branding settings where Stockbridge looks for them (it answered ${String(status)}). Its documents do not show where they are, so Stockbridge assumes a place. Ask whoever runs Stockbridge for you to adapt it.`,
    };
  }
  if (failure.code === "unauthorized") {
    return {
      offered: true,
      said: "The supplier refuses your key. Test the connection on the settings page.",
    };
  }
  return { offered: true, said: failure.publicMessage };
}
