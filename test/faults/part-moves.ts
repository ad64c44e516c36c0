import type { Chance } from "./chance.ts";
import { listToSend, orderPage, press, pressSend, rowsNamed } from "./pages.ts";
import { settle } from "./settle.ts";
import { type Case, PLENTY, type World } from "./world.ts";

/** The supplier has none of one of the goods, or only one. Orders of other goods with it can be divided. */
export function sellOut(world: World, _: Case, chance: Chance): void {
  const { productId, variantId } = chance.one(world.goods);
  const stock = chance.between(0, 1);
  setStock(world, { productId, variantId, stock });
  world.history.note(null, `supplier: has ${String(stock)} of ${variantId}`);
}

/** The supplier has plenty of all goods again. */
export function restock(world: World): void {
  for (const good of world.goods) setStock(world, { ...good, stock: PLENTY });
  world.history.note(null, "supplier: has plenty of everything");
}

function setStock(
  { supplier }: World,
  { productId, variantId: id, stock }: { productId: string; variantId: string; stock: number },
): void {
  supplier.supplier.catalogue.change(productId, { variants: [{ id, stock }] }, new Date());
}

/** "Send what can be sent", in two tabs now and then. Soon after, the supplier may have the rest again. */
export async function pressPart(world: World, each: Case, chance: Chance): Promise<void> {
  for (const id of await rowsNamed(world, each)) {
    const page = await orderPage(world, each.shop, id);
    if (page.can.sendPart === null) continue;
    const tabs = chance.percent(30) ? [1, 2] : [1];
    await Promise.all(tabs.map(() => press(world, each, page, { intent: "send-part" })));
    if (chance.percent(30)) restock(world);
  }
}

/**
 * One of the goods is sold out during a burst. Then the merchant sends what can be sent of each order that waits for it, and the
 * supplier has plenty again before all of that is done.
 */
export function sellOutAndDivide(world: World, chance: Chance): () => Promise<void> {
  const { productId, variantId } = chance.one(world.goods);
  setStock(world, { productId, variantId, stock: chance.between(0, 1) });
  world.history.note(null, `supplier: sells out ${variantId}`);
  return async () => {
    await settle(world);
    for (const each of world.cases.slice(-DIVIDED_AT_MOST))
      await pressPart(world, each, chance).catch(() => undefined);
    await settle(world);
    restock(world);
  };
}

const DIVIDED_AT_MOST = 10;

/** Sends all that was never requested, and presses again: Shopify's answer to a request may be lost. */
export async function pressSendMany(world: World, { shop }: Case, chance: Chance): Promise<void> {
  const orders = await listToSend(world, shop);
  if (orders.length === 0) return;
  const intent = chance.one(["send", "send-part"] as const);
  for (const each of world.cases) if (each.shop === shop) each.isDecided = true;
  if (chance.percent(50))
    world.sandbox.shop.setFault("fulfillmentOrderSubmitFulfillmentRequest", "502-after-commit", 2);
  for (const _ of [1, 2]) await pressSend(world, { shop, intent, orders });
}
