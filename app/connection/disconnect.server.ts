import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import type { ProductsAfter } from "./connection-state.ts";

/** Deletes the shop's key. Keeps the key's name, because the key still exists with the supplier. */
export async function disconnect(
  shop: ShopDomain,
  { why, products = "keep" }: { why: "disconnected" | "uninstalled"; products?: ProductsAfter },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    // Only one of two concurrent calls finds the row and records the disconnection.
    const [gone] = await queryRows<{ keyName: string }>(tx)`
      delete from connection where shop = ${shop} returning key_name as "keyName"`;
    await tx.keyAttempt.updateMany({
      where: { shop, outcome: "stored" },
      data: { outcome: "released", releasedWhy: why },
    });
    // Ends running attempts, so that none stores a key after the disconnection.
    await tx.keyAttempt.updateMany({ where: { shop, outcome: "pending" }, data: { outcome: "orphaned" } });
    if (!gone) return;
    const row = { at: now, why, products };
    await tx.disconnection.upsert({ where: { shop }, create: { shop, ...row }, update: row });
    await enqueue(tx, jobs["connection.disconnected"], { shop });
    await recordActivity(tx, {
      shop,
      kind: `connection.${why}`,
      tone: "info",
      message: { code: `connection.activity.${why}`, keyName: gone.keyName },
      at: now,
    });
  });
}
