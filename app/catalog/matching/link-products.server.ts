import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { linkShopProduct, type VariantToLink } from "../../shop/products/link-product.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { type FoundVariant, searchVariants } from "../../shop/products/shop-variants.server.ts";
import { skuFor, stockOf } from "../import/plan-import.ts";
import { unlinkProduct } from "../link-runs/process-link-run.server.ts";
import { afterWrite, type Amounts } from "../links/amounts.ts";
import { findBuffer } from "../links/sync-settings.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct, type MirroredProduct } from "../mirror/find-supplier-product.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { priceFor, type Pricing } from "../pricing/pricing.ts";
import type { Link } from "./decide-match.ts";
import {
  type ClaimedMatch,
  claimMatch,
  endLinking,
  endUnlinking,
  type LinkOutcome,
  postponeMatch,
  wakeLinking,
} from "./match-store.server.ts";
import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { setDueAt } from "../../queue/lease.server.ts";

/** Time limit of a batch. The job then enqueues the shop's next batch, so that other shops get their turn. */
const BATCH_MS = 10_000;

/**
 * Links and unlinks a batch of due products, one by one.
 * @returns true if nothing more is due.
 */
export async function linkProducts(shop: ShopDomain): Promise<boolean> {
  const until = performance.now() + BATCH_MS;
  while (performance.now() < until) {
    const claimed = await claimMatch(shop);
    if (claimed === null) return true;
    if (!(await processClaimed(shop, claimed))) return false;
  }
  await wakeLinking(shop);
  return false;
}

/**
 * Links or unlinks a claimed product. @returns false if access to the shop is lost, because the other products
 * would fail, too.
 */
async function processClaimed(shop: ShopDomain, claimed: ClaimedMatch): Promise<boolean> {
  const { supplierProductId, state, retryCount } = claimed;
  try {
    if (state === "linking") await endLinking(shop, claimed, await linkProduct(shop, claimed));
    else await unlink(shop, claimed);
    return true;
  } catch (error) {
    log.warn({ shop, supplierProductId, state, err: error, retryCount }, "catalog.link-failed");
    const failure = error instanceof Failure ? error : null;
    const problem = failure?.explanation ?? ({ code: "failure.ours" } as const);
    if (failure?.isPermanent && state === "linking")
      await endLinking(shop, claimed, { kind: "failed", problem });
    else await postponeMatch(shop, claimed, { seconds: backOffSeconds(retryCount, { failure }), problem });
    return failure?.code !== "access-lost";
  }
}

/**
 * Removes a product's metafields. Ends the unlinking even if Shopify rejects the removal, because our own links
 * are deleted already.
 */
async function unlink(shop: ShopDomain, claimed: ClaimedMatch): Promise<void> {
  const { supplierProductId, shopProductId } = claimed;
  const outcome = await unlinkProduct(shop, { shopProductId });
  if (outcome.kind === "user-errors")
    log.warn({ shop, supplierProductId, outcome }, "catalog.unlink-rejected");
  await endUnlinking(shop, claimed);
}

/**
 * Links a product of the shop as the merchant confirmed: writes metafields, costs and missing SKUs, and stocks
 * the product at our location. Writes prices only if the merchant wants them to follow the supplier. Texts,
 * images and stock at other locations stay. Idempotent.
 * @throws Failure if a call to Shopify fails, or if the product's stock keeps changing
 */
