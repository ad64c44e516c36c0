import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Branding } from "../wholesale/resources.ts";
import { endAsPublished, endAsRejected, type OpenVersion } from "./branding-store.server.ts";
import { compareBranding } from "./compare-branding.ts";

/** Ends a version in doubt, judged by the supplier's present branding. @returns true if it arrived. */
export async function resolvePublishing(
  shop: ShopDomain,
  { version, live }: { version: OpenVersion; live: Branding },
): Promise<boolean> {
  const arrived = compareBranding(version.branding, live).length === 0;
  if (arrived) await endAsPublished(shop, version);
  else await endAsRejected(shop, version, NOT_ARRIVED);
  return arrived;
}

/**
 * The merchant may publish again: each publishing replaces the whole, so a late arrival of the first is
 * harmless.
 */
export const NOT_ARRIVED: Message = { code: "branding.not-arrived" };
