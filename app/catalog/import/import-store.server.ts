import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { importProductsJob } from "../jobs.ts";

/** A product whose import somebody has taken on, until `leasedUntil`. */
export type ClaimedImport = {
  supplierProductId: string;
  shopProductId: string | null;
  contentHash: string | null;
  imagesHash: string | null;
  retryCount: number;
  leasedUntil: Date;
};

export type ImportedLink = { supplierVariantId: string; shopVariantId: string; inventoryItemId: string };

/** How an import ended. */
export type ImportOutcome =
  | {
      kind: "imported";
      shopProductId: string;
      contentHash: string;
      imagesHash: string;
      variants: ImportedLink[];
    }
  | { kind: "skipped"; said: string };

/** Enough for the largest product on a busy shop; after a crash it is due again then. */
const LEASE_MS = 5 * 60_000;

/** Makes the import of these products due, of those that the supplier lists. @returns how many they are. */
export async function requestImport(shop: ShopDomain, ids: string[], now: Date): Promise<number> {
  return inShop(shop, async (tx) => {
    // One that is being imported already keeps its lease, and one that is being forgotten is not taken up meanwhile.
    const requested = await tx.$executeRaw`
      insert into product_link (shop, supplier_product_id, state, account, requested_at, next_at)
      select product.shop, product.id, 'importing', connection.account, ${now}, ${now}
      from supplier_product product join connection on connection.shop = product.shop
      where product.shop = ${shop} and product.id = any(${ids}::text[])
      on conflict (shop, supplier_product_id) do update set state = 'importing', said = null,
        account = excluded.account, requested_at = excluded.requested_at, next_at = excluded.next_at, retry_count = 0
      where product_link.state <> 'importing' and product_link.delisted is distinct from 'unlinked'`;
    if (requested > 0) await enqueue(tx, importProductsJob, { shop });
    return requested;
  });
}

/**
 * Takes the import that has been due the longest. Null when none is. Imports of an account that the shop is not
 * connected to are not due any more: they rest until it is again.
 */
export async function claimImport(shop: ShopDomain, now: Date): Promise<ClaimedImport | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const [taken] = await inShop(shop, async (tx) => {
    await tx.$executeRaw`
      update product_link link set next_at = null where shop = ${shop} and next_at <= ${now} and not exists (
        select from connection where connection.shop = link.shop
          and connection.account is not distinct from link.account)`;
    return tx.$queryRaw<Omit<ClaimedImport, "leasedUntil">[]>`
      update product_link set next_at = ${leasedUntil}, retry_count = retry_count + 1
      where shop = ${shop} and supplier_product_id = (
        select supplier_product_id from product_link where shop = ${shop} and next_at <= ${now}
        order by next_at, supplier_product_id limit 1 for update skip locked)
      returning supplier_product_id as "supplierProductId", shop_product_id as "shopProductId",
        content_hash as "contentHash", images_hash as "imagesHash", retry_count as "retryCount"`;
  });
  return taken ? { ...taken, leasedUntil } : null;
}

/** Writes down how an import ended, unless somebody else has taken it over meanwhile. */
export async function endImport(
  shop: ShopDomain,
  taken: ClaimedImport,
  { outcome, now }: { outcome: ImportOutcome; now: Date },
): Promise<void> {
  const { supplierProductId } = taken;
  await inShop(shop, async (tx) => {
    const { kind: state } = outcome;
    const [ended] = await tx.productLink.updateManyAndReturn({
      where: { shop, supplierProductId, nextAt: taken.leasedUntil },
      data: {
        state,
        nextAt: null,
        retryCount: 0,
        ...(outcome.kind === "skipped"
          ? { said: outcome.said }
          : {
              said: null,
              importedAt: now,
              shopProductId: outcome.shopProductId,
              contentHash: outcome.contentHash,
              imagesHash: outcome.imagesHash,
            }),
      },
    });
    if (!ended) return;
    if (outcome.kind === "imported")
      await storeLinks(tx, shop, { supplierProductId, variants: outcome.variants });
    await tellWhenAllEnded(tx, shop, { requestedAt: ended.requestedAt, now });
  });
}

/** Makes an import due again later, with a sentence why it waits. */
export async function postponeImport(
  shop: ShopDomain,
  taken: ClaimedImport,
  { nextAt, said }: { nextAt: Date; said: string },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, supplierProductId: taken.supplierProductId, nextAt: taken.leasedUntil },
      data: { nextAt, said },
    }),
  );
}

/** Makes all of a shop's due imports due again later, untried. */
export async function postponeDueImports(
  shop: ShopDomain,
  { nextAt, said, now }: { nextAt: Date; said: string; now: Date },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({
      where: { shop, state: "importing", nextAt: { lte: now } },
      data: { nextAt, said },
    }),
  );
}

/** Wakes the next slice if anything is due. */
export async function wakeImports(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    const due = await tx.productLink.findFirst({ where: { shop, nextAt: { lte: now } } });
    if (due) await enqueue(tx, importProductsJob, { shop });
  });
}

async function storeLinks(
  tx: Tx,
  shop: ShopDomain,
  { supplierProductId, variants }: { supplierProductId: string; variants: ImportedLink[] },
): Promise<void> {
  const shopVariantId = { in: variants.map((variant) => variant.shopVariantId) };
  const supplierVariantId = { in: variants.map((variant) => variant.supplierVariantId) };
  await tx.variantLink.deleteMany({ where: { shop, OR: [{ shopVariantId }, { supplierVariantId }] } });
  await tx.variantLink.createMany({
    data: variants.map((variant) => ({ shop, supplierProductId, ...variant })),
  });
}

/** One entry for all the products of one press, once the last of them has ended. */
async function tellWhenAllEnded(
  tx: Tx,
  shop: ShopDomain,
  { requestedAt, now }: { requestedAt: Date; now: Date },
): Promise<void> {
  // The last two may end at once: one waits here until the other's end can be seen.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('catalog.import'), hashtext(${shop}))`;
  const counted = await tx.productLink.groupBy({
    by: ["state"],
    where: { shop, requestedAt },
    _count: true,
  });
  const of = (state: string) => counted.find((each) => each.state === state)?._count ?? 0;
  if (of("importing") > 0) return;
  const [imported, skipped] = [of("imported"), of("skipped")];
  const sentences = [
    ...(imported > 0 ? [`${products(imported)} imported.`] : []),
    ...(skipped > 0 ? [`${products(skipped)} could not be imported; the catalogue says why.`] : []),
  ];
  await recordActivity(tx, {
    shop,
    kind: "catalog.imported",
    tone: skipped > 0 ? "warning" : "success",
    message: { code: "earlier-message", text: sentences.join(" ") },
    subject: {
      label: "Catalogue",
      url: skipped > 0 ? "/app/catalog?show=skipped" : "/app/catalog?show=imported",
    },
    at: now,
  });
}

function products(count: number): string {
  return count === 1 ? "1 product" : `${String(count)} products`;
}
