import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";

/** A price that waits for the merchant's approval. Amounts are in the shop's currency. */
export type ApprovalView = {
  supplierVariantId: string;
  supplierProductId: string;
  product: string;
  sku: string | null;
  costBefore: string;
  cost: string;
  priceBefore: string | null;
  price: string;
  since: Date;
};

const AT_MOST = 50;

/** The oldest of the prices that wait. */
export async function listApprovals(shop: ShopDomain): Promise<ApprovalView[]> {
  return inShop(
    shop,
    (tx) => tx.$queryRaw<ApprovalView[]>`
      select approval.supplier_variant_id as "supplierVariantId", approval.supplier_product_id as "supplierProductId",
        coalesce(product.name, approval.supplier_product_id) as product, variant.sku, cost_before as "costBefore", cost,
        price_before as "priceBefore", price, since
      from price_approval approval
      left join supplier_product product on product.shop = approval.shop and product.id = approval.supplier_product_id
      left join supplier_variant variant on variant.shop = approval.shop and variant.id = approval.supplier_variant_id
      where approval.shop = ${shop} and state = 'waiting'
      order by since, approval.supplier_variant_id limit ${AT_MOST}`,
  );
}
