import { expect, it } from "vitest";

import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { unlinkProducts } from "../../app/catalog/matching/link-products.server.ts";
import { ingestScopes } from "../../app/installation/ingest-scopes.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { wakeProfile } from "../../app/shipping/shipping-store.server.ts";
import { sweepProfiles, updateProfile } from "../../app/shipping/update-profile.server.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { mirroredShop, openStandIn, rowsOf } from "../catalog/testing.ts";
import { copies } from "../support/copied-shop.ts";
import { issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { shopify } from "../support/world.ts";
import { profileRows, profilesIn, save, stockAtOwn } from "./testing.ts";

const PRODUCTS = 30;
const VARIANTS = 10;
const IDS = Array.from({ length: PRODUCTS }, (_, index) => `p${String(index)}`);
/** The merchant stocks these as well. */
const OWN = ["SKU-p3-4", "SKU-p17-0", "SKU-p29-9"];

openQueue();
await openStandIn(() =>
  IDS.map((id) =>
    wireProduct(id, {
      options: ["Size"],
      variants: Array.from({ length: VARIANTS }, (_, index) =>
        wireVariant(`${id}-${String(index)}`, { options: { Size: String(index) }, stock: 5 }),
      ),
    }),
  ),
);

/** A shop that has imported all of it. Ten imports would take most of the test's time. */
const importedShop = copies(async () => {
  const shop = await mirroredShop();
  await requestImport(shop, IDS);
  for (let round = 0; round < 20 && (await linked(shop)) < PRODUCTS * VARIANTS; round++)
    await importProducts(shop);
  expect(await linked(shop)).toBe(PRODUCTS * VARIANTS);
  for (const sku of OWN) stockAtOwn(shop, sku, 7);
  return shop;
});

async function linked(shop: ShopDomain): Promise<number> {
  return (await rowsOf("variant_link", shop)).length;
}

/** Runs jobs until nothing is due, as the sweeps would. */
async function settle(shop: ShopDomain): Promise<void> {
  await wakeProfile(shop);
  for (let round = 0; round < 10; round++) await updateProfile(shop);
}

const allowed = () => shopify.app.scopes;
const withdrawn = () => shopify.app.scopes.filter((scope) => scope !== "write_shipping");

it("puts each of 300 linked variants into our profile once, and removes all of them after unlinking (ten shops)", async () => {
  const models = Array.from({ length: 10 }, (_, index) => index % 2 === 1);
  for (const marketDriven of models) {
    const shop = await importedShop();
    shopify.merchant.setMarketDriven(marketDriven, shop);
    await save(shop);
    // Rates and the first variants are in, the second call for variants fails, and then the scope is withdrawn.
    shopify.setFault("deliveryProfileUpdate", "502", 1, 2);
    await updateProfile(shop);
    expect(simulated(shop).appProfiles[0]?.variantIds.size).toBeGreaterThan(0);
    expect(simulated(shop).appProfiles[0]?.variantIds.size).toBeLessThan(PRODUCTS * VARIANTS - OWN.length);
    await issueToken(shop, { scopes: withdrawn() });
    await settle(shop);
    expect(await profileRows(shop)).toMatchObject([{ problem: { code: "shipping.problem.scope" } }]);
    await issueToken(shop, { scopes: allowed() });
    await ingestScopes({ shop } as Parameters<typeof ingestScopes>[0]);
    await sweepProfiles();
    await settle(shop);

    const [profile, ...others] = profilesIn(shop);
    expect(others).toEqual([]);
    const expected = IDS.flatMap((id) =>
      Array.from({ length: VARIANTS }, (_, index) => `SKU-${id}-${String(index)}`),
    ).filter((sku) => marketDriven || !OWN.includes(sku));
    expect(profile?.skus).toEqual(expected.toSorted());
    expect(await profileRows(shop)).toMatchObject([{ problem: null }]);

    await unlinkProducts(shop, IDS);
    await settle(shop);
    expect(profilesIn(shop)).toMatchObject([{ skus: [] }]);
    expect(await rowsOf("shipping_variant", shop)).toEqual([]);
  }
}, 600_000);
