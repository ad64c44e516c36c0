import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import { openQueue } from "../../support/queue.ts";
import { wholesale } from "../../support/world.ts";
import { requestedOrder, type SellingShop, sellingShop, supplied } from "../shop-world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});
afterEach(() => {
  show({});
  wholesale.setFault("getProduct", "500", 0);
});

/** Has the supplier show the variant's price, stock or weight as something else. */
function show(shownAs: { price?: unknown; stock?: unknown; weight?: unknown }): void {
  const { product, variant } = supplied();
  wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, shownAs }] }, new Date());
}

async function readCatalog(): Promise<void> {
  await refreshCatalog(world.shop);
  await mirrorCatalog(world.shop);
}

describe("an order of a product that cannot be read", () => {
  it.each([
    ["price-unreadable", { price: "125,00" }],
    ["price-unreadable", { price: "" }],
    ["price-unreadable", { price: "N/A" }],
    ["price-unreadable", { price: "-1.00" }],
    ["price-unreadable", { price: 1e9 }],
    ["price-unreadable", { price: null }],
    ["price-unreadable", { price: undefined }],
    ["stock-unreadable", { stock: "N/A" }],
    ["stock-unreadable", { stock: "" }],
    ["stock-unreadable", { stock: "125,00" }],
    ["stock-unreadable", { stock: 1.5 }],
    ["stock-unreadable", { stock: 1e9 }],
    ["stock-unreadable", { stock: undefined }],
  ])("is held (%s, %j), and placed once the product can be read", async (reason, shownAs) => {
    const order = await requestedOrder(world);
    show(shownAs);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason });
    expect(order.bought()).toEqual([]);
    show({});
    await order.process(1000);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });

  it("is held if only the supplier's list shows it, until the list shows it as before", async () => {
    const order = await requestedOrder(world);
    show({ price: "125,00" });
    await readCatalog();
    wholesale.setFault("getProduct", "404", 9);
    await order.process();
    expect(await order.row()).toMatchObject({ state: "held", reason: "price-unreadable" });
    show({});
    await readCatalog();
    await order.process(1000);
    expect(await order.row()).toMatchObject({ state: "placed" });
  });
});