async function linkProduct(shop: ShopDomain, claimed: ClaimedMatch): Promise<LinkOutcome> {
  const { supplierProductId, shopProductId, chosen, price } = claimed;
  const found = await inShop(shop, (tx) => findSupplierProduct(tx, shop, supplierProductId));
  if (found === null || found.gone) return failed({ code: "catalog.skip.not-listed" });
  if (shopProductId === null) return failed({ code: "links.problem.deleted" });
  const service = await ensureService(shop);
  if (service.kind === "failed")
    return failed({ code: "catalog.skip.no-location", problem: service.problem });
  const { locationId } = service;
  const read = { locationId, expected: chosen.length, withChannels: true };
  const there = await findProduct(shop, { id: shopProductId }, read);
  if (there === null) return failed({ code: "links.problem.deleted" });
  const sought = { skus: [], barcodes: [], titles: [], productIds: [shopProductId] };
  const details = await searchVariants(shop, sought);
  const conflict = await findConflict(shop, claimed);
  if (conflict !== null) return failed(conflict);

  const pricing = await findPricing(shop, { untilJudged: true });
  const plan = planLinks(found.product, { chosen, details, price, pricing });
  if (plan.kind === "failed") return plan;
  const written = { id: there.id, supplierId: supplierProductId, variants: plan.variants };
  const marked = await linkShopProduct(shop, written);
  if (marked.kind === "user-errors") return failed(marked.problem);
  const product = asLinked(there, chosen);
  const stock = stockOf(found.product, await findBuffer(shop));
  const stocked = await setStock(shop, { product, locationId, stock });
  if (stocked.kind === "user-errors") return failed(stocked.problem);

  const byId = new Map(product.variants.map((variant) => [variant.id as string, variant]));
  return {
    kind: "linked",
    shopProductId: there.id,
    channels: there.channels,
    status: plan.status,
    priceRulesVersion: pricing.version,
    variants: plan.variants.flatMap((variant) => {
      const inventoryItemId = byId.get(variant.id)?.inventoryItemId;
      if (inventoryItemId === undefined) return [];
      return {
        supplierVariantId: variant.supplierId,
        shopVariantId: variant.id,
        inventoryItemId,
        amounts: afterWrite(sentTo(variant), marked.stored.get(variant.id)),
        stock: stock.get(variant.supplierId) ?? 0,
      };
    }),
    stockedElsewhere: chosen.reduce(
      (sum, { shopVariantId }) => sum + Math.max(0, byId.get(shopVariantId)?.elsewhere ?? 0),
      0,
    ),
  };
}

/** Returns the amounts that linking wrote to a variant. */
function sentTo({ price, compareAtPrice, cost }: VariantToLink): Amounts {
  return { ...(price !== null && { price, compareAtPrice }), ...(cost !== null && { cost }) };
}

function failed(problem: Message): LinkOutcome & { kind: "failed" } {
  return { kind: "failed", problem };
}

/**
 * Plans the values of each variant. A variant without a SKU gets the supplier's SKU, because fulfillment
 * services need one.
 */
function planLinks(
  product: MirroredProduct,
  given: Pick<ClaimedMatch, "chosen" | "price"> & { details: FoundVariant[]; pricing: Pricing },
) {
  const { chosen, details, price, pricing } = given;
  if (product.unreadable !== null) return failed({ code: `catalog.unreadable.${product.unreadable}` });
  const shopVariants = new Map<string, FoundVariant>(details.map((variant) => [variant.id, variant]));
  const supplierVariants = new Map<string, MirroredProduct["variants"][number]>(
    product.variants.map((variant) => [variant.id, variant]),
  );
  const variants: VariantToLink[] = [];
  for (const { supplierVariantId, shopVariantId } of chosen) {
    const [own, variant] = [shopVariants.get(shopVariantId), supplierVariants.get(supplierVariantId)];
    if (own === undefined) return failed({ code: "links.problem.variant-deleted" });
    if (variant === undefined) return failed({ code: "links.problem.variant-gone" });
    const priced = priceFor(variant.price, product, pricing);
    const follows = price === "follow";
    if (follows && priced.kind === "currency-differs") {
      const { supplierCurrency, shopCurrency } = priced;
      return failed({ code: "catalog.skip.currency-differs", supplierCurrency, shopCurrency });
    }
    if (follows && priced.kind === "no-price")
      return failed({ code: "catalog.skip.no-price", variant: variant.sku ?? variant.id });
    const money = priced.kind === "priced" ? priced : null;
    const sku = own.sku?.trim() ? null : skuFor(variant);
    variants.push({
      id: own.id,
      supplierId: supplierVariantId,
      sku,
      cost: money?.cost ?? null,
      ...(follows && money
        ? { price: money.price, compareAtPrice: money.compareAtPrice }
        : { price: null, compareAtPrice: null }),
    });
  }
  return { kind: "plan", variants, status: details[0]?.status ?? "" } as const;
}

