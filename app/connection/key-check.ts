import type { Failure } from "../lib/failure.ts";

/**
 * What a read with the shop's key showed. Only `refused` (a 401) says something about the key; a supplier that has
 * no catalogue where we look for it, or is down, leaves the key `unverified`.
 */
export type KeyCheck =
  { kind: "verified" } | { kind: "unverified"; said: string } | { kind: "unauthorized"; said: string };

/** A check as the connection's row keeps it. */
export function checkColumns(check: KeyCheck): { keyCheck: string; keyCheckSaid: string | null } {
  return { keyCheck: check.kind, keyCheckSaid: check.kind === "verified" ? null : check.said };
}

export type NoProducts = { why: "not-offered" | "unauthorized" | "failed"; title: string; text: string };

/**
 * Why no products could be read, in the merchant's words, the same on every page. That there is a product list at all
 * is assumed, so its absence is nobody's mistake and says so.
 */
export function sayNoProducts(failure: Failure): NoProducts {
  if (failure.status === 404 || failure.status === 405 || failure.status === 501) {
    return {
      why: "not-offered",
      title: "The catalogue is not available on this supplier",
      text: `You are connected, but the supplier has no product list where Stockbridge looks for one (it answered ${failure.status}). The supplier's documents do not show where it is, so Stockbridge assumes a place. Ask whoever runs Stockbridge for you to adapt it.`,
    };
  }
  if (failure.code === "unauthorized") {
    return {
      why: "unauthorized",
      title: "The supplier refuses your key",
      text: "If you deleted it there, have it replaced under Settings. If you did not, test the connection there in a few minutes.",
    };
  }
  return { why: "failed", title: "The catalogue could not be read just now", text: failure.publicMessage };
}
