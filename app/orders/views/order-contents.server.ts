import type { PriceRules, SupplierOrder, UnrequestedOrder } from "@prisma/client";

import { findLinkedVariants, type LinkedVariant } from "../../catalog/links/find-linked-variants.server.ts";
import { costsOf } from "../../catalog/pricing/costs.ts";
import { exchangeRatesOf } from "../../catalog/pricing/exchange-rate.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { expectedShipping, findUsualShipping } from "../earnings/usual-shipping.server.ts";
import { problemOfItems } from "../placing/decide-order.ts";
import { labelOf } from "../reasons/reason-words.ts";
import { isEnded, type OrderState } from "../states/order-state.ts";
import { type Figures, figuresOf, type LineToSend, linesIn } from "../states/order-to-send.ts";

/** Items and packages of an order. */
export type OrderContents = {
  items: { title: string; sku: string | null; quantity: number }[];
  packages: { number: string; url: string | null }[];
  /** Expected amounts at the supplier's prices as last read; null once the order was sent or canceled. */
  expected: Figures | null;
};

/** Finds the contents of a page's orders, by id. An order that waits has the items that the shop showed last. */
export async function findContents(
  tx: Tx,
  shop: ShopDomain,
  orders: Pick<SupplierOrder, "id" | "state" | "heldLines" | "heldShippingPaid" | "country">[],
): Promise<Map<string, OrderContents>> {
  const ids = orders.map(({ id }) => id);
  const lines = await queryRows<OrderContents["items"][number] & { orderId: string }>(tx)`
    select order_id as "orderId", title, sku, quantity from supplier_order_line
    where shop = ${shop} and order_id = any(${ids}::uuid[]) order by id`;
  const packages = await queryRows<OrderContents["packages"][number] & { orderId: string }>(tx)`
    select order_id as "orderId", tracking_number as number, tracking_url as url from shipment
    where shop = ${shop} and order_id = any(${ids}::uuid[]) and tracking_number is not null
    order by shipped_at, id`;
  const held = new Map(orders.map(({ id, heldLines }) => [id, heldLinesIn(heldLines)]));
  const figures = await findFigures(
    tx,
    shop,
    orders.flatMap(({ id, state, heldShippingPaid: shippingPaid, country }) => {
      const waiting = held.get(id) ?? null;
      return waiting === null || isEnded(state as OrderState)
        ? []
        : [{ id, lines: waiting, shippingPaid, country }];
    }),
  );
  return new Map(
    ids.map((id) => [
      id,
      {
        items: held.get(id) ?? lines.filter(({ orderId }) => orderId === id),
        packages: packages
          .filter(({ orderId }) => orderId === id)
          .map(({ number, url }) => ({ number, url })),
        expected: figures.get(id) ?? null,
      },
    ]),
  );
}

/** Returns the items of an order that waits; null if the row has no items, or an attempt has begun. */
export function heldLinesIn(json: unknown): LineToSend[] | null {
  return json === null ? null : linesIn(json);
}

/** `problem`: the label of the first reason why the items cannot be ordered now; null if they can. */
export type Outlook = Figures & { problem: Message | null };

/** Finds the amounts of orders that are not sent yet, and if their items can be ordered, by the orders' ids. */
export async function findFigures(
  tx: Tx,
  shop: ShopDomain,
  orders: (Partial<Pick<UnrequestedOrder, "shippingPaid" | "country">> & {
    id: string;
    lines: LineToSend[];
  })[],
): Promise<Map<string, Outlook>> {
  if (orders.length === 0) return new Map();
  const shopVariantIds = orders.flatMap(({ lines }) => lines.flatMap((line) => line.shopVariantId ?? []));
  const [linked] = await findLinkedVariants(tx, [{ shop, shopVariantIds: [...new Set(shopVariantIds)] }]);
  const variants = linked ?? new Map<string, LinkedVariant>();
  const prices = new Map([...variants].map(([id, { price }]) => [id, price]));
  const [newestRules] = await queryRows<Pick<PriceRules, "rules">>(tx)`
    select rules from price_rules where shop = ${shop} order by version desc limit 1`;
  const exchangeRates = exchangeRatesOf(newestRules?.rules ?? null);
  const costs = costsOf(newestRules?.rules ?? null);
  const countries = [...new Set(orders.flatMap(({ country }) => country ?? []))];
  const charges = await findUsualShipping(tx, { shop, countries });
  return new Map(
    orders.map(({ id, lines, shippingPaid = null, country }) => {
      const shipping = expectedShipping(charges.get(country ?? "") ?? null, costs);
      const figures = figuresOf({ lines, shippingPaid }, { prices, shipping, exchangeRates, costs });
      const reason = problemOfItems(lines, variants);
      return [id, { ...figures, problem: reason && labelOf(reason.code) }];
    }),
  );
}
