import { inShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { cutPage } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

const PAGE_SIZE = 20;

/** A product of the shop that is linked to the supplier's. */
export type LinkedProduct = {
  id: string;
  name: string;
  image: string | null;
  shopProductId: string;
  /** Number of linked variants, and of the supplier's variants. */
  linked: number;
  variants: number;
};

/** Lists a page of linked products. Cursors are the supplier's ids. */
export async function listLinked(
  shop: ShopDomain,
  { after, before }: { after: string | null; before: string | null },
): Promise<{ rows: LinkedProduct[]; after: string | null; before: string | null }> {
  return inShop(shop, async (tx) => {
    const backwards = before !== null && after === null;
    const take = PAGE_SIZE + 1;
    const found = await queryRows<LinkedProduct>(tx)`
      select link.supplier_product_id as id, coalesce(product.name, link.supplier_product_id) as name,
        product.images->0->>'url' as image, link.shop_product_id as "shopProductId",
        (select count(*)::int from variant_link variant where variant.shop = ${shop}
          and variant.supplier_product_id = link.supplier_product_id) as linked,
        (select count(*)::int from supplier_variant variant where variant.shop = ${shop}
          and variant.supplier_product_id = link.supplier_product_id) as variants
      from product_link link
      left join supplier_product product on product.shop = ${shop} and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.shop_product_id is not null and link.delisted is distinct from 'unlinked'
        and exists (select from variant_link variant where variant.shop = ${shop}
          and variant.supplier_product_id = link.supplier_product_id)
        and case when ${backwards} then link.supplier_product_id < ${before ?? ""}
          else link.supplier_product_id > ${after ?? ""} end
      order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
      limit ${take}`;
    const page = cutPage(found, { take, backwards, isFirst: after === null && before === null });
    return { rows: page.rows, after: page.after?.id ?? null, before: page.before?.id ?? null };
  });
}
