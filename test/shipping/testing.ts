import { saveRates } from "../../app/shipping/save-rates.server.ts";
import type { RatesForm } from "../../app/shipping/rates-form.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { rowsOf } from "../catalog/testing.ts";
import { simulated } from "../support/installed-shop.ts";

/** One group for Germany with a flat rate. */
export function flatForm(price = "4.90", more: Partial<RatesForm["groups"][number]> = {}): RatesForm {
  const group = {
    name: "Germany",
    restOfWorld: false,
    countries: ["DE"],
    basis: "flat" as const,
    freeFrom: "",
  };
  return { title: "Standard", groups: [{ ...group, steps: [{ from: "", price }], ...more }] };
}

/** Saves rates as the page does, over those that the shop has. */
export async function save(shop: ShopDomain, form: RatesForm = flatForm()): Promise<void> {
  const [row] = await profileRows(shop);
  const saved = await saveRates(shop, { form, version: row?.version ?? 0 });
  if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
}

export function profileRows(shop: ShopDomain) {
  return rowsOf<{
    version: number;
    written_version: number | null;
    profile_id: string | null;
    name: string;
    problem: { code: string } | null;
    due_at: Date | null;
  }>("shipping_profile", shop);
}

/** The app's profiles in the simulated shop, with the SKUs in them. */
export function profilesIn(shop: ShopDomain) {
  const { appProfiles, catalog } = simulated(shop);
  return appProfiles.map(({ id, name, groups, variantIds }) => ({
    id: gid("DeliveryProfile", id),
    name,
    locations: groups.flatMap(({ locations }) => locations.map((location) => location.name)),
    zones: groups.flatMap(({ zones }) => zones),
    skus: [...variantIds].map((variantId) => catalog.variants.get(variantId)?.item.sku ?? "?").toSorted(),
  }));
}

/** Pieces of a SKU at the merchant's own location. */
export function stockAtOwn(shop: ShopDomain, sku: string, available: number): void {
  const { catalog, locations } = simulated(shop);
  const item = [...catalog.items.values()].find((each) => each.sku === sku);
  const own = locations.find(({ service }) => service === null);
  const [level] = item?.levels ?? [];
  if (!item || !own || !level) throw new Error(`The shop has no ${sku}.`);
  const known = item.levels.find(({ location }) => location === own);
  if (known) known.available = available;
  else item.levels.push({ ...level, location: own, available, committed: 0 });
}
