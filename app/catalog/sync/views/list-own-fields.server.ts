import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { chosenFields, type ChosenField } from "../choices/follow-supplier.server.ts";
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";

/** A product with fields of the merchant's, or that they have deleted or archived. */
export type OwnFieldsView = {
  supplierProductId: string;
  product: string;
  shopState: "deleted" | "archived" | null;
  fields: ChosenField[];
};

const PAGE_SIZE = 50;

/** Lists a page of these products, by the supplier's ids. */
export async function listOwnFields(
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
): Promise<ListPage<OwnFieldsView>> {
  const query = listQuery(place, PAGE_SIZE);
  const { backwards, take } = query;
  const found = await inShop(
    shop,
    (tx) => queryRows<OwnFieldsView>(tx)`
      select link.supplier_product_id as "supplierProductId",
        coalesce(product.name, link.supplier_product_id) as product, link.shop_state as "shopState", own.fields
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      cross join lateral (
        select array(
          select distinct field from (
            select unnest(link.merchant_fields) as field
            union all select unnest(variant.merchant_fields) from variant_link variant
            where variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id
          ) as theirs where field = any(${[...chosenFields]}::text[]) order by field) as fields
      ) own
      where link.shop = ${shop} and link.shop_product_id is not null and link.delisted is distinct from 'unlinked'
        and (own.fields <> '{}' or link.shop_state is not null)
        and case when ${backwards} then link.supplier_product_id < ${place.before ?? ""}
          else link.supplier_product_id > ${place.after ?? ""} end
      order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
      limit ${take}`,
  );
  return listPage(found, query, ({ supplierProductId }) => supplierProductId);
}
