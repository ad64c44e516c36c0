import type { Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/**
 * Serializes transactions that change an import's products or end an import. Take this lock before you lock a
 * row of such a product or import. In the other order, two transactions could wait for each other.
 */
export async function lockImports(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('catalog.import'), hashtext(${shop}))`;
}
