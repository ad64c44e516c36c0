import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { sqlArray, queryRows } from "../../lib/database/statement.server.ts";
import { notWebAddresses } from "../../lib/http/web-address.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import type { Unreadable } from "../../wholesale/resources.ts";
import type { OffSale } from "../links/off-sale.ts";
import { type ShopPrice, shopPrices } from "./price-products.server.ts";

/** A product as the list shows it. */
export type CatalogProduct = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  image: string | null;
  /** Images of the product that are no web addresses, which imports leave out. */
  imagesLeftOut: string[];
  discontinued: boolean;
  gone: boolean;
  /** The part of it that cannot be read now. Cost and stock may be older then. */
  unreadable: Unreadable | null;
  variants: number;
  /** Null if the product has several variants. */
  sku: string | null;
  stock: number;
  /** The lowest cost; `differs` if other variants cost more. Null without variants. */
  cost: { amount: string; currency: string; differs: boolean } | null;
  /** The lowest price in the shop; null if it sells none of the variants. */
  shopPrice: LowestShopPrice | null;
  link: {
    state: LinkState;
    problem: Message | null;
    /** Number of images that Shopify could not process, and the first one's problem. */
    failedImages: { count: number; problem: string } | null;
    /** Names of the sales channels that it is published to, as last read; null if never read. */
    channels: string[] | null;
    /** Null until the shop has the product. */
    shopProductId: string | null;
    /** The version of the price rules that it follows. */
    priceRulesVersion: number | null;
    /** How the merchant has taken it off sale in Stockbridge; null if it is for sale. */
    offSale: OffSale | null;
    /**
     * Number of the merchant's own locations that also stock it, until the merchant has decided about them.
     */
    stockedElsewhere: number;
  } | null;
};

type LowestShopPrice = ShopPrice & { cost: { amount: string; currency: string } | null; differs: boolean };

type LinkState = "importing" | "imported" | "skipped" | "needs-linking";

type Row = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  images: { url: string; alt: string | null }[];
  discontinued: boolean;
  gone: boolean;
  unreadable: Unreadable | null;
  variants: number;
  sku: string | null;
  stock: number;
  amount: string | null;
  currency: string | null;
  differs: boolean;
  shopPrice: LowestShopPrice | null;
  state: LinkState | null;
  problem: unknown;
  failedImages: { problem: string }[] | null;
  channels: string[] | null;
  shopProductId: string | null;
  priceRulesVersion: number | null;
  offSale: OffSale | null;
  stockedElsewhere: number;
};

/** Reads products by their ids, in any order. */
export async function readProducts(tx: Tx, shop: ShopDomain, ids: string[]): Promise<CatalogProduct[]> {
  const rows = await queryRows<Row>(tx)`
    select product.id, product.name, product.brand, product.category, product.images,
      product.discontinued, product.gone_at is not null as gone, product.unreadable, variant.variants, variant.sku, variant.stock,
      variant.amount, variant.currency, variant.differs, link.state, link.problem, link.channels,
      link.failed_images as "failedImages", link.shop_product_id as "shopProductId",
      link.price_rules_version as "priceRulesVersion", link.off_sale as "offSale",
      case when link.own_stock is null then link.stocked_elsewhere else 0 end as "stockedElsewhere",
      sold."shopPrice"
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*)::int as variants, case count(*) when 1 then min(sku) end as sku,
        coalesce(sum(greatest(stock, 0)), 0)::float8 as stock, min(price_amount::numeric)::text as amount,
        min(price_currency) as currency, min(price_amount::numeric) < max(price_amount::numeric) as differs
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
    ) variant
    left join lateral (
      select jsonb_build_object('price', price, 'own', own, 'differs', min(price::numeric) over () < max(price::numeric) over (),
        'cost', case when amount is not null then jsonb_build_object('amount', amount, 'currency', currency) end) as "shopPrice"
      from (${shopPrices({ shop: Prisma.sql`product.shop`, id: Prisma.sql`product.id` })}) each_variant
      order by price::numeric nulls first, id limit 1
    ) sold on link.shop_state is distinct from 'deleted'
    where product.shop = ${shop} and product.id = any(${sqlArray(ids)}::text[])`;
  return rows.map(toProduct);
}

function toProduct(row: Row): CatalogProduct {
  const { amount, currency, differs, state, problem, failedImages, images, ...rest } = row;
  const { channels, shopProductId, priceRulesVersion, offSale, stockedElsewhere, ...product } = rest;
  return {
    ...product,
    image: images[0]?.url ?? null,
    imagesLeftOut: notWebAddresses(images.map(({ url }) => url)),
    cost: amount === null || currency === null ? null : { amount, currency, differs },
    link: state && {
      state,
      problem: storedMessage(problem),
      channels,
      shopProductId,
      priceRulesVersion,
      offSale,
      stockedElsewhere,
      failedImages: failedImages && { count: failedImages.length, problem: failedImages[0]?.problem ?? "" },
    },
  };
}
