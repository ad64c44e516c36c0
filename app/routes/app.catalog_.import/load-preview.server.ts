import { findDefaultChannelsIn } from "../../catalog/import/default-channels.server.ts";
import {
  forecasts,
  listChoosableVariants,
  listForecast,
  previewImport,
  previewProducts,
} from "../../catalog/import/runs/preview-import.server.ts";
import type { Selection } from "../../catalog/import/runs/selection.ts";
import { findUsualOptions } from "../../catalog/import/runs/start-import.server.ts";
import { findPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { missingCosts } from "../../catalog/pricing/pricing.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { listCollections, listChannels } from "../../shop/products/publications.server.ts";
import { countIn, groupOf, groups } from "./groups.ts";

/**
 * Number of products per page. It is small, because each page reads from Shopify the products that the shop already
 * has.
 */
const SHOWN = 10;

/**
 * Returns the import's preview: counts, details of one page of products, and the merchant's choices.
 * @throws Failure if Shopify's reply is an error or cannot be read.
 */
export async function loadPreview(
  shop: ShopDomain,
  { selection, searchParams }: { selection: Selection; searchParams: URLSearchParams },
) {
  const [pricing, channels, collections] = await Promise.all([
    findPricing(shop),
    listChannels(shop),
    listCollections(shop),
  ]);
  const currency = pricing.shopCurrency;
  const currencies = [
    currency,
    ...(pricing.rules[pricing.version]?.rates ?? [])
      .filter(({ to }) => to === currency)
      .map(({ from }) => from),
  ];
  const after = searchParams.get("after");
  const readForecast = async (tx: Tx, now: Date) => {
    const counts = await previewImport(tx, { shop, now }, { selection, currencies });
    const group =
      groups.find((each) => each === searchParams.get("group")) ??
      groups.find((each) => countIn(each, counts) > 0) ??
      "create";
    const forecast = forecasts.filter((each) => groupOf(each) === group);
    const given = { selection, currencies, after, take: SHOWN + 1, forecast };
    return {
      counts,
      group,
      listed: await listForecast(tx, { shop, now }, given),
      usual: await findUsualOptions(tx, shop),
      defaults: await findDefaultChannelsIn(tx, shop),
      variants: await listChoosableVariants(tx, shop, selection),
    };
  };
  const { counts, group, listed, usual, defaults, variants } = await inShop(shop, readForecast, LONG_WORK);
  const page = listed.slice(0, SHOWN);
  const detailed =
    group === "problem"
      ? []
      : await previewProducts(
          shop,
          page.map(({ id }) => id),
          { selection, pricing },
        );
  const byDefault = defaults ?? (channels.onlineStore ? [channels.onlineStore] : []);
  return {
    counts,
    group,
    currency,
    missing: missingCosts(pricing),
    options: usual,
    products: page.map(({ id, name, forecast }) => ({
      id,
      name,
      forecast,
      details: detailed.find((each) => each.id === id) ?? null,
    })),
    next: listed.length > SHOWN ? (page.at(-1)?.id ?? null) : null,
    isFirst: after === null,
    variants,
    channels: channels.channels,
    chosenChannels: (usual.channels ?? byDefault).map(({ id }) => id),
    collections,
  };
}

export type Preview = Awaited<ReturnType<typeof loadPreview>>;
