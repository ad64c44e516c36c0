import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { productFields, variantFields } from "../links/fields.ts";
import type { KeptValues } from "./kept-values.ts";

/**
 * Stores a product's links with the values written to the shop. Keeps a stored price, cost or compare-at price
 * that was not written. Always replaces the stock. Overwritten fields are ours again.
 */
export async function storeWritten(
  tx: Tx,
  shop: ShopDomain,
  written: KeptValues & { supplierProductId: string; overwritten: string[] | "all" },
): Promise<void> {
  const { supplierProductId, kept, variants } = written;
  const isNew = written.overwritten === "all";
  const overwritten =
    written.overwritten === "all" ? [...productFields, ...variantFields] : written.overwritten;
  await execute(tx)`
    update product_link set kept = case when ${isNew} then '{}'::jsonb else kept end || ${JSON.stringify(kept)}::jsonb,
      merchant_fields = array(
        select field from unnest(merchant_fields) as field where field <> all(${overwritten}::text[]))
    where shop = ${shop} and supplier_product_id = ${supplierProductId}`;
  const column = <Name extends keyof KeptValues["variants"][number]>(name: Name) =>
    variants.map((variant) => variant[name]);
  const ids = { supplier: column("supplierVariantId"), shop: column("shopVariantId") };
  const priced = variants.filter((each) => each.keepsCompareAt).map((each) => each.supplierVariantId);
  // If the merchant deleted a variant and we created it again, its old link is stale.
  await execute(tx)`
    delete from variant_link link using unnest(${ids.supplier}::text[], ${ids.shop}::text[]) as now (supplier, shop)
    where link.shop = ${shop} and (link.supplier_variant_id = now.supplier) <> (link.shop_variant_id = now.shop)`;
  const ours = overwritten.includes("price") ? ["price", "compareAtPrice", "cost"] : [];
  const given = [...ours, ...overwritten];
  await execute(tx)`
    insert into variant_link (shop, supplier_product_id, supplier_variant_id, shop_variant_id, inventory_item_id, price,
      compare_at_price, cost, stock, merchant_fields)
    select ${shop}, ${supplierProductId}, supplier, shop, item, price, compare_at, cost, stock,
      string_to_array(theirs, ',')
    from unnest(${ids.supplier}::text[], ${ids.shop}::text[],
      ${column("inventoryItemId")}::text[], ${column("price")}::text[], ${column("compareAtPrice")}::text[],
      ${column("cost")}::text[], ${column("stock")}::int[], ${column("theirs").map((fields) => fields.join(","))}::text[])
      as now (supplier, shop, item, price, compare_at, cost, stock, theirs)
    on conflict (shop, supplier_variant_id) do update set supplier_product_id = excluded.supplier_product_id,
      shop_variant_id = excluded.shop_variant_id, inventory_item_id = excluded.inventory_item_id,
      price = coalesce(excluded.price, variant_link.price), cost = coalesce(excluded.cost, variant_link.cost),
      compare_at_price = case when excluded.supplier_variant_id = any(${priced}::text[])
        then excluded.compare_at_price else variant_link.compare_at_price end, stock = excluded.stock,
      restore = case when ${overwritten.includes("price")} then null else variant_link.restore end,
      merchant_fields = array(
        select field from unnest(variant_link.merchant_fields) as field where field <> all(${given}::text[]))`;
}
