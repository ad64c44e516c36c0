import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import type { ChosenField } from "../choices/follow-supplier.server.ts";

/** A product whose fields are not all ours, or that could not follow the supplier. */
export type OwnFieldsView = {
  supplierProductId: string;
  product: string;
  shopProductId: string;
  shopState: string | null;
  problem: Message | null;
  fields: ChosenField[];
  follows: ChosenField[];
};

const AT_MOST = 50;

/** Products of which some fields are the merchant's, by name. */
export async function listOwnFields(
  shop: ShopDomain,
  { supplierProductId }: { supplierProductId?: string } = {},
): Promise<OwnFieldsView[]> {
  const rows = await inShop(
    shop,
    (tx) => tx.$queryRaw<(Omit<OwnFieldsView, "problem"> & { problem: unknown })[]>`
      select link.supplier_product_id as "supplierProductId", coalesce(product.name, link.supplier_product_id) as product,
        link.shop_product_id as "shopProductId", link.shop_state as "shopState", link.sync_problem as problem,
        link.follows, array(
          select distinct field from unnest(link.merchant_fields || variants.fields) as field
          where field in ('price', 'cost', 'stock', 'status', 'title', 'descriptionHtml', 'vendor', 'productType')
          order by field) as fields
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      cross join lateral (
        select coalesce(array_agg(field), '{}') as fields from variant_link variant, unnest(merchant_fields) as field
        where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id
      ) variants
      where link.shop = ${shop} and link.shop_product_id is not null
        and (${supplierProductId ?? null}::text is null
            and (link.merchant_fields || variants.fields <> '{}' or link.shop_state is not null)
          or link.supplier_product_id = ${supplierProductId ?? null})
      order by product.name, link.supplier_product_id limit ${AT_MOST}`,
  );
  return rows.map(({ problem, ...row }) => ({ ...row, problem: storedMessage(problem) }));
}

/** Products that could not follow the supplier, and why, the newest problems as they come. */
export async function listFailed(
  shop: ShopDomain,
): Promise<Pick<OwnFieldsView, "supplierProductId" | "product" | "problem">[]> {
  const rows = await inShop(
    shop,
    (tx) => tx.$queryRaw<{ supplierProductId: string; product: string; problem: unknown }[]>`
      select link.supplier_product_id as "supplierProductId", coalesce(product.name, link.supplier_product_id) as product,
        link.sync_problem as problem
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.sync_problem is not null and link.shop_state is null
      order by product.name, link.supplier_product_id limit ${AT_MOST}`,
  );
  return rows.map(({ problem, ...row }) => ({ ...row, problem: storedMessage(problem) }));
}
