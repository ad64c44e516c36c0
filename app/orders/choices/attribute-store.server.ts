import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wakeOrders } from "../store/wake-orders.server.ts";
import { type AttributeDecision, decidedName } from "./attributes.ts";

/** A decision, with the product's title at the time of the decision. */
export type ListedDecision = AttributeDecision & { title: string };

const LISTED_AT_MOST = 500;

/** Lists a shop's decisions by product. */
export async function listDecisions(tx: Tx, shop: ShopDomain): Promise<ListedDecision[]> {
  const rows = await tx.attributeDecision.findMany({
    where: { shop },
    orderBy: [{ title: "asc" }, { shopProductId: "asc" }, { name: "asc" }],
    take: LISTED_AT_MOST,
  });
  return rows.map(({ shopProductId, name, title, sendsInNote }) => ({
    shopProductId,
    name,
    title,
    sendsInNote,
  }));
}

/**
 * Stores a decision about a product's texts. The decision holds until the merchant deletes it. Makes orders due if
 * they wait for this decision.
 */
export async function decideAttributes(
  shop: ShopDomain,
  {
    shopProductId,
    title,
    names,
    sendsInNote,
  }: { shopProductId: string; title: string; names: readonly string[]; sendsInNote: boolean },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    for (const name of new Set(names.map(decidedName))) {
      const decided = { title, sendsInNote, decidedAt: now };
      await tx.attributeDecision.upsert({
        where: { shop_shopProductId_name: { shop, shopProductId, name } },
        create: { shop, shopProductId, name, ...decided },
        update: decided,
      });
    }
    const message = {
      code: sendsInNote ? "orders.activity.texts-in-note" : "orders.activity.texts-left-out",
      title,
    } as const;
    await recordActivity(tx, { shop, kind: "orders.texts-decided", tone: "info", message, at: now });
  });
  await wakeOrders(shop, "choices-changed");
}

/** Deletes a decision: the next order with that text is held again. */
export async function forgetDecision(
  shop: ShopDomain,
  { shopProductId, name }: Pick<AttributeDecision, "shopProductId" | "name">,
): Promise<void> {
  await inShop(shop, (tx) => tx.attributeDecision.deleteMany({ where: { shop, shopProductId, name } }));
}
