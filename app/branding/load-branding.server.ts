import { findConnection, findKey } from "../connection/connection-store.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Branding } from "../wholesale/resources.ts";
import { type BrandingField, FIELD_NAMES } from "./branding-form.ts";
import { findBranding } from "./branding-store.server.ts";
import { compareBranding } from "./compare-branding.ts";
import { sayBrandingFailure } from "./say-branding-failure.ts";
import { resolvePublishing } from "./resolve-publishing.server.ts";

export type LoadedBranding =
  | { kind: "not-connected" }
  /** The supplier has no branding where we look for it. */
  | { kind: "not-offered"; said: string }
  | {
      kind: "branding";
      /** What the merchant works on: the draft, else what the supplier has, else what it was last given. */
      branding: Branding;
      draft: { savedAt: Date; refusedSaid: string | null } | null;
      published: { number: number; publishedAt: Date } | null;
      /** Where the supplier has something else than the version published last. */
      changedElsewhere: BrandingField[];
      /** Why the supplier could not be read; null when it was. */
      unread: string | null;
      /** Whether a version is on its way, or nobody knows whether it arrived. */
      underWay: "running" | "in-doubt" | null;
    };

/** What the branding page shows: reads the supplier, and settles by that what an earlier publishing left open. */
export async function loadBranding(shop: ShopDomain, now: Date): Promise<LoadedBranding> {
  if ((await findConnection(shop)) === null) return { kind: "not-connected" };
  const { live, failure } = await readLive(shop);
  const why = failure && sayBrandingFailure(failure);
  if (why?.offered === false) return { kind: "not-offered", said: why.said };

  let known = await findBranding(shop);
  if (known.underWay && live && known.underWay.deadline <= now) {
    await resolvePublishing(shop, { version: known.underWay, live, now });
    known = await findBranding(shop);
  }
  const { draft, published, underWay } = known;
  return {
    kind: "branding",
    branding: draft?.branding ?? live ?? published?.branding ?? NOTHING,
    draft: draft && { savedAt: draft.savedAt, refusedSaid: draft.refusedSaid },
    published: published && { number: published.number, publishedAt: published.publishedAt },
    changedElsewhere: published && live && !underWay ? compareBranding(published.branding, live) : [],
    unread: why?.said ?? null,
    underWay: underWay && (underWay.deadline <= now ? "in-doubt" : "running"),
  };
}

async function readLive(shop: ShopDomain): Promise<{ live: Branding | null; failure: Failure | null }> {
  try {
    const key = await findKey(shop);
    if (key === null) return { live: null, failure: null };
    return {
      live: await callWholesale("readBranding", { input: {}, credential: key.apiKey }),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { live: null, failure: error };
  }
}

const NOTHING = Object.fromEntries(Object.keys(FIELD_NAMES).map((field) => [field, null])) as Branding;
