import { Prisma } from "@prisma/client";
import { z } from "zod";

import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { sameAmount } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { VariantField } from "../links/fields.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { compareAndSync } from "../links/mark-for-sync.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import { followInVariants } from "../sync/merchant/own-fields.server.ts";
import { setOwnPricesIn } from "../sync/merchant/set-own-prices.server.ts";
import { editedPrice } from "./apply-price-edit.server.ts";

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
        .array(editedPrice)
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
  const followed: string[] = [];
  for (const [ownCompareAt, some] of Map.groupBy(of, (each) => each.ownCompareAt)) {
    const variants = Prisma.sql`supplier_variant_id = any(${some.map(({ id }) => id)}::text[])`;
    const fields: VariantField[] = ownCompareAt ? ["price"] : ["price", "compareAtPrice"];
    followed.push(...(await followInVariants(tx, shop, { fields, variants })));
  }
  await compareAndSync(tx, { shop, now }, [...new Set(followed)]);
  return followed.length;
}
