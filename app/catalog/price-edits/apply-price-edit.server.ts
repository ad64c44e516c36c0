import { randomUUID } from "node:crypto";

import { z } from "zod";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, readInShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Selection } from "../import/runs/selection.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { setOwnPricesIn } from "../sync/merchant/set-own-prices.server.ts";
import { planPriceEdit } from "./plan-price-edit.server.ts";
import type { PriceChange } from "./price-change.ts";

/** Edits that a shop keeps, so that they can be undone. */
const KEPT_EDITS = 20;

export type PriceEditResult =
  | { kind: "applied"; id: string }
  /** Prices have changed since the preview, or a new one is below cost and the merchant has not agreed to that. */
  | { kind: "changed-meanwhile" | "below-cost" | "nothing" | "too-many" };

/**
 * Sets the planned prices, which are the merchant's from then on. Sets none if a present or new price
 * differs from the preview.
 * @param edit `seen`: the version of the preview. `except`: variants that the merchant has left out.
 */
export async function applyPriceEdit(
  shop: ShopDomain,
  edit: {
    selection: Selection;
    change: PriceChange;
    seen: string;
    except: string[];
    mayBeBelowCost: boolean;
  },
): Promise<PriceEditResult> {
  const { selection, change, seen, mayBeBelowCost } = edit;
  const pricing = await findPricing(shop);
  return inShop(
    shop,
    async (tx, now): Promise<PriceEditResult> => {
      await lockImports(tx, shop);
      const plan = await planPriceEdit(tx, { shop, now, pricing }, { selection, change });
      if (plan === null) return { kind: "too-many" };
      if (plan.seen !== seen) return { kind: "changed-meanwhile" };
      const except = new Set(edit.except);
      const rows = plan.rows.filter(({ id }) => !except.has(id));
      const priced = rows.flatMap((row) => (row.price === null ? [] : [{ ...row, price: row.price }]));
      if (priced.length === 0) return { kind: "nothing" };
      if (!mayBeBelowCost && priced.some(({ belowCost }) => belowCost)) return { kind: "below-cost" };
      const set = new Set(
        await setOwnPricesIn(
          tx,
          { shop, now },
          priced.map(({ id, price, inShop: known }) => ({ supplierVariantId: id, price, seen: known })),
        ),
      );
      const items: EditedPrice[] = rows.map(({ id, supplierProductId, present, ...row }) => ({
        id,
        product: supplierProductId,
        from: present,
        to: row.price !== null && set.has(id) ? row.price : null,
        own: row.own,
        ownCompareAt: row.ownCompareAt,
        compareAtPrice: row.compareAtPrice,
      }));
      const id = randomUUID();
      await tx.priceEdit.create({ data: { shop, id, change, items, at: now } });
      await execute(tx)`
        delete from price_edit where shop = ${shop} and id not in (
          select id from price_edit where shop = ${shop} order by at desc, id desc limit ${KEPT_EDITS})`;
      await recordActivity(tx, {
        shop,
        kind: "catalog.prices-set",
        tone: "info",
        message: { code: "price-edits.activity.set", count: set.size },
        subject: { label: { code: "price-edits.title" }, url: `/app/catalog/prices?edit=${id}` },
        at: now,
      });
      return { kind: "applied", id };
    },
    LONG_WORK,
  );
}

/** A variant of an edit, as it is stored. `own` and `ownCompareAt`: true if the price before the edit was the merchant's. */
export const editedPrice = z.object({
  id: z.string(),
  product: z.string(),
  from: z.string().nullable(),
  /** The new price; null if it was not set. */
  to: z.string().nullable(),
  own: z.boolean(),
  ownCompareAt: z.boolean(),
  compareAtPrice: z.string().nullable(),
});
type EditedPrice = z.infer<typeof editedPrice>;

/** An edit with its result per product. */
type FoundPriceEdit = {
  undoneAt: Date | null;
  set: number;
  products: { id: string; name: string; set: number; kept: number }[];
};

/** Returns an edit; null if there is none, or it is too old. */
export async function findPriceEdit(shop: ShopDomain, id: string): Promise<FoundPriceEdit | null> {
  return readInShop(shop, async (tx) => {
    const row = await tx.priceEdit.findUnique({
      where: { shop_id: { shop, id } },
      select: { items: true, undoneAt: true },
    });
    if (row === null) return null;
    const items = z.array(editedPrice).parse(row.items);
    const byProduct = Map.groupBy(items, ({ product }) => product);
    const names = await tx.supplierProduct.findMany({
      where: { shop, id: { in: [...byProduct.keys()] } },
      select: { id: true, name: true },
    });
    const nameOf = new Map(names.map(({ id: of, name }) => [of, name]));
    const countSet = (of: EditedPrice[]) => of.filter(({ to }) => to !== null).length;
    return {
      undoneAt: row.undoneAt,
      set: countSet(items),
      products: [...byProduct].map(([product, of]) => ({
        id: product,
        name: nameOf.get(product) ?? product,
        set: countSet(of),
        kept: of.length - countSet(of),
      })),
    };
  });
}
