import { afterEach, beforeAll, describe, expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { refreshCatalog } from "../../../app/catalog/mirror/mirror-run.server.ts";
import { listProducts } from "../../../app/catalog/search/list-products.server.ts";
import { parseProductFilter } from "../../../app/catalog/search/product-filter.ts";
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

  it.each([{ price: 1e9 }, { price: "125,00" }, { stock: "" }, { stock: 1e9 }])(
    "is held, with the product named in the catalog, until the supplier repairs the product: %j",
    async (shownAs) => {
      const named = async () => {
        const query = { sort: "name", after: null, before: null } as const;
        const { filter } = parseProductFilter(new URLSearchParams({ show: "unreadable" }));
        const listed = await listProducts(world.shop, { ...query, filter });
        return listed.kind === "page" ? listed.products.map(({ id }) => id) : [];
      };
      const order = await requestedOrder(world);
      show(shownAs);
      await readCatalog();
      await order.process();
      expect(await order.row()).toMatchObject({ state: "held" });
      expect(order.bought()).toEqual([]);
      expect(await named()).toEqual([supplied().product.id]);
      show({});
      await readCatalog();
      expect(await named()).toEqual([]);
      await order.process(1000);
      expect(order.bought()).toHaveLength(1);
    },
  );

  it("is held if only the supplier's list shows the product, until the list is readable again", async () => {
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
