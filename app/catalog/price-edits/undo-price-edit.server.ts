import { Prisma } from "@prisma/client";
import Big from "big.js";
import { z } from "zod";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { mayBeStoredAs } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { VariantField } from "../links/fields.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { compareAndSync } from "../links/mark-for-sync.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import { findUnagreed } from "../pricing/find-below-cost.server.ts";
import { findPricingIfKnown } from "../pricing/find-pricing.server.ts";
import { followInVariants } from "../sync/merchant/own-fields.server.ts";
import { type OwnPrice, setOwnPricesIn } from "../sync/merchant/set-own-prices.server.ts";
import type { UndonePrices } from "../sync/merchant/undo-prices.server.ts";
import { editedPrice } from "./apply-price-edit.server.ts";

/**
 * Undoes an edit: restores each price, even if the price rules give no price now. If a price followed the rules
 * before the edit, it follows them again, and its waiting approval is restored. Prices and compare-at prices
 * that have changed since the edit stay.
 * @param options `agreed`: the `version` of `Unagreed` to which the merchant has agreed; null for none.
 */
export async function undoPriceEdit(
  shop: ShopDomain,
  id: string,
  { agreed = null }: { agreed?: string | null } = {},
): Promise<UndonePrices> {
  const pricing = await findPricingIfKnown(shop, { maxAgeMs: 0 });
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const edit = await tx.priceEdit.findUnique({ where: { shop_id: { shop, id } } });
      if (edit === null || edit.undoneAt !== null) return null;
      if (pricing === null || edit.currency !== pricing.shopCurrency) return "other-currency";
      const set = z
        .array(editedPrice)
        .parse(edit.items)
        .filter(({ to }) => to !== null);
      const present = await findPresent(
        tx,
        shop,
        set.map((each) => each.id),
      );
      const same = set.flatMap((before) => {
        const found = present.get(before.id);
        return found && mayBeStoredAs(before.to, found.price) ? [{ before, present: found }] : [];
      });
      const back = same.flatMap((each) => formerPrice(each, edit.at));
      const prices = new Map(back.map(({ supplierVariantId, price }) => [supplierVariantId, price]));
      const unagreed = await findUnagreed(tx, shop, { prices, pricing, agreed });
      if (unagreed !== null) return unagreed;

      await tx.priceEdit.update({ where: { shop_id: { shop, id } }, data: { undoneAt: now } });
      const restored = new Set(await setOwnPricesIn(tx, { shop, now, isUndo: true }, back));
      const { price: follows } = await findSyncSettings(tx, shop);
      const unknown = follows ? same.filter(({ before }) => before.from === null && !before.own) : [];
      const following = await followAgain(
        tx,
        { shop, now },
        unknown.map(({ before }) => before),
      );
      await tx.priceApproval.createMany({
        data: set.flatMap(({ id: of, product, own, approval }) =>
          approval !== null && !own && restored.has(of)
            ? [{ shop, supplierVariantId: of, supplierProductId: product, ...approval }]
            : [],
        ),
        skipDuplicates: true,
      });
      const count = restored.size + following;
      if (count > 0)
        await recordActivity(tx, {
          shop,
          kind: "catalog.prices-undone",
          tone: "info",
          message: { code: "price-edits.activity.undone", count, at: edit.at.toISOString() },
          subject: { label: { code: "price-edits.title" }, url: `/app/catalog/prices?edit=${id}` },
          at: now,
        });
      return { restored: count, left: set.length - count };
    },
    LONG_WORK,
  );
}

/**
 * A variant's prices. If an undo is not written yet, `price` and `compareAtPrice` are those that it will
 * restore. `inShop`: the price in the shop.
 */
type Present = { id: string; price: string | null; inShop: string | null; compareAtPrice: string | null };

/** Finds the present prices of variants. Omits variants whose price is no longer the merchant's. */
async function findPresent(tx: Tx, shop: ShopDomain, ids: string[]): Promise<Map<string, Present>> {
  const rows = await queryRows<Present>(tx)`
    select supplier_variant_id as id, coalesce(undo_to->>'price', in_shop->>'price') as price, in_shop->>'price' as "inShop",
      case when undo_to ? 'compareAtPrice' then undo_to->>'compareAtPrice' else in_shop->>'compareAtPrice' end as "compareAtPrice"
    from variant_link where shop = ${shop} and supplier_variant_id = any(${ids}::text[])
      and shop_state is null and 'price' = any(merchant_fields)`;
  return new Map(rows.map((each) => [each.id, each]));
}

type Undoable = { before: z.infer<typeof editedPrice>; present: Present };

function formerPrice({ before, present }: Undoable, editAt: Date): OwnPrice[] {
  const { id, from, to, own, ownCompareAt, compareAtPrice, priceCost } = before;
  if (from === null || to === null) return [];
  const wasCleared = !ownCompareAt && compareAtPrice !== null && new Big(compareAtPrice).lte(to);
  const isCompareAtOurs =
    !ownCompareAt && mayBeStoredAs(wasCleared ? null : compareAtPrice, present.compareAtPrice);
  const follows: VariantField[] = [
    ...(own ? [] : (["price"] as const)),
    ...(isCompareAtOurs ? (["compareAtPrice"] as const) : []),
  ];
  return [
    {
      supplierVariantId: id,
      price: from,
      seen: present.inShop,
      // Includes a compare-at price even if it is unchanged. If the merchant edits it before the undo is
      // written, the sync notices the edit, and the field does not follow the rules again.
      ...(isCompareAtOurs && { compareAtPrice }),
      why: {
        reason: "undone-edit",
        editAt: editAt.toISOString(),
        ...(follows.length > 0 && { follows }),
      },
      ...(!own && { priceCost }),
    },
  ];
}

/**
 * Lets prices follow the rules again if their amount before the edit is unknown. The compare-at price also
 * follows, unless it was the merchant's.
 */
async function followAgain(
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
