import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { syncProductsJob } from "../../jobs.ts";

/**
 * Stores what the merchant says about a cost that moved far: "approve" lets the price follow it, "leave" keeps the price
 * until the cost is another one.
 *
 * @param asked the cost that they saw: about another one they have said nothing.
 * @returns whether it was still the same.
 */
export async function decidePrice(
  shop: ShopDomain,
  asked: { supplierVariantId: string; cost: string },
  decision: "approve" | "leave",
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const [decided] = await tx.priceApproval.updateManyAndReturn({
      where: { shop, ...asked, state: "waiting" },
      data: { state: decision === "approve" ? "approved" : "left" },
    });
    if (!decided) return false;
    if (decision === "leave") return true;
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: decided.supplierProductId, delisted: null, shopState: null },
      data: { syncDueAt: now, syncRetryCount: 0 },
    });
    await enqueue(tx, syncProductsJob, { shop });
    return true;
  });
}
