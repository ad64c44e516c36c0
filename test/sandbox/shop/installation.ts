import { resolveNamespace, type Metafield, type MetafieldDefinition } from "./catalog/metafields.ts";
import { deleteService } from "./fulfillment/delete-service.ts";
import { newId } from "./ids.ts";
import type { Occasion } from "./occasion.ts";
import type { ShopState } from "./state.ts";

/** The fate of the app's metafields: Shopify keeps the values of an uninstalled app "temporarily". */
export type MetafieldsAfter = "gone" | "kept";

/** A shop that installs the app has the definitions that the app declares, under ids of their own each time. */
export function installApp(shop: ShopState): void {
  if (shop.installed) return;
  shop.installed = true;
  shop.catalog.definitions.push(...shop.declared.map((each) => ({ ...each, id: newId(shop) })));
}

/**
 * Removes what belongs to the app: its metafield definitions (shopify.dev: app-owned metafields), and its fulfillment
 * services with their locations (community.shopify.com/t/295343: services of an app "get destroyed when uninstalling the
 * app").
 */
export function uninstallApp(occasion: Occasion, apiKey: string, metafields: MetafieldsAfter): void {
  const { shop } = occasion;
  const { catalog } = shop;
  shop.installed = false;
  catalog.definitions = catalog.definitions.filter((each) => !isOwn(each));
  if (metafields === "gone")
    for (const owner of [...catalog.products.values(), ...catalog.variants.values()])
      owner.metafields = owner.metafields.filter((each) => !isOwn(each));
  for (const service of shop.services.filter((each) => each.apiKey === apiKey))
    deleteService(occasion, service, { inventoryAction: "DELETE" });
  // We assume that Shopify removes profiles as it removes services. This is neither documented nor recorded.
  shop.appProfiles = shop.appProfiles.filter((each) => each.apiKey !== apiKey);
}

function isOwn({ namespace }: Metafield | MetafieldDefinition): boolean {
  const own = resolveNamespace("$app");
  return namespace === own || namespace.startsWith(`${own}--`);
}
