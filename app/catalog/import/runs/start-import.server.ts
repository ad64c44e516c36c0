import { Prisma } from "@prisma/client";

import { jobs } from "../../../queue/jobs.ts";
import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { setDueAt } from "../../../queue/lease.server.ts";
import { findService } from "../../location/our-location.server.ts";
import { leaveOtherLocations } from "../../location/set-stock.server.ts";
import { matchingProducts } from "../../search/find-products.server.ts";
import { type ImportOptions, storedOptions } from "../import-options.ts";
import { endFinishedRuns, ONE_BY_ONE, removeOldRuns } from "../import-run-store.server.ts";
import type { Selection } from "./selection.ts";

/**
 * Up to this many products, we assume that the merchant is waiting. The import's job then goes before other
 * shops' bulk work.
 */
const WAITED_FOR = 20;

/** A started import. `requested`: its number of products. */
export type StartedImport = { id: string; requested: number };

/**
 * Starts the import of the selected products of the mirror. Skips products that are being imported, linked or
 * unlinked, and those that the supplier no longer sells. The preview has already shown them as problems.
 * @returns null if no product is left to import.
 */
export async function startImport(
  shop: ShopDomain,
  { selection, options }: { selection: Selection; options: ImportOptions },
): Promise<StartedImport | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await endFinishedRuns(tx, shop, { now });
      await removeOldRuns(tx, shop, now);
      const { id } = await tx.importRun.create({
        data: { shop, state: "running", selection: selection.kind, options, total: 0, requestedAt: now },
        select: { id: true },
      });
      const variants = selection.kind === "variants" ? selection.variants : null;
      // If the merchant selects a whole product, their earlier choice of its variants stays.
      const chosen =
        variants === null ? Prisma.sql`product_link.chosen_variants` : Prisma.sql`excluded.chosen_variants`;
      const selected = await isSelected(tx, { shop, now }, selection);
      const requested = await execute(tx)`
        insert into product_link (shop, supplier_product_id, state, account, requested_at, due_at, import_id,
          chosen_variants)
        select product.shop, product.id, 'importing', connection.account, ${now}, ${now}, ${id}::uuid,
          ${variants ?? []}::text[]
        from supplier_product product
        join connection on connection.shop = product.shop
        left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
        where product.shop = ${shop} and ${selected} and not ${IS_LINKING}
          and product.gone_at is null and not product.discontinued
        on conflict (shop, supplier_product_id) do update set state = 'importing', problem = null,
          account = excluded.account, requested_at = excluded.requested_at, ${setDueAt("ProductLink", now)},
          retry_count = 0, import_id = excluded.import_id, chosen_variants = ${chosen},
          off_sale = case when product_link.shop_state = 'deleted' then null else product_link.off_sale end,
          before_import = jsonb_build_object('state', product_link.state, 'problem', product_link.problem,
            'importId', product_link.import_id)
        where product_link.state <> 'importing' and product_link.delisted is distinct from 'unlinked'`;
      if (requested === 0) {
        await tx.importRun.deleteMany({ where: { shop, id } });
        return null;
      }
      const fresh = await tx.productLink.count({ where: { shop, importId: id, shopProductId: null } });
      await tx.importRun.updateMany({
        where: { shop, id },
        data: { total: requested, inBulk: fresh > ONE_BY_ONE },
      });
      await enqueue(tx, jobs["catalog.import"], { shop }, { isUrgent: requested <= WAITED_FOR });
      return { id, requested };
    },
    LONG_WORK,
  );
}

/**
 * Starts an import without a preview, with the options of the last import.
 * @returns the number of products to import.
 */
export async function requestImport(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  const selection = { kind: "products", ids: supplierProductIds } as const;
  const options = await inShop(shop, (tx) => findUsualOptions(tx, shop));
  const started = await startImport(shop, { selection, options });
  return started?.requested ?? 0;
}

/**
 * Returns the latest import's options. Empties `overwrite` and `recreated`, because the merchant ticked these
 * for that import only.
 */
export async function findUsualOptions(tx: Tx, shop: ShopDomain): Promise<ImportOptions> {
  const last = await tx.importRun.findFirst({
    where: { shop },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    select: { options: true },
  });
  return { ...storedOptions(last?.options), overwrite: [], recreated: [] };
}

/**
 * Stores the merchant's choice for a product that is also stocked at their own locations: "keep" this stock, or
 * "leave" these locations. "leave" starts an import, which removes the product there. Imports skip products
 * that the supplier no longer sells, so these are removed here.
 * @throws Failure if a call to Shopify fails
 */
export async function answerOwnStock(
  shop: ShopDomain,
  { supplierProductId, answer }: { supplierProductId: string; answer: "keep" | "leave" },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({ where: { shop, supplierProductId }, data: { ownStock: answer } }),
  );
  if (answer === "leave" && (await requestImport(shop, [supplierProductId])) === 0)
    await leaveAtOnce(shop, supplierProductId);
}

async function leaveAtOnce(shop: ShopDomain, supplierProductId: string): Promise<void> {
  const service = await findService(shop);
  // If the product is being imported, this or the next import removes it from the locations.
  const which = { shop, supplierProductId, state: "imported" };
  const links = await inShop(shop, async (tx) => {
    if ((await tx.productLink.count({ where: which })) === 0) return [];
    return tx.variantLink.findMany({ where: { shop, supplierProductId, shopState: null } });
  });
  if (service === null || links.length === 0) return;
  const items = links.map(({ inventoryItemId }) => inventoryItemId);
  const place = { inventoryItemIds: items, locationId: service.locationId };
  const left = await leaveOtherLocations(shop, place, { drop: true });
  const result = left.kind === "done" ? { stockedElsewhere: left.stayed } : { problem: left.problem };
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({ where: which, data: { ownStock: null, ...result } }),
  );
}

/** Returns a SQL condition: the merchant has selected a `product` of the mirror. */
export async function isSelected(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  selection: Selection,
): Promise<Prisma.Sql> {
  if (selection.kind === "products") return Prisma.sql`product.id = any(${selection.ids}::text[])`;
  if (selection.kind === "variants") return Prisma.sql`product.id = ${selection.id}`;
  return Prisma.sql`product.id in (${await matchingProducts(tx, scope, selection.filter)})`;
}

/** Condition: a `product` of the mirror is being linked to an existing product of the shop. */
export const IS_LINKING = Prisma.sql`exists (select from link_match
  where link_match.shop = product.shop and link_match.supplier_product_id = product.id and link_match.state = 'linking')`;
