import { inShop } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import type { Money } from "../../../lib/money.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { shortened, shortenedIfAny } from "../../import/plan-import.ts";
import type { Amounts } from "../../links/amounts.ts";
import type { ChosenField } from "../../links/fields.ts";
import { findPricingIfKnown } from "../../pricing/find-pricing.server.ts";
import { marginFor, type MissingCosts, missingCosts, priceFor, type Pricing } from "../../pricing/pricing.ts";
import { variantName } from "../../links/variant-name.ts";
import type { OwnInShop } from "../linked-product.ts";
import type { OwnValue } from "../message-of-change.ts";
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";
import {
  countKept,
  findAll,
  isIn,
  isListed,
  listedFields,
  OWN_FIELDS,
  type OwnFilter,
  SEEN,
  VARIANT_FIELDS,
} from "./select-own-fields.server.ts";

/** A product with own values of the merchant, or that the merchant has deleted or archived. */
export type OwnFieldsView = {
  supplierProductId: string;
  product: string;
  shopState: "deleted" | "archived" | null;
  /** The version of the product's values (`SEEN`). `followSupplier` skips the product if it has changed. */
  seen: string;
  fields: OwnField[];
};

/** A field that the merchant sets. `more`: number of variants that are not listed. */
export type OwnField = { field: ChosenField; values: OwnValue[]; more: number };

const PAGE_SIZE = 25;
/** Maximum number of variants per product on a page. */
const VARIANTS = 20;

/** Selects the fields about which the merchant has to decide. */
export const TO_DECIDE: OwnFilter = { kept: false, field: null };

/**
 * A page of products with own values of the merchant. `total`: number of fields that the filter selects, on all
 * pages. `kept`: number of fields that the merchant has decided to keep. Both go up to `MAX_FIELDS_AT_ONCE`.
 * `seenAll`: the version of the values of all selected fields (`SeenFilter`).
 */
export type OwnFieldsPage = ListPage<OwnFieldsView> & {
  total: number;
  kept: number;
  seenAll: string;
  /**
   * Costs that the margins do not include; null if the shop's currency is unknown, so that there are no
   * margins.
   */
  missing: MissingCosts | null;
};

/**
 * Lists a page of products with own values of the merchant, in the order of the supplier's ids. Contains only
 * fields that the filter selects.
 */
export async function listOwnFields(
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
  filter: OwnFilter = TO_DECIDE,
): Promise<OwnFieldsPage> {
  const pricing = await findPricingIfKnown(shop);
  const query = listQuery(place, PAGE_SIZE);
  const { backwards, take } = query;
  return inShop(shop, async (tx) => {
    const found = await queryRows<ProductRow>(tx)`
      select link.supplier_product_id as "supplierProductId", product.name, product.brand, product.category, product.options,
        link.shop_state as "shopState", array(select field from ${OWN_FIELDS} own where ${isIn(filter)}) as fields,
        jsonb_strip_nulls(jsonb_build_object('status', link.last_written->>'status')) || link.in_shop as "inShop",
        link.price_rules_version as version, product.discontinued or product.gone_at is not null as ended, ${SEEN} as seen
      from product_link link
      left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
      where link.shop = ${shop} and ${isListed(filter)}
        and case when ${backwards} then link.supplier_product_id < ${place.before ?? ""}
          else link.supplier_product_id > ${place.after ?? ""} end
      order by case when ${backwards} then link.supplier_product_id end desc, link.supplier_product_id
      limit ${take}`;
    const page = listPage(found, query, ({ supplierProductId }) => supplierProductId);
    const ids = page.rows.map(({ supplierProductId }) => supplierProductId);
    const variants = await queryRows<VariantRow>(tx)`
      select link.supplier_product_id as "supplierProductId", variant.sku, variant.options, link.merchant_fields as "merchantFields",
        link.in_shop as "inShop", variant.price_amount as amount, variant.price_currency as currency, variant.stock,
        link.supplier_variant_id as id
      from variant_link link
      left join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
      where link.shop = ${shop} and link.supplier_product_id = any(${ids}::text[]) and link.shop_state is null
        and link.merchant_fields && ${listedFields}::text[]
      order by link.supplier_product_id, variant.position, link.supplier_variant_id`;
    const variantsOf = Map.groupBy(variants, ({ supplierProductId }) => supplierProductId);
    const rows = page.rows.map((row): OwnFieldsView => {
      const { supplierProductId, name, shopState, seen } = row;
      const own = [
        ...ownFieldsOf(row),
        ...variantFieldsOf(variantsOf.get(supplierProductId) ?? [], { product: row, pricing }),
      ];
      return { supplierProductId, product: name ?? supplierProductId, shopState, seen, fields: own };
    });
    const missing = pricing && missingCosts(pricing);
    return { ...page, rows, missing, ...(await findAll(tx, shop, filter)), kept: await countKept(tx, shop) };
  });
}

