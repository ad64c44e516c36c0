import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ProductStatus } from "../../shop/products/product-values.server.ts";
import { safeDescription } from "../import/safe-description.ts";
import { shortened, shortenedIfAny } from "../import/plan-import.ts";
import type { FollowableField, ProductField, VariantField } from "../links/fields.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { priceFor } from "../pricing/pricing.ts";
import type { PendingWrite, LastWritten, LinkedProduct, LinkedVariant } from "./linked-product.ts";
import type { PriceOf } from "./plan-sync.ts";

/**
 * Shopify's `updatedAt` has whole seconds, so an edit in the second of our write does not change it. The
 * webhook about this edit arrives within this time.
 */
const JUST_WRITTEN_SECONDS = 600;

/**
 * Loads linked products with the supplier's values, in the order of `ids`. Omits products that the mirror
 * does not have.
 */
export async function loadProducts(tx: Tx, shop: ShopDomain, ids: string[]): Promise<LinkedProduct[]> {
  const rows = await queryRows<ProductRow>(tx)`
    select link.supplier_product_id as "supplierProductId", link.shop_product_id as "shopProductId", link.last_written as "lastWritten",
      link.merchant_fields as "merchantFields", link.in_shop as "ownInShop", link.follows, link.drafted_from as "draftedFrom", link.off_sale as "offSale",
      cardinality(link.chosen_variants) = 0 as "allVariants", link.pending_write as "pendingWrite", link.shop_updated_at as "shopUpdatedAt",
      link.compare_due_at is not null or coalesce(link.written_at > now() - make_interval(secs => ${JUST_WRITTEN_SECONDS}), false)
        as "maybeEdited", link.shop_state is not distinct from 'archived' as archived, product.name, product.category,
      link.price_rules_version as "priceRulesVersion", product.brand,
      case when link.follows && ${["descriptionHtml"]}::text[] then product.description_html end as "descriptionHtml",
      product.discontinued or product.gone_at is not null as discontinued, product.unreadable
    from product_link link
    join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    where link.shop = ${shop} and link.supplier_product_id = any(${ids}::text[]) and link.shop_product_id is not null`;
  const variants = await queryRows<VariantRow>(tx)`
    select link.supplier_product_id as "supplierProductId", link.supplier_variant_id as "supplierVariantId",
      link.shop_variant_id as "shopVariantId", link.inventory_item_id as "inventoryItemId", link.price,
      link.compare_at_price as "compareAtPrice", link.cost, link.stock, link.stock_before as "stockBefore", link.merchant_fields as "merchantFields",
      link.undo_to as "undoTo", link.price_cost as "priceCost", link.baseline, link.sent, link.in_shop as "inShop", variant.price_amount as amount, variant.price_currency as currency,
      variant.stock as "supplierStock", approval.cost as "approvalCost", approval.price as "approvalPrice",
      approval.state as "approvalState"
    from variant_link link
    left join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
    left join price_approval approval on approval.shop = link.shop
      and approval.supplier_variant_id = link.supplier_variant_id
    where link.shop = ${shop} and link.supplier_product_id = any(${ids}::text[]) and link.shop_state is null
    order by link.supplier_product_id, variant.position, link.supplier_variant_id`;
  const unlinked = await queryRows<{ supplierProductId: string; id: string }>(tx)`
    select variant.supplier_product_id as "supplierProductId", variant.id from supplier_variant variant
    where variant.shop = ${shop} and variant.supplier_product_id = any(${ids}::text[]) and not exists (
      select from variant_link link where link.shop = variant.shop and link.supplier_variant_id = variant.id)
    order by variant.supplier_product_id, variant.position`;
  const variantsOf = Map.groupBy(variants, ({ supplierProductId }) => supplierProductId);
  const unlinkedOf = Map.groupBy(unlinked, ({ supplierProductId }) => supplierProductId);
  const rowOf = new Map<string, ProductRow>(rows.map((row) => [row.supplierProductId, row]));
  const inOrder = ids.flatMap((id) => rowOf.get(id) ?? []);
  return inOrder.map(({ brand, descriptionHtml, ...row }) => ({
    ...row,
    variants: (variantsOf.get(row.supplierProductId) ?? []).map(toVariant),
    unlinked: (unlinkedOf.get(row.supplierProductId) ?? []).map(
      ({ id }) => id as LinkedProduct["unlinked"][number],
    ),
    texts: row.follows.length === 0 ? null : textsOf({ ...row, brand, descriptionHtml }),
  }));
}

/**
 * Returns a function that computes prices by the version of the price rules that a product follows.
 * @throws Failure if a call to Shopify fails.
 */
export async function findPriceOf(shop: ShopDomain, options?: { untilJudged: boolean }): Promise<PriceOf> {
  const pricing = await findPricing(shop, options);
  return (cost, { category, priceRulesVersion: version }) => priceFor(cost, { category, version }, pricing);
}

type ProductRow = Omit<LinkedProduct, "variants" | "unlinked" | "texts"> & {
  lastWritten: LastWritten;
  merchantFields: ProductField[];
  follows: FollowableField[];
  draftedFrom: ProductStatus | null;
  pendingWrite: PendingWrite | null;
  brand: string | null;
  descriptionHtml: string | null;
};

type VariantRow = Omit<LinkedVariant, "supplier" | "approval"> & {
  supplierProductId: string;
  merchantFields: VariantField[];
  amount: string | null;
  currency: string | null;
  supplierStock: number | null;
  approvalCost: string | null;
  approvalPrice: string | null;
  approvalState: NonNullable<LinkedVariant["approval"]>["state"] | null;
};

function toVariant(row: VariantRow): LinkedVariant {
  const {
    amount,
    currency,
    supplierStock,
    approvalCost,
    approvalPrice,
    approvalState,
    supplierProductId: _of,
    ...variant
  } = row;
  return {
    ...variant,
    supplier:
      amount === null || currency === null ? null : { cost: { amount, currency }, stock: supplierStock ?? 0 },
    approval:
      approvalCost === null || approvalPrice === null || approvalState === null
        ? null
        : { cost: approvalCost, price: approvalPrice, state: approvalState },
  };
}

/** Returns the supplier's texts in the form that an import writes. */
function textsOf(row: {
  name: string;
  descriptionHtml: string | null;
  brand: string | null;
  category: string | null;
}): NonNullable<LinkedProduct["texts"]> {
  return {
    title: shortened(row.name),
    descriptionHtml: row.descriptionHtml === null ? null : safeDescription(row.descriptionHtml),
    vendor: shortenedIfAny(row.brand),
    productType: shortenedIfAny(row.category),
  };
}
