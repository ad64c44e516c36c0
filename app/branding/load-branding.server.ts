import { callAsShop } from "../connection/call-as-shop.server.ts";
import { findConnection, findUsableKey } from "../connection/connection-store.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { BRANDING_FIELDS, type BrandingField } from "./branding-form.ts";
import { problemOfBranding } from "./branding-problem.ts";
import { findBranding, stampOf } from "./branding-store.server.ts";
import { compareBranding } from "./compare-branding.ts";
import { resolvePublishing } from "./resolve-publishing.server.ts";

export type LoadedBranding =
  | { kind: "not-connected" }
  /** The supplier has no branding where we look for it. */
  | { kind: "not-offered"; message: Message }
  | {
      kind: "branding";
      /** What the merchant works on: the draft, else what the supplier has, else what was published last. */
      branding: Branding;
      draft: { savedAt: Date; rejection: Message | null } | null;
      published: { number: number; publishedAt: Date } | null;
      /** Names this state of it (`stampOf`). */
      stamp: string;
      /** Where the supplier has something else than the version published last. */
      changedElsewhere: BrandingField[];
      /** Why the supplier could not be read; null when it was, or when there was no key to read it with. */
      unread: Message | null;
      /** Whether a version is being published, or nobody knows whether it arrived. */
      open: "publishing" | "in-doubt" | null;
    };

/** What the branding page shows. Reads the supplier, and resolves by that what an earlier publishing left in doubt. */
export async function loadBranding(shop: ShopDomain): Promise<LoadedBranding> {
  if ((await findConnection(shop)) === null) return { kind: "not-connected" };
  const { live, failure } = await readLive(shop);
  const problem = failure && problemOfBranding(failure);
  if (problem?.kind === "not-offered") return { kind: "not-offered", message: problem.message };

  let known = await findBranding(shop);
  if (known.open?.inDoubt && live) {
    await resolvePublishing(shop, { version: known.open, live });
    known = await findBranding(shop);
  }
  const { draft, published, open } = known;
  return {
    kind: "branding",
    branding: draft?.branding ?? live ?? published?.branding ?? NOTHING,
    draft: draft && { savedAt: draft.savedAt, rejection: draft.rejection },
    published: published && { number: published.number, publishedAt: published.publishedAt },
    stamp: stampOf(known),
    changedElsewhere: published && live && !open ? compareBranding(published.branding, live) : [],
    unread: problem?.message ?? null,
    open: open && (open.inDoubt ? "in-doubt" : "publishing"),
  };
}

async function readLive(shop: ShopDomain): Promise<{ live: Branding | null; failure: Failure | null }> {
  try {
    const key = await findUsableKey(shop);
    const live = key && (await callAsShop({ shop, key }, "readBranding", {}));
    return { live, failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { live: null, failure: error };
  }
}

const NOTHING = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, null])) as Branding;
