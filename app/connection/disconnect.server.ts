import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import type { ProductsAfter } from "./connection-state.ts";

/** Forgets the shop's key. Keeps its name, because the key itself lives on with the supplier. */
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
    // A running attempt must not store a key for a shop that has just left.
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
