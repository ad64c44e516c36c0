import { randomUUID } from "node:crypto";

import { z } from "zod";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, readInShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { sameAmount } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import type { Selection } from "../import/runs/selection.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { markForSync } from "../links/mark-for-sync.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { setOwnPricesIn } from "../sync/merchant/set-own-prices.server.ts";
import { planPriceEdit } from "./plan-price-edit.server.ts";
import { changeKinds, keptReasons, type PriceChange } from "./price-change.ts";

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
      const items: Item[] = rows.map(({ id, supplierProductId, variant, present, ...row }) => ({
        id,
        product: supplierProductId,
        variant,
        from: present,
        to: row.price !== null && set.has(id) ? row.price : null,
        kept: row.kept,
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

const item = z.object({
  id: z.string(),
  product: z.string(),
  variant: z.string().nullable(),
  from: z.string().nullable(),
  /** The new price; null if it was not set. */
  to: z.string().nullable(),
  kept: z.enum(keptReasons).nullable(),
  own: z.boolean(),
  ownCompareAt: z.boolean(),
  compareAtPrice: z.string().nullable(),
});
type Item = z.infer<typeof item>;
const changeSchema = z.object({ kind: z.enum(changeKinds), value: z.string() });

/** An edit with its result per product. */
export type FoundPriceEdit = {
  id: string;
  at: Date;
  change: PriceChange;
  currency: string | null;
  undoneAt: Date | null;
  set: number;
  products: { id: string; name: string; set: number; kept: number }[];
};

/** Returns an edit; null if there is none, or it is too old. */
export async function findPriceEdit(shop: ShopDomain, id: string): Promise<FoundPriceEdit | null> {
  return readInShop(shop, async (tx) => {
    const row = await tx.priceEdit.findUnique({ where: { shop_id: { shop, id } } });
    if (row === null) return null;
    const items = z.array(item).parse(row.items);
    const byProduct = Map.groupBy(items, ({ product }) => product);
    const names = await tx.supplierProduct.findMany({
      where: { shop, id: { in: [...byProduct.keys()] } },
      select: { id: true, name: true },
    });
    const nameOf = new Map(names.map(({ id: of, name }) => [of, name]));
    const countSet = (of: Item[]) => of.filter(({ to }) => to !== null).length;
    return {
      id,
      at: row.at,
      change: changeSchema.parse(row.change),
      currency: (await storedFacts(tx, shop))?.currency ?? null,
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

/**
 * Undoes an edit: prices that were the merchant's are set back, and the others follow the price rules again. Keeps prices that
 * have changed since.
 * @returns the numbers of variants; null if it was undone before, or is too old.
 */
export async function undoPriceEdit(
  shop: ShopDomain,
  id: string,
): Promise<{ restored: number; left: number } | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const [row] = await queryRows<{ items: unknown }>(tx)`
        update price_edit set undone_at = now() where shop = ${shop} and id = ${id}::uuid and undone_at is null
        returning items`;
      if (row === undefined) return null;
      const set = z
        .array(item)
        .parse(row.items)
        .filter(({ to }) => to !== null);
      const present = await queryRows<{ id: string; price: string | null; inShop: string | null }>(tx)`
        select supplier_variant_id as id, coalesce(undo_to->>'price', in_shop->>'price') as price, in_shop->>'price' as "inShop"
        from variant_link where shop = ${shop} and supplier_variant_id = any(${set.map((each) => each.id)}::text[])
          and shop_state is null and 'price' = any(merchant_fields)`;
      const known = new Map(present.map((each) => [each.id, each]));
      const same = set.filter((each) => sameAmount(known.get(each.id)?.price ?? null, each.to));
      const { price: follows } = await findSyncSettings(tx, shop);
      const own = same.flatMap(({ id: of, from, ...before }) =>
        (before.own || !follows) && from !== null
          ? [
              {
                supplierVariantId: of,
                price: from,
                seen: known.get(of)?.inShop ?? null,
                ...(!before.ownCompareAt && { compareAtPrice: before.compareAtPrice }),
              },
            ]
          : [],
      );
      const restored = await setOwnPricesIn(tx, { shop, now }, own);
      const back = follows ? same.filter((each) => !each.own) : [];
      const handedBack = await handBack(tx, { shop, now }, back);
      const count = restored.length + handedBack;
      return { restored: count, left: set.length - count };
    },
    LONG_WORK,
  );
}

/** Lets prices follow the rules again, with the compare-at price unless that was the merchant's. */
async function handBack(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  of: { id: string; ownCompareAt: boolean }[],
): Promise<number> {
  if (of.length === 0) return 0;
  const followed = await queryRows<{ id: string }>(tx)`
    update variant_link link set
      merchant_fields = array(select unnest(link.merchant_fields) except select unnest(fields)),
      kept_fields = link.kept_fields - fields, baseline = link.baseline - fields, sent = link.sent - fields,
      undo_to = null, price = null,
      compare_at_price = case when 'compareAtPrice' = any(fields) then null else link.compare_at_price end
    from (
      select item->>'id' as id, case when (item->>'ownCompareAt')::boolean then array['price']
        else array['price', 'compareAtPrice'] end as fields
      from jsonb_array_elements(${JSON.stringify(of)}::jsonb) item
    ) each
    where link.shop = ${shop} and link.supplier_variant_id = each.id
    returning link.supplier_product_id as id`;
  const ids = [...new Set(followed.map(({ id }) => id))];
  await tx.productLink.updateMany({
    where: { shop, supplierProductId: { in: ids } },
    data: { compareDueAt: now, shopUpdatedAt: null },
  });
  await markForSync(tx, shop, ids);
  return followed.length;
}
