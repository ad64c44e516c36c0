import { inShop } from "../lib/db.server.ts";
import type { Money } from "../lib/money.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Which of the platform's variants a variant of the shop is, with its cost and stock as last read. */
export type LinkedVariant = { supplierVariantId: string; sku: string | null; price: Money; stock: number };

/** By the shop's variant ids. One that the platform does not know, or no longer lists, is not among them. */
export async function findSupplierVariants(
  shop: ShopDomain,
  shopVariantIds: string[],
): Promise<Map<string, LinkedVariant>> {
  const rows = await inShop(
    shop,
    (tx) => tx.$queryRaw<
      {
        shopVariantId: string;
        id: string;
        sku: string | null;
        amount: string;
        currency: string;
        stock: number;
      }[]
    >`
      select listed.shop_variant_id as "shopVariantId", variant.id, variant.sku, variant.price_amount as amount,
        variant.price_currency as currency, variant.stock
      from listed_variant listed
      join supplier_variant variant on variant.shop = listed.shop and variant.id = listed.supplier_variant_id
      join supplier_product product on product.shop = variant.shop and product.id = variant.product_id
      where listed.shop = ${shop} and listed.shop_variant_id = any(${shopVariantIds}::text[])
        and product.gone_at is null`,
  );
  return new Map(
    rows.map(({ shopVariantId, id, sku, amount, currency, stock }) => [
      shopVariantId,
      { supplierVariantId: id, sku, price: { amount, currency }, stock },
    ]),
  );
}
