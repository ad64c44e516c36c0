import { Prisma } from "@prisma/client";
import { LRUCache } from "lru-cache";

import { inShop, type Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** The guide's steps in their order. */
const guideSteps = [
  "connect",
  "prices",
  "exchange-rate",
  "products",
  "shipping",
  "channel",
  "rules",
  "branding",
  "order-block",
] as const;
export type GuideStep = (typeof guideSteps)[number];

export type SetupGuide = {
  steps: { step: GuideStep; isDone: boolean }[];
  /** True if the merchant hid the guide. */
  isHidden: boolean;
  /** True if customers can buy the supplier's products. Home then shows the guide further down. */
  isSelling: boolean;
};

type Facts = {
  connected: boolean;
  priced: boolean;
  foreign: string | null;
  rated: boolean;
  imported: boolean;
  shipping: boolean;
  waiting: boolean;
  channels: boolean;
  ruled: boolean;
  branded: boolean;
  orderBlock: boolean;
  hidden: boolean;
};

/**
 * Reads which steps are done; null if all are done. A step is done if the shop's rows prove it, not because the
 * merchant visited a page. A step opens again if its rows disappear.
 */
export async function findGuide(tx: Tx, shop: ShopDomain): Promise<SetupGuide | null> {
  const [facts] = await queryRows<Facts>(tx)`
    select
      coalesce(connection.key_check <> 'unauthorized', false) as connected,
      newest.rules is not null as priced,
      supplier.currency as foreign,
      exists (select from jsonb_array_elements(newest.rules -> 'rates') as rate
        where rate ->> 'from' = supplier.currency and rate ->> 'to' = facts.currency) as rated,
      imported.found as imported,
      ${HAS_SHIPPING} as shipping,
      coalesce(${HAS_RATES} and profile.written_version is null, false) as waiting,
      exists (select from catalog_settings where shop = ${shop} and jsonb_typeof(channels) = 'array'
        and channels <> '[]') or exists (select from import_run where shop = ${shop}
        and jsonb_typeof(options -> 'channels') = 'array' and options -> 'channels' <> '[]') as channels,
      exists (select from order_rules where shop = ${shop}) or exists (select from ordering_settings
        where shop = ${shop} and automatic_ordering_since is not null) as ruled,
      exists (select from branding_version where shop = ${shop} and published_at is not null
        and account is not distinct from connection.account) as branded,
      coalesce(home.order_block_seen_at is not null, false) as "orderBlock",
      coalesce(home.guide_hidden_at is not null, false) as hidden
    from (select ${shop}::text as shop) as this
    left join connection on connection.shop = this.shop
    left join home_state home on home.shop = this.shop
    left join setup_check setup on setup.shop = this.shop
    left join shop_facts facts on facts.shop = this.shop
    left join shipping_profile profile on profile.shop = this.shop
    left join fulfillment_service service on service.shop = this.shop
    left join lateral (select rules from price_rules
      where price_rules.shop = this.shop order by version desc limit 1) as newest on true
    cross join lateral (select exists (select from product_link link where link.shop = this.shop
      and link.shop_product_id is not null and link.shop_state is distinct from 'deleted'
      and link.delisted is distinct from 'unlinked') as found) as imported
    left join lateral (select price_currency as currency from supplier_variant variant
      where variant.shop = this.shop limit 1) as supplier on supplier.currency <> facts.currency`;
  if (!facts) return null;
  const done: Record<GuideStep, boolean | null> = {
    connect: facts.connected,
    prices: facts.priced,
    // A step only if the shop and the supplier have different currencies.
    "exchange-rate": facts.foreign === null ? null : facts.rated,
    products: facts.imported,
    shipping: facts.shipping,
    channel: facts.channels,
    rules: facts.ruled,
    branding: facts.branded,
    "order-block": facts.orderBlock,
  };
  const steps = guideSteps.flatMap((step) => {
    const isDone = done[step];
    return isDone === null ? [] : [{ step, isDone }];
  });
  if (steps.every(({ isDone }) => isDone)) return null;
  const isSelling = facts.connected && facts.imported && facts.shipping && !facts.waiting;
  return { steps, isHidden: facts.hidden, isSelling };
}

/** SQL condition: the merchant has saved shipping rates in Stockbridge. */
const HAS_RATES = Prisma.sql`jsonb_array_length(profile.groups) > 0`;

/**
 * SQL condition: the guide's step about shipping is done. Our service exists, and the setup check found no
 * problem with shipping rates. Rates that the merchant saved in Stockbridge must have no problem. Without saved
 * rates, the check must have run after the first import: before that there is no location to check.
 */
const HAS_SHIPPING = Prisma.sql`(
  service.state is distinct from 'gone' and coalesce(setup.findings -> 'shipping-rates', '[]') = '[]'
  and case when ${HAS_RATES} then profile.problem is null else imported.found and setup.checked_at is not null end)`;

/** Hides the guide, or shows it again. */
export async function hideGuide(shop: ShopDomain, isHidden: boolean): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const guideHiddenAt = isHidden ? now : null;
    await tx.homeState.upsert({
      where: { shop },
      create: { shop, guideHiddenAt },
      update: { guideHiddenAt },
    });
  });
}

/**
 * Shops whose order block this process has recorded already. The block calls us whenever a merchant opens an
 * order, and this cache saves the query.
 */
const recorded = new LRUCache<ShopDomain, true>({ max: 10_000 });

/** Records that the merchant's admin shows the order block. */
export async function recordOrderBlock(shop: ShopDomain): Promise<void> {
  if (recorded.has(shop)) return;
  await inShop(shop, async (tx, now) => {
    const known = await tx.homeState.findUnique({ where: { shop } });
    if (known?.orderBlockSeenAt) return;
    const seen = { orderBlockSeenAt: now };
    await tx.homeState.upsert({ where: { shop }, create: { shop, ...seen }, update: seen });
  });
  recorded.set(shop, true);
}
