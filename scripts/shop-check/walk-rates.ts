import { randomUUID } from "node:crypto";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { hasScope, readScopes } from "../../app/shop/access-scopes.server.ts";
import {
  changeProfile,
  createProfile,
  readProfile,
  removeProfile,
  type Zone,
} from "../../app/shop/location/delivery-profile.server.ts";
import { WRITING_SCOPE } from "../../app/shipping/rates.ts";
import { inWords, type Line, look, type Seen } from "./line.ts";

/** Creates a shipping profile without products, replaces its zones as the app does, and removes the profile. */
export async function walkRates(shop: ShopDomain, locationId: string): Promise<Line> {
  return look("own-rates", async () => {
    if (!hasScope(await readScopes(shop), WRITING_SCOPE))
      return { unproven: `${WRITING_SCOPE} is not granted: the app's page Shipping rates asks for it` };
    const name = `Stockbridge check ${randomUUID().slice(0, 8)}`;
    const created = await createProfile(shop, { name, locationId });
    if (created.kind === "user-errors") return { fits: false, came: inWords(created.problem) };
    try {
      return await replaceZones(shop, created.id);
    } finally {
      await removeProfile(shop, created.id);
    }
  });
}

async function replaceZones(shop: ShopDomain, id: string): Promise<Seen> {
  for (const name of ["First", "Second"]) {
    const { profile } = await readProfile(shop, id);
    if (!profile?.group) return { fits: false, came: "it has no group of locations" };
    const groups = [{ id: profile.group.id, zonesToCreate: [zone(name)] }];
    const problem = await changeProfile(shop, id, {
      zonesToDelete: profile.zoneIds,
      locationGroupsToUpdate: groups,
    });
    if (problem !== null) return { fits: false, came: inWords(problem) };
  }
  const zones = (await readProfile(shop, id)).profile?.zoneIds.length ?? 0;
  return { fits: zones === 1, came: `${String(zones)} zones` };
}

/** Returns a zone. It always has the same country, which can be in only one zone of a profile at a time. */
function zone(name: string): Zone {
  return { name, countries: [{ code: "CH", includeAllProvinces: true }] };
}
