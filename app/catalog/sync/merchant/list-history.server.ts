import type { Tx } from "../../../lib/database/db.server.ts";
import { keysetPage, type KeysetPage, keysetQuery, type Place } from "../../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { ChangeCause } from "../message-of-change.ts";
import type { SyncRunView } from "./find-sync-status.server.ts";

const RUNS_PER_PAGE = 10;

/** A sync run with changes. `prices`: number of price changes that an undo may restore. */
type ChangingRun = SyncRunView & { undoneAt: Date | null; prices: number };

/** Lists a page of runs with changes, newest first. */
export async function listRuns(
  tx: Tx,
  shop: ShopDomain,
  place: Place | null = null,
): Promise<KeysetPage<ChangingRun>> {
  const query = keysetQuery(place, RUNS_PER_PAGE);
  const { direction, take, beyond } = query;
  const runs = await tx.syncRun.findMany({
    where: {
      shop,
      changed: { gt: 0 },
      ...(beyond && {
        OR: [
          { startedAt: { [beyond.side]: beyond.at } },
          { startedAt: beyond.at, id: { [beyond.side]: beyond.id } },
        ],
      }),
    },
    orderBy: [{ startedAt: direction }, { id: direction }],
    take,
  });
  const priced = await tx.catalogChange.groupBy({
    by: ["runId"],
    where: {
      shop,
      runId: { in: runs.map(({ id }) => id) },
      field: "price",
      old: { not: null },
      undo: false,
    },
    _count: true,
  });
  const prices = new Map(priced.map(({ runId, _count: count }) => [runId, count]));
  const found = runs.map(({ id, startedAt, endedAt, products, changed, failed, undoneAt }) => ({
    id,
    startedAt,
    endedAt,
    products,
    changed,
    failed,
    undoneAt,
    prices: prices.get(id) ?? 0,
  }));
  return keysetPage(found, query, ({ startedAt, id }) => ({ at: startedAt, id }));
}

/** A change of a product in the shop. */
type ChangeView = ChangeCause & {
  id: string;
  at: Date;
  supplierProductId: string;
  product: string;
  sku: string | null;
  field: string;
  old: string | null;
  new: string | null;
  /** For an amount, the shop's currency at the time of the change; null if unknown. */
  currency: string | null;
};

const CHANGES_PER_PAGE = 50;

/** Lists a page of changes, newest first: of all runs and the merchant, or of one run. */
export async function listChanges(
  tx: Tx,
  shop: ShopDomain,
  { runId, place }: { runId: string | null; place: Place | null },
): Promise<KeysetPage<ChangeView>> {
  const query = keysetQuery(place, CHANGES_PER_PAGE);
  const { direction, take, beyond } = query;
  const changes = await tx.catalogChange.findMany({
    where: {
      shop,
      ...(runId !== null && { runId }),
      ...(beyond && {
        OR: [{ at: { [beyond.side]: beyond.at } }, { at: beyond.at, id: { [beyond.side]: beyond.id } }],
      }),
    },
    orderBy: [{ at: direction }, { id: direction }],
    take,
  });
  const products = await tx.supplierProduct.findMany({
    where: { shop, id: { in: changes.map((change) => change.supplierProductId) } },
    select: { id: true, name: true },
  });
  const variants = await tx.supplierVariant.findMany({
    where: { shop, id: { in: changes.flatMap((change) => change.supplierVariantId ?? []) } },
    select: { id: true, sku: true },
  });
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const skus = new Map(variants.map(({ id, sku }) => [id, sku]));
  const found = changes.map(({ id, at, supplierVariantId, field, old, new: now, ...change }) => ({
    id,
    at,
    field,
    old,
    new: now,
    runId: change.runId,
    supplierProductId: change.supplierProductId,
    undo: change.undo,
    reason: change.reason,
    editAt: change.editAt,
    currency: change.currency,
    product: names.get(change.supplierProductId) ?? change.supplierProductId,
    sku: supplierVariantId && (skus.get(supplierVariantId) ?? null),
  }));
  return keysetPage(found, query, (change) => change);
}
