import { readInShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";

/**
 * A problem of a linked product. "gone": the supplier no longer has variants. "sync": the sync fails. "price":
 * the shop has another price than we wrote.
 */
export type ProductDifference = {
  supplierProductId: string;
  kind: "gone" | "sync" | "price";
  message: Message;
};

/**
 * Maximum number of products per kind of difference. More differences would have a common cause, so a longer
 * list would not help.
 */
export const PRODUCTS_AT_MOST = 5000;

/**
 * Lists differences of products that follow the supplier. Uses only our rows: the mirror, and the shop's values
 * as we last read them.
 */
export async function findCatalogDifferences(shop: ShopDomain): Promise<ProductDifference[]> {
  return readInShop(shop, async (tx) => {
    const gone = await queryRows<{ id: string; product: string; variants: number }>(tx)`
      select link.supplier_product_id as id, coalesce(product.name, link.supplier_product_id) as product,
        count(*)::int as variants
      from product_link link join variant_link variant using (shop, supplier_product_id)
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      left join supplier_variant theirs on theirs.shop = link.shop and theirs.id = variant.supplier_variant_id
      where link.shop = ${shop} and link.state = 'imported' and link.delisted is null and link.shop_state is null
        and variant.shop_state is null and (theirs.id is null or product.gone_at is not null)
      group by link.supplier_product_id, product.name order by 1 limit ${PRODUCTS_AT_MOST}`;
    const failing = await queryRows<{ id: string; product: string; problem: unknown }>(tx)`
      select link.supplier_product_id as id, coalesce(product.name, link.supplier_product_id) as product,
        sync_problem as problem
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.state = 'imported' and link.delisted is null and link.shop_state is null
        and sync_problem is not null
      order by 1 limit ${PRODUCTS_AT_MOST}`;
    const prices = await queryRows<{ id: string; product: string; variants: number }>(tx)`
      select link.supplier_product_id as id, coalesce(product.name, link.supplier_product_id) as product,
        count(*)::int as variants
      from product_link link join variant_link variant using (shop, supplier_product_id)
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and link.state = 'imported' and link.delisted is null and link.shop_state is null
        and variant.shop_state is null and (variant.in_shop->>'price')::numeric <> variant.price::numeric
      group by link.supplier_product_id, product.name order by 1 limit ${PRODUCTS_AT_MOST}`;
    return [
      ...gone.map(({ id, product, variants }) =>
        differenceOf("gone", id, { code: "reconciliation.variants-gone", product, variants }),
      ),
      ...failing.flatMap(({ id, product, problem }) => {
        const why = storedMessage(problem);
        return why ? [differenceOf("sync", id, { code: "reconciliation.not-synced", product, why })] : [];
      }),
      ...prices.map(({ id, product, variants }) =>
        differenceOf("price", id, { code: "reconciliation.other-price", product, variants }),
      ),
    ];
  });
}

function differenceOf(
  kind: ProductDifference["kind"],
  supplierProductId: string,
  message: Message,
): ProductDifference {
  return { supplierProductId, kind, message };
}
