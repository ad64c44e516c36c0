import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import {
  type Product,
  type SupplierProductId,
  type SupplierVariantId,
  type Unreadable,
  unreadableIn,
} from "../../wholesale/resources.ts";

/** The supplier's variant that a variant of the shop is linked to. Cost and stock are as last read. */
export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  supplierProductId: SupplierProductId;
  sku: string | null;
  price: Money;
  stock: number;
  /** True if the supplier no longer sells the product, or no longer lists it. */
  discontinued: boolean;
  /**
   * The part of the product that we could not read last time, so that price or stock may be outdated; null if
   * we read all.
   */
  unreadable: Unreadable | null;
  /**
   * True if the product was imported from another account, and the merchant has not confirmed that the
   * connected account sells the same product.
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
  const rows = await queryRows<Omit<LinkedVariant, "price"> & Money & { at: number; shopVariantId: string }>(
    tx,
  )`
    select asked.at, link.shop_variant_id as "shopVariantId", variant.id as "supplierVariantId",
      product.id as "supplierProductId", variant.sku, variant.price_amount as amount,
      variant.price_currency as currency, variant.stock, product.discontinued or product.gone_at is not null as discontinued,
      product.unreadable,
      exists (select from connection where shop = link.shop and account is distinct from
        (select account from product_link chosen
          where chosen.shop = link.shop and chosen.supplier_product_id = link.supplier_product_id)) as "ofAnotherAccount"
    from unnest(${ids.map(({ at }) => at)}::int[], ${ids.map(({ shop }) => shop)}::text[], ${ids.map(({ id }) => id)}::text[])
      as asked(at, shop, shop_variant_id)
    join variant_link link on link.shop = asked.shop and link.shop_variant_id = asked.shop_variant_id
    join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
    join supplier_product product on product.shop = variant.shop and product.id = variant.supplier_product_id`;
  for (const { at, shopVariantId, amount, currency, ...row } of rows)
    found[at]?.set(shopVariantId, { ...row, price: { amount, currency } });
  return found;
}

/**
 * Reads the supplier's present cost and stock of linked variants before an order. If the supplier does not show
 * a product, returns the last known values, and the supplier accepts or rejects the order. Marks a product as
 * unreadable if we cannot read the reply, or if the reply has another product's id.
 * @throws Failure for other failed reads, such as a rate limit, an outage or a rejected key.
 */
export async function readLinkedVariants(
  linked: ReadonlyMap<string, LinkedVariant>,
  { apiKey }: { apiKey: string },
): Promise<Map<string, LinkedVariant>> {
  const ids = [...new Set([...linked.values()].map(({ supplierProductId }) => supplierProductId))];
  const products = new Map<string, Shown>();
  while (ids.length > 0) {
    const batch = ids.splice(0, CONCURRENCY);
    const read = await Promise.all(batch.map((id) => readProduct(id, apiKey)));
    batch.forEach((id, index) => products.set(id, read[index] ?? null));
  }
  return new Map(
    [...linked].map(([id, variant]) => [
      id,
      update(variant, products.get(variant.supplierProductId) ?? null),
    ]),
  );
}

/**
 * Number of products read at once. It is low, because the supplier may limit requests, and other orders call
 * the supplier at the same time.
 */
const CONCURRENCY = 4;

/**
 * The supplier's product. "product" (the value for `unreadable`): we cannot use the reply. Null: the supplier
 * does not show the product.
 */
type Shown = Product | "product" | null;

async function readProduct(id: SupplierProductId, apiKey: string): Promise<Shown> {
  try {
    const product = await callWholesale("getProduct", { input: { id }, credential: apiKey });
    if (product.id === id) return product;
    // The variants of another product may have the same ids but other prices, so the reply is unusable.
    log.warn({ supplierProductId: id, shown: product.id }, "catalog.other-product-shown");
    return "product";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error instanceof ReplyMisfit && !error.isNoData) {
      log.warn({ err: error, supplierProductId: id }, "catalog.product-unreadable");
      return "product";
    }
    // The product or the operation does not exist at the supplier. Some servers reply with a web page in that
    // case.
    const notShown = error.code === "rejected" || error.code === "unexpected-reply" || error.status === 501;
    if (!notShown) throw error;
    log.warn({ err: error, supplierProductId: id }, "catalog.product-not-shown");
    return null;
  }
}

function update(known: LinkedVariant, product: Shown): LinkedVariant {
  if (product === null) return known;
  if (product === "product") return { ...known, unreadable: product };
  const variant = product.variants.find(({ id }) => id === known.supplierVariantId);
  if (variant === undefined) return { ...known, discontinued: true, unreadable: null };
  const { sku, price, stock } = variant;
  return {
    ...known,
    sku,
    price: price ?? known.price,
    stock: stock ?? known.stock,
    discontinued: product.discontinued,
    unreadable: unreadableIn(product),
  };
}
