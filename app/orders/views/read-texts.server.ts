import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { listDecisions } from "../choices/attribute-store.server.ts";
import { noteTextOf, sortTexts, textOf } from "../choices/attributes.ts";
import type { FoundOrder } from "./find-order.server.ts";

/** A product whose texts the merchant has to decide about. Personal data: show it, never store it. */
export type OpenTexts = {
  shopProductId: string;
  title: string;
  /** Names of the texts. The merchant's decision stores only these names. */
  names: string[];
  /** The texts as the shop shows them. */
  shown: string;
  /** The texts as the order's note would have them; null if the supplier takes no note. */
  inNote: string | null;
};

/**
 * Reads from Shopify the texts that hold an order, for its page. Stores none of them.
 *
 * @returns `unreadable` if Shopify cannot be read now; an empty list if the order is not held for texts.
 */
export async function readOpenTexts(
  shop: ShopDomain,
  { state, reason, cancelRequestedAt, fulfillmentOrderId: id, shopOrderId }: FoundOrder,
): Promise<OpenTexts[] | "unreadable"> {
  if (state !== "held" || reason !== "texts-not-taken" || cancelRequestedAt !== null) return [];
  try {
    const read = await readWithLocation(shop, { id, shopOrderId });
    const decisions = await inShop(shop, (tx) => listDecisions(tx, shop));
    const { undecided } = sortTexts(read?.lines ?? [], decisions, abilities);
    const byProduct = Map.groupBy(undecided, ({ shopProductId }) => shopProductId ?? "");
    return [...byProduct].map(([shopProductId, lines]) => ({
      shopProductId,
      title: lines[0]?.productTitle ?? "",
      names: [...new Set(lines.flatMap(({ attributes }) => attributes.map(({ name }) => name)))],
      shown: lines.map(({ attributes }) => textOf(attributes)).join("\n\n"),
      inNote:
        abilities.noteLength === null
          ? null
          : lines.map((line) => noteTextOf(line, line.attributes)).join("\n\n"),
    }));
  } catch (error) {
    if (error instanceof Failure) return "unreadable";
    throw error;
  }
}
