import { callAsShop } from "../connection/call-as-shop.server.ts";
import { findUsableKey } from "../connection/connection-store.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { BRANDING_FIELDS, type BrandingField, compareBranding } from "./branding-form.ts";
import { type LiveBranding, problemOfBranding, resolvePublishing } from "./publish-branding.server.ts";
import { findBranding, stampOf } from "./branding-store.server.ts";

export type LoadedBranding =
  /** The supplier has no branding at the contract's path. */
  | { kind: "not-offered"; message: Message }
  | {
      kind: "branding";
      /** The first that exists: the draft, the supplier's branding, the last published version. */
      branding: Branding;
      draft: { savedAt: Date; rejection: Message | null } | null;
      published: { number: number; publishedAt: Date } | null;
      /** The number of the last version, if it was published with another account only. */
      elsewhere: number | null;
      /** A save with another stamp fails, because the branding was changed in another window. */
      stamp: string;
      /** Fields in which the supplier's branding differs from the last published version. Empty while a version is open. */
      changedElsewhere: BrandingField[];
      /** The reason why we could not read the supplier's branding; null if we read it, or had no usable key. */
      unread: Message | null;
      open: "publishing" | "in-doubt" | null;
    };

/**
 * Loads the branding page of a connected shop. Reads the supplier's branding, and resolves a version in doubt
 * by comparing the two.
 */
export async function loadBranding(shop: ShopDomain): Promise<LoadedBranding> {
  const { live, failure } = await readLive(shop);
  const problem = failure && problemOfBranding(failure);
  if (problem?.kind === "not-offered") return { kind: "not-offered", message: problem.message };

  let known = await findBranding(shop);
  if (known.open?.inDoubt && live) {
    await resolvePublishing(shop, { version: known.open, live });
    known = await findBranding(shop);
  }
  const { draft, published, elsewhere, open } = known;
  const isBlank = live === null || BRANDING_FIELDS.every((field) => !live.branding[field]);
  return {
    kind: "branding",
    branding: draft?.branding ?? (isBlank ? (published ?? elsewhere)?.branding : live.branding) ?? NOTHING,
    draft: draft && { savedAt: draft.savedAt, rejection: draft.rejection },
    published: published && { number: published.number, publishedAt: published.publishedAt },
    elsewhere: elsewhere?.number ?? null,
    stamp: stampOf(known),
    changedElsewhere: published && live && !open ? compareBranding(published.branding, live.branding) : [],
    unread: problem?.message ?? null,
    open: open && (open.inDoubt ? "in-doubt" : "publishing"),
  };
}

async function readLive(shop: ShopDomain): Promise<{ live: LiveBranding | null; failure: Failure | null }> {
  try {
    const key = await findUsableKey(shop);
    if (key === null) return { live: null, failure: null };
    const branding = await callAsShop({ shop, key }, "readBranding", {});
    return { live: { branding, account: key.account }, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { live: null, failure: error };
  }
}

const NOTHING = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, null])) as Branding;
