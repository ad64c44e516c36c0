import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Branding } from "../wholesale/resources.ts";
import { endAsPublished, endAsRefused, type VersionUnderWay } from "./branding-store.server.ts";
import { compareBranding } from "./compare-branding.ts";

/** Ends a version of which nobody knew whether it arrived, by what the supplier shows. @returns whether it arrived. */
export async function resolvePublishing(
  shop: ShopDomain,
  { version, live, now }: { version: VersionUnderWay; live: Branding; now: Date },
): Promise<boolean> {
  const arrived = compareBranding(version.branding, live).length === 0;
  if (arrived) await endAsPublished(shop, { version, now });
  else await endAsRefused(shop, { version, said: NOT_ARRIVED, now });
  return arrived;
}

/** Writing the whole once more does no harm, so a late arrival is no trouble. */
export const NOT_ARRIVED =
  "The supplier did not say whether it took it, and when we looked again it had other settings. Publish it again.";
