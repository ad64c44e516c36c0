import { findKey } from "../connection/connection-store.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Branding } from "../wholesale/resources.ts";
import type { BrandingField } from "./branding-form.ts";
import {
  beginVersion,
  endAsPublished,
  endAsRefused,
  endAsUnknown,
  saveDraft,
  type VersionUnderWay,
} from "./branding-store.server.ts";
import { compareBranding } from "./compare-branding.ts";
import { sayBrandingFailure } from "./say-branding-failure.ts";
import { NOT_ARRIVED, resolvePublishing } from "./resolve-publishing.server.ts";

export type Publishing =
  /** `changed` are the fields that the supplier keeps otherwise than they were sent. */
  | { kind: "published"; number: number; changed: BrandingField[] }
  | { kind: "not-connected" }
  /** Another tab or a second click is at it. */
  | { kind: "running" }
  /** The supplier does not have it. */
  | { kind: "rejected"; said: string }
  /** The supplier did not say, and could not be asked either. */
  | { kind: "in-doubt" };

/** Keeps the branding as a draft, has the supplier take it, and keeps it as a version once the supplier has it. */
export async function publishBranding(
  shop: ShopDomain,
  { branding, now }: { branding: Branding; now: Date },
): Promise<Publishing> {
  await saveDraft(shop, { branding, now });
  const key = await findKey(shop);
  if (key === null) return { kind: "not-connected" };
  const version = await beginVersion(shop, { branding, now });
  if (version === null) return { kind: "running" };
  try {
    const kept = await callWholesale("writeBranding", { input: branding, credential: key.apiKey });
    await endAsPublished(shop, { version, now });
    return { kind: "published", number: version.number, changed: compareBranding(branding, kept) };
  } catch (error) {
    // Anything else leaves the version open: it is settled by a look once its deadline has passed.
    if (!(error instanceof Failure)) throw error;
    log.info({ shop, code: error.code, status: error.status }, "branding.write-failed");
    if (error.code === "outcome-unknown") return look(shop, { version, apiKey: key.apiKey, now });
    const { said } = sayBrandingFailure(error);
    await endAsRefused(shop, { version, said, now });
    return { kind: "rejected", said };
  }
}

/** The supplier did not say clearly whether it took it: reads, and compares. */
async function look(
  shop: ShopDomain,
  { version, apiKey, now }: { version: VersionUnderWay; apiKey: string; now: Date },
): Promise<Publishing> {
  try {
    const live = await callWholesale("readBranding", { input: {}, credential: apiKey });
    return (await resolvePublishing(shop, { version, live, now }))
      ? { kind: "published", number: version.number, changed: [] }
      : { kind: "rejected", said: NOT_ARRIVED };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await endAsUnknown(shop, { version, now });
    return { kind: "in-doubt" };
  }
}
