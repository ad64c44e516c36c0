import { randomUUID } from "node:crypto";

import { z } from "zod";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, readInShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Selection } from "../import/runs/selection.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { setOwnPricesIn } from "../sync/merchant/set-own-prices.server.ts";
import { planPriceEdit } from "./plan-price-edit.server.ts";
import type { PriceChange } from "./price-change.ts";

/** Number of edits that we keep per shop. The merchant can undo these. */
const KEPT_EDITS = 20;

export type PriceEditResult =
  | { kind: "applied"; id: string }
  /** New prices are below cost and the merchant has not agreed to that. */
  | { kind: "below-cost"; count: number }
  | { kind: "changed-meanwhile" | "nothing" | "too-many" };

/**
 * Sets the planned prices. From then on, they are the merchant's. Sets no price if a price, a cost or the
 * shop's currency differs from the preview.
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
  // Reads the shop's currency from Shopify, because it may have changed since the merchant saw the amounts.
  const pricing = await findPricing(shop, { maxAgeMs: 0 });
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
      const belowCost = priced.filter((row) => row.belowCost).length;
      if (!mayBeBelowCost && belowCost > 0) return { kind: "below-cost", count: belowCost };
      const before = await findBefore(
        tx,
        shop,
        priced.map(({ id }) => id),
      );
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
        ...(before.get(id) ?? NOTHING_JUDGED),
      }));
      const id = randomUUID();
      await tx.priceEdit.create({ data: { shop, id, change, items, currency: plan.currency, at: now } });
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

const NOTHING_JUDGED = { priceCost: null, approval: null };

/**
 * Finds the costs and approvals by which the sync judges prices. Setting own prices deletes them, and undoing
 * the edit restores them.
 */
async function findBefore(tx: Tx, shop: ShopDomain, ids: string[]): Promise<Map<string, Judged>> {
  const costs = await queryRows<{ id: string; priceCost: string | null }>(tx)`
    select supplier_variant_id as id, coalesce(price_cost, cost, baseline->>'cost') as "priceCost"
    from variant_link where shop = ${shop} and supplier_variant_id = any(${ids}::text[])`;
  const approvals = await tx.priceApproval.findMany({ where: { shop, supplierVariantId: { in: ids } } });
  const approvalOf = new Map(approvals.map((each) => [each.supplierVariantId, each]));
  return new Map(
    costs.map(({ id, priceCost }) => {
      const found = approvalOf.get(id);
      return [id, { priceCost, approval: found ? storedApproval.parse(found) : null }];
    }),
  );
}

const storedApproval = z.object({
  costBefore: z.string(),
  cost: z.string(),
  priceBefore: z.string().nullable(),
  price: z.string(),
  state: z.enum(["waiting", "approved", "declined"]),
  since: z.coerce.date(),
});

/**
 * `priceCost`: the cost from which the price before the edit was computed. `approval`: a price that waited for
 * the merchant's approval, or that the merchant has approved or declined.
 */
const judged = z.object({
  priceCost: z.string().nullable().default(null),
  approval: storedApproval.nullable().default(null),
});
type Judged = z.infer<typeof judged>;

/**
 * A stored variant of an edit. `own` and `ownCompareAt`: true if the price before the edit was the merchant's.
 */
export const editedPrice = z.object({
  id: z.string(),
  product: z.string(),
  from: z.string().nullable(),
  /** The new price; null if it was not set. */
  to: z.string().nullable(),
  own: z.boolean(),
  ownCompareAt: z.boolean(),
  compareAtPrice: z.string().nullable(),
  ...judged.shape,
});
type EditedPrice = z.infer<typeof editedPrice>;

/** An edit with its result per product. */
type FoundPriceEdit = {
  undoneAt: Date | null;
  set: number;
  products: { id: string; name: string; set: number; kept: number }[];
};

/** Returns an edit; null if the shop has no such edit, or has it no longer. */
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
