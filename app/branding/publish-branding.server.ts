import { callAsShop } from "../connection/call-as-shop.server.ts";
import { findKey } from "../connection/connection-store.server.ts";
import type { OpenKey } from "../connection/sealed-key.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, compareBranding } from "./branding-form.ts";
import {
  beginVersion,
  endAsPublished,
  endAsRejected,
  endInDoubt,
  type OpenVersion,
  saveDraft,
} from "./branding-store.server.ts";

export type Publishing =
  /** `changed`: fields whose values the supplier stored differently than we sent them. */
  | { kind: "published"; number: number; changed: BrandingField[] }
  | { kind: "not-connected" }
  /** The draft was saved, dropped or published after the merchant loaded the page. */
  | { kind: "stale" }
  /** Another window or a second click is publishing. */
  | { kind: "running" }
  /** The supplier does not have the version. */
  | { kind: "rejected"; why: Message }
  /** The outcome is unknown, and reading the supplier's branding failed. */
  | { kind: "in-doubt" };

/**
 * Saves the branding as a draft, sends it to the supplier, and marks the version as published once the
 * supplier has it.
 * @param seen as for `saveDraft`.
 */
export async function publishBranding(
  shop: ShopDomain,
  branding: Branding,
  seen?: string,
): Promise<Publishing> {
  if (!(await saveDraft(shop, branding, seen))) return { kind: "stale" };
  const key = await findKey(shop);
  if (key === null) return { kind: "not-connected" };
  const version = await beginVersion(shop, { branding, account: key.account });
  if (version === null) return { kind: "running" };
  try {
    const kept = await callAsShop({ shop, key }, "writeBranding", branding);
    await endAsPublished(shop, version);
    return { kind: "published", number: version.number, changed: compareBranding(branding, kept) };
  } catch (error) {
    // After other errors the version stays open. The branding page resolves it after its deadline.
    if (!(error instanceof Failure)) throw error;
    log.info({ shop, code: error.code, status: error.status }, "branding.write-failed");
    if (error.code === "outcome-unknown") return resolveNow({ shop, key }, version);
    const { message: why } = problemOfBranding(error);
    await endAsRejected(shop, version, why);
    return { kind: "rejected", why };
  }
}

/** The supplier's present branding, and the account that it was read with. */
export type LiveBranding = { branding: Branding; account: string | null };

/**
 * Ends a version in doubt as published if it equals the supplier's present branding, else as rejected. A
 * version for another account ends as rejected, because we cannot read that account. The merchant can publish
 * again.
 * @returns true if the version arrived.
 */
export async function resolvePublishing(
  shop: ShopDomain,
  { version, live }: { version: OpenVersion; live: LiveBranding },
): Promise<boolean> {
  const arrived =
    version.account === live.account && compareBranding(version.branding, live.branding).length === 0;
  if (arrived) await endAsPublished(shop, version);
  else await endAsRejected(shop, version, NOT_ARRIVED);
  return arrived;
}

/**
 * The merchant may publish again. If the first version arrives late after all, it does no harm: each publishing
 * replaces the whole branding.
 */
const NOT_ARRIVED: Message = { code: "branding.not-arrived" };

/** The reason why we could not read or write the branding. */
type BrandingProblem = { kind: "not-offered" | "unauthorized" | "failed"; message: Message };

/** Translates a failed read or write of the supplier's branding. */
export function problemOfBranding({ code, status, explanation }: Failure): BrandingProblem {
  // We only assume that the supplier has branding at these paths, so a missing branding is no error.
  if (status === 404 || status === 405 || status === 501)
    return { kind: "not-offered", message: { code: "branding.not-offered", status } };
  if (code === "unauthorized") return { kind: "unauthorized", message: { code: "branding.unauthorized" } };
  return { kind: "failed", message: explanation };
}

/** After an unclear reply, reads the supplier's branding and compares it with the version. */
async function resolveNow(
  { shop, key }: { shop: ShopDomain; key: OpenKey },
  version: OpenVersion,
): Promise<Publishing> {
  try {
    const read = await callAsShop({ shop, key }, "readBranding", {});
    const live = { branding: read, account: key.account };
    return (await resolvePublishing(shop, { version, live }))
      ? { kind: "published", number: version.number, changed: [] }
      : { kind: "rejected", why: NOT_ARRIVED };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await endInDoubt(shop, version);
    return { kind: "in-doubt" };
  }
}
