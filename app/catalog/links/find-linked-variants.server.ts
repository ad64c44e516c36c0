import type { Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { SupplierProductId, SupplierVariantId, Unreadable } from "../../wholesale/resources.ts";

/** The supplier's variant that a variant of the shop is linked to, with its cost and stock as last read. */
export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  supplierProductId: SupplierProductId;
  sku: string | null;
  price: Money;
  stock: number;
  /** The supplier no longer sells it, or no longer lists it. */
  discontinued: boolean;
  /**
   * The supplier lists the product, but we cannot read it, so price and stock are older. Null if they are as
   * last listed.
   */
  unreadable: Unreadable | null;
  /**
   * It was imported from another account, and the merchant has not confirmed that it is the same in this one.
   */
  ofAnotherAccount: boolean;
};

/**
 * Returns the linked variants by the shop's variant ids, one map per element of `wanted`. Omits variants that
 * are not linked.
 */
export async function findLinkedVariants(
  tx: Tx,
  wanted: { shop: ShopDomain; shopVariantIds: string[] }[],
): Promise<Map<string, LinkedVariant>[]> {
  const ids = wanted.flatMap(({ shop, shopVariantIds }, at) =>
    shopVariantIds.map((id) => ({ at, shop, id })),
  );
  const found = wanted.map(() => new Map<string, LinkedVariant>());
  if (ids.length === 0) return found;
  const rows = await queryRows<Row>(tx)`
    select asked.at, link.shop_variant_id as "shopVariantId", variant.id, product.id as "productId", variant.sku,
      variant.price_amount as amount, variant.price_currency as currency, variant.stock,
      product.discontinued or product.gone_at is not null as discontinued, product.unreadable,
      (select account from connection where shop = link.shop) is distinct from
        (select account from product_link chosen
          where chosen.shop = link.shop and chosen.supplier_product_id = link.supplier_product_id) as "ofAnotherAccount"
    from unnest(${ids.map(({ at }) => at)}::int[], ${ids.map(({ shop }) => shop)}::text[], ${ids.map(({ id }) => id)}::text[])
      as asked(at, shop, shop_variant_id)
    join variant_link link on link.shop = asked.shop and link.shop_variant_id = asked.shop_variant_id
    join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
    join supplier_product product on product.shop = variant.shop and product.id = variant.supplier_product_id`;
  for (const { at, shopVariantId, id, productId, sku, amount, currency, ...row } of rows) {
    found[at]?.set(shopVariantId, {
      supplierVariantId: id,
      supplierProductId: productId,
      sku,
      price: { amount, currency },
      stock: row.stock,
      discontinued: row.discontinued,
      unreadable: row.unreadable,
      ofAnotherAccount: row.ofAnotherAccount,
    });
  }
  return found;
}

type Row = {
  at: number;
  shopVariantId: string;
  id: SupplierVariantId;
  productId: SupplierProductId;
  sku: string | null;
  amount: string;
  currency: string;
  stock: number;
  discontinued: boolean;
  unreadable: Unreadable | null;
  ofAnotherAccount: boolean;
};
