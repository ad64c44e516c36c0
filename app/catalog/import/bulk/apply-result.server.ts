import { bulkhead } from "cockatiel";

import { inGroups } from "../../../lib/chunk.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { type BulkLine as ResultLine, readBulkResult } from "../../../shop/bulk/bulk-operations.server.ts";
import { readCreation } from "../../../shop/products/create-in-bulk.server.ts";
import { endCreation } from "../end-creation.server.ts";
import { endImport, postponeImport } from "../import-store.server.ts";
import { type Made, publishAndEnd } from "../publish-and-end.server.ts";
import { tryImport } from "../try-import.server.ts";
import { type BulkLine, findLines, type ImportBulk, removeLines } from "./bulk-store.server.ts";

/** Same as the number of products published at once. */
const LINES_AT_ONCE = 50;
/**
 * Maximum number of products in a group that are processed at once, since each may need its stock settled.
 */
const CONCURRENCY = 4;

/**
 * Stores the products that a bulk operation created, line by line. Skips lines that are stored already, so a
 * result can be read again from its beginning.
 * @throws Failure as `readBulkResult`.
 */
export async function applyResult(shop: ShopDomain, bulk: ImportBulk, url: string): Promise<void> {
  for await (const group of inGroups(readBulkResult(shop, url), LINES_AT_ONCE)) {
    const results = new Map(group.flatMap((each) => (each.line === undefined ? [] : [[each.line, each]])));
    const lines = await findLines(shop, bulk, [...results.keys()]);
    const made: Made[] = [];
    const slots = bulkhead(CONCURRENCY, Infinity);
    const applyLine = (each: BulkLine) =>
      tryImport(shop, each.claimed, async () => {
        const found = await outcomeOf(shop, each, results.get(each.line) ?? {});
        if (found !== null) made.push(found);
      });
    await Promise.all(lines.map((each) => slots.execute(() => applyLine(each))));
    await publishAndEnd(shop, made);
    await removeLines(shop, bulk, [...results.keys()]);
  }
}

/** Returns the created product; null if the line's import ended or was postponed. */
async function outcomeOf(
  shop: ShopDomain,
  { sent, claimed }: BulkLine,
  result: ResultLine,
): Promise<Made | null> {
  const set = readCreation(result);
  if (set.kind === "user-errors") {
    // The shop may have the product already. The single import finds out, or gets Shopify's objection.
    await postponeImport(shop, claimed, { seconds: 0, problem: null, also: null });
    return null;
  }
  const product = await endCreation(shop, { sent, claimed }, set);
  if (product.kind === "imported") return { claimed, channels: sent.channels, product };
  await endImport(shop, claimed, product);
  return null;
}