type ProductRow = {
  supplierProductId: string;
  name: string | null;
  brand: string | null;
  category: string | null;
  options: string[] | null;
  shopState: OwnFieldsView["shopState"];
  /** The fields that the filter selects. */
  fields: string[];
  inShop: OwnInShop;
  version: number;
  ended: boolean | null;
  seen: string;
};

type VariantRow = {
  id: string;
  supplierProductId: string;
  /** `sku`, `options`, `amount`, `currency` and `stock` are null if the supplier no longer has the variant. */
  sku: string | null;
  options: Record<string, string> | null;
  amount: string | null;
  currency: string | null;
  stock: number | null;
  merchantFields: string[];
  inShop: Amounts;
};

function ownFieldsOf({ fields, inShop, ended, name, brand, category }: ProductRow): OwnField[] {
  const theirs: Partial<Record<ChosenField, [shop: string | undefined, supplier: string | null]>> = {
    status: [inShop.status, ended === false ? "sold" : "ended"],
    title: [inShop.title, name && shortened(name)],
    vendor: [inShop.vendor, shortenedIfAny(brand)],
    productType: [inShop.productType, shortenedIfAny(category)],
    descriptionHtml: [undefined, null],
  };
  return (Object.entries(theirs) as [ChosenField, [string | undefined, string | null]][])
    .filter(([field]) => fields.includes(field))
    .map(([field, [shop, supplier]]) => ({
      field,
      values: [{ field, variant: null, shop: shop ?? null, supplier, margin: null, supplierMargin: null }],
      more: 0,
    }));
}

function variantFieldsOf(
  variants: VariantRow[],
  given: { product: ProductRow; pricing: Pricing | null },
): OwnField[] {
  return (Object.keys(VARIANT_FIELDS) as ChosenField[]).flatMap((chosen) => {
    if (!given.product.fields.includes(chosen)) return [];
    const names: string[] = VARIANT_FIELDS[chosen] ?? [];
    const own = variants.filter(({ merchantFields }) =>
      merchantFields.some((field) => names.includes(field)),
    );
    if (own.length === 0) return [];
    const values = own.slice(0, VARIANTS).flatMap((variant) =>
      names
        .filter((field) => variant.merchantFields.includes(field))
        .map((field) => valueOf(field, variant, given))
        // Omits the compare-at price if neither the shop nor the rules have one.
        .filter(
          ({ field, shop, supplier }) => field !== "compareAtPrice" || shop !== null || supplier !== null,
        ),
    );
    return [{ field: chosen, values, more: Math.max(0, own.length - VARIANTS) }];
  });
}

function valueOf(
  field: string,
  { id, sku, options, inShop, amount, currency, stock }: VariantRow,
  {
    product: { category, version, options: names },
    pricing,
  }: { product: ProductRow; pricing: Pricing | null },
): OwnValue {
  const cost: Money | null = amount === null || currency === null ? null : { amount, currency };
  const priced = pricing && cost && priceFor(cost, { category, version }, pricing);
  const rule = priced?.kind === "priced" ? priced : null;
  const price = field === "price" ? (inShop.price ?? null) : null;
  const supplier: Record<string, string | null> = {
    price: rule?.price ?? null,
    compareAtPrice: rule?.compareAtPrice ?? null,
    cost: rule?.cost ?? null,
    stock: stock === null ? null : String(stock),
  };
  return {
    field,
    variant: variantName({ sku, options }, names ?? []) ?? id,
    shop: field === "stock" ? null : (inShop[field as keyof Amounts] ?? null),
    supplier: supplier[field] ?? null,
    margin: pricing && cost && price !== null ? marginFor({ price, cost }, { version }, pricing) : null,
    supplierMargin: field === "price" ? (rule?.margin ?? null) : null,
  };
}
