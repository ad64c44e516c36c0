import { inShop } from "../../../lib/database/db.server.ts";
import { type KeysetPage, keysetPage, keysetQuery, type Place } from "../../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";

export type ListedImport = {
  id: string;
  state: "running" | "ended" | "cancelled";
  requestedAt: Date;
  total: number;
  imported: number;
  skipped: number;
};

const PAGE_SIZE = 20;

/** Lists a page of the shop's imports, newest first. Counts the results of running ones now. */
export async function listImports(shop: ShopDomain, place: Place | null): Promise<KeysetPage<ListedImport>> {
  const query = keysetQuery(place, PAGE_SIZE);
  const { beyond, direction, take } = query;
  return inShop(shop, async (tx) => {
    const found = await tx.importRun.findMany({
      where: {
        shop,
        ...(beyond && {
          OR: [
            { requestedAt: { [beyond.side]: beyond.at } },
            { requestedAt: beyond.at, id: { [beyond.side]: beyond.id } },
          ],
        }),
      },
      orderBy: [{ requestedAt: direction }, { id: direction }],
      take,
    });
    const running = found.filter(({ state }) => state === "running").map(({ id }) => id);
    const counted = await tx.productLink.groupBy({
      by: ["importId", "state"],
      where: { shop, importId: { in: running }, state: { not: "importing" } },
      _count: true,
    });
    const countOf = (id: string, isImported: boolean) =>
      counted
        .filter((row) => row.importId === id && (row.state === "imported") === isImported)
        .reduce((sum, { _count }) => sum + _count, 0);
    const rows = found.map(({ id, requestedAt, total, state, imported, skipped }) => ({
      id,
      requestedAt,
      total,
      state: state as ListedImport["state"],
      imported: state === "running" ? countOf(id, true) : imported,
      skipped: state === "running" ? countOf(id, false) : skipped,
    }));
    return keysetPage(rows, query, (row) => ({ at: row.requestedAt, id: row.id }));
  });
}