/**
 * Returns the product with the chosen links. Ignores its metafields, because a copied product has those of the
 * original.
 */
function asLinked(product: ShopProduct, chosen: Link[]): ShopProduct {
  const links = new Map<string, string>(chosen.map((link) => [link.shopVariantId, link.supplierVariantId]));
  const variants = product.variants.map((variant) => ({
    ...variant,
    supplierVariantId: links.get(variant.id) ?? null,
  }));
  return { ...product, variants };
}

/** Returns a problem if our own rows forbid the link. */
async function findConflict(
  shop: ShopDomain,
  { supplierProductId, shopProductId, chosen }: ClaimedMatch,
): Promise<Message | null> {
  return inShop(shop, async (tx) => {
    const own = await tx.productLink.findUnique({
      where: { shop_supplierProductId: { shop, supplierProductId } },
    });
    if (own?.state === "importing" && own.dueAt !== null) return { code: "links.problem.importing" };
    const links = await tx.variantLink.findMany({
      where: {
        shop,
        OR: [{ supplierProductId }, { shopVariantId: { in: chosen.map((link) => link.shopVariantId) } }],
      },
    });
    if (links.some((link) => link.supplierProductId !== supplierProductId))
      return { code: "links.problem.taken" };
    if (links.length > 0 && own?.shopProductId !== shopProductId)
      return { code: "links.problem.linked-elsewhere" };
    const other = await tx.productLink.findFirst({
      where: {
        shop,
        shopProductId,
        supplierProductId: { not: supplierProductId },
        state: { in: ["imported", "importing"] },
        OR: [{ delisted: null }, { delisted: { not: "unlinked" } }],
      },
    });
    return other === null ? null : { code: "links.problem.taken" };
  });
}

/**
 * Unlinks products. New orders no longer use the links, and the sync ignores the products. A job removes their
 * metafields. The shop's products and running orders stay.
 * @returns the number of unlinked products.
 */
export async function unlinkProducts(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  return inShop(shop, async (tx, now) => {
    // Skips a product whose import is running, because the import would link the product again.
    const unlinked = await queryRows<{ id: string; shopProductId: string | null }>(tx)`
      update product_link set delisted = 'unlinked', ${setDueAt("ProductLink", null)},
        ${setDueAt("ProductLink.sync", null)}
      where shop = ${shop} and supplier_product_id = any(${supplierProductIds}::text[])
        and (state <> 'importing' or due_at is null) and delisted is distinct from 'unlinked'
      returning supplier_product_id as id, shop_product_id as "shopProductId"`;
    if (unlinked.length === 0) return 0;
    await execute(tx)`
      delete from variant_link
      where shop = ${shop} and supplier_product_id = any(${unlinked.map(({ id }) => id)}::text[])`;
    await tx.priceApproval.deleteMany({
      where: { shop, supplierProductId: { in: unlinked.map(({ id }) => id) } },
    });
    await execute(tx)`
      insert into link_match (shop, supplier_product_id, state, clear, shop_product_id, due_at)
      select ${shop}, id, 'unlinking', false, "shopProductId", ${now}
      from jsonb_to_recordset(${JSON.stringify(unlinked)}::jsonb) as row (id text, "shopProductId" text)
      on conflict (shop, supplier_product_id) do update set state = 'unlinking', pairs = '[]', chosen = '[]', clear = false,
        shop_product_id = excluded.shop_product_id, ${setDueAt("LinkMatch", now)},
        retry_count = 0, problem = null`;
    await enqueue(tx, jobs["catalog.link"], { shop });
    await enqueue(tx, jobs["catalog.links-changed"], { shop });
    await recordActivity(tx, {
      shop,
      kind: "catalog.unlinked",
      tone: "info",
      message: { code: "links.activity.unlinked", count: unlinked.length },
      subject: { label: { code: "links.title" }, url: "/app/links?show=linked" },
      at: now,
    });
    return unlinked.length;
  });
}
