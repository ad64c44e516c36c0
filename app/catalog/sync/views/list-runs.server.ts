import { inShop } from "../../../lib/database/db.server.ts";
import { keysetPage, type KeysetPage, keysetQuery, type Place } from "../../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { SyncRunView } from "./find-sync-status.server.ts";

const PAGE_SIZE = 10;

/** A run with changes. `prices`: number of prices that can be restored. */
export type ChangingRun = SyncRunView & { undoneAt: Date | null; prices: number };

/** Lists a page of runs with changes, newest first. */
export async function listRuns(
  shop: ShopDomain,
  place: Place | null = null,
): Promise<KeysetPage<ChangingRun>> {
  const query = keysetQuery(place, PAGE_SIZE);
  const { direction, take, beyond } = query;
  const found = await inShop(shop, async (tx) => {
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
    return runs.map(({ id, startedAt, endedAt, products, changed, failed, undoneAt }) => ({
      id,
      startedAt,
      endedAt,
      products,
      changed,
      failed,
      undoneAt,
      prices: prices.get(id) ?? 0,
    }));
  });
  return keysetPage(found, query, ({ startedAt, id }) => ({ at: startedAt, id }));
}
