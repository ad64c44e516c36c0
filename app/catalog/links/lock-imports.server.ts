import type { Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * Serializes transactions that change an import's products or end an import. Take this lock before
 * locking any row of such a product or import: a transaction that holds a row and waits for this lock would deadlock with the
 * transaction that has the lock.
 */
export async function lockImports(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('catalog.import'), hashtext(${shop}))`;
}
