import { describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { type ImportOptions, USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { cancelImport } from "../../../app/catalog/import/runs/cancel-import.server.ts";
import { findImport, listImports } from "../../../app/catalog/import/runs/find-import.server.ts";
import { importProducts, claimLease } from "../../../app/catalog/import/runs/import-products.server.ts";
import {
  listForecast,
  previewImport,
  previewProducts,
} from "../../../app/catalog/import/runs/preview-import.server.ts";
import { retryImport } from "../../../app/catalog/import/runs/retry-import.server.ts";
import { readSelection, type Selection } from "../../../app/catalog/import/runs/selection.ts";
import { requestImport, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { findPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { gid, newId } from "../../sandbox/shop/ids.ts";
import { simulated } from "../../support/installed-shop.ts";
import { connectionsThat, holdLock, someoneWaits } from "../../support/locks.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { change } from "../matching/testing.ts";
import { disconnectAndDelist, productsIn, reconnect } from "../selling-shop.ts";
import { type StandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { doublePrices, importThem, linksIn, readLater, shopWith, theProductIn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** Selects all products that the catalog page shows at this address. */
function allThatMatch(address = ""): Selection {
  return readSelection(new URLSearchParams(`all=1&${address}`))!;
}

const ALL = allThatMatch();

async function start(
  shop: ShopDomain,
  selection: Selection,
  options: Partial<ImportOptions> = {},
): Promise<{ id: string; requested: number }> {
  const started = await startImport(shop, { selection, options: { ...USUAL_OPTIONS, ...options } });
  if (started === null) throw new Error("There was nothing to import.");
  return started;
}

async function shown(shop: ShopDomain, id: string) {
  const found = await findImport(shop, { id, after: null });
  if (found === null) throw new Error("There is no such import.");
  return found;
}

function sized(id: string, sizes: string[], more: Record<string, unknown> = {}): StandIn["products"][number] {
  const variants = sizes.map((size) => wireVariant(`${id}-${size}`, { options: { Size: size } }));
  return wireProduct(id, { options: ["Size"], variants, ...more });
}

async function importMessages(shop: ShopDomain): Promise<unknown[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ message }) => message).filter(({ code }) => /import|skip/.test(code));
}

describe("an import run", () => {
  it("imports all products that a filter matches, and no others", async () => {
    const products = Array.from({ length: 12 }, (_, index) => wireProduct(`p${String(index)}`));
    const shop = await shopWith(supplier, ...products, wireProduct("other", { category: "Garten" }));
    const { id, requested } = await start(shop, allThatMatch("q=prodcut&category=Küche"));
    expect(requested).toBe(12);
    await importProducts(shop);
    expect(productsIn(shop)).toHaveLength(12);
    expect(await shown(shop, id)).toMatchObject({
      state: "ended",
      counts: { total: 12, imported: 12, skipped: 0, importing: 0 },
    });
    expect(await importMessages(shop)).toEqual([{ code: "catalog.activity.imported", imported: 12 }]);
  });

  it("imports only the variants that the merchant chose, and the others only once the merchant chooses all variants", async () => {
    const shop = await shopWith(supplier, sized("a", ["S", "M", "L"]));
    await start(shop, { kind: "variants", id: "a", variants: ["a-S", "a-L"] });
    await importProducts(shop);
    const sizes = () => theProductIn(shop).variants.map(({ values: [value] }) => value!.name);
    expect(sizes()).toEqual(["S", "L"]);
    await importThem(shop, ["a"]);
    expect(sizes()).toEqual(["S", "L"]);
    await start(shop, { kind: "variants", id: "a", variants: [] });
    await importProducts(shop);
    expect(sizes()).toEqual(["S", "L", "M"]);
  });

  it("applies its options: fields, draft, tags, collection and channels", async () => {
    const shop = await shopWith(
      supplier,
      wireProduct("a", { images: [{ url: "https://images.example/1.jpg" }] }),
    );
    const state = simulated(shop);
    const collection = {
      id: newId(state),
      title: "New in",
      products: new Set<ReturnType<typeof productsIn>[number]>(),
    };
    state.collections.push(collection);
    const [, pos] = state.publications;
    await start(shop, ALL, {
      fields: ["vendor"],
      status: "DRAFT",
      tags: ["supplier", "🧵"],
      collection: { id: gid("Collection", collection.id), title: collection.title },
      channels: [{ id: gid("Publication", pos!.id), name: pos!.title }],
    });
    await importProducts(shop);
    const product = theProductIn(shop);
    expect(product).toMatchObject({
      descriptionHtml: "",
      productType: "",
      vendor: "Nordwind",
      status: "DRAFT",
    });
    expect(product.media).toEqual([]);
    expect(product.tags).toEqual(["supplier", "🧵"].toSorted());
    expect([...collection.products]).toEqual([product]);
    expect(product.publishedOn).toEqual([pos]);
    expect((await rowsOf("product_link", shop))[0]).toMatchObject({
      last_written: { title: "Product a", vendor: "Nordwind", status: "DRAFT" },
      channels: ["Point of Sale"],
    });
  });

  it("stores the values that it wrote to each variant", async () => {
    const shop = await shopWith(supplier, sized("a", ["S", "M"]));
    await importThem(shop, ["a"]);
    expect(await rowsOf("variant_link", shop)).toMatchObject([
      { supplier_variant_id: "a-M", price: "15.00", compare_at_price: null, cost: "10.00", stock: 5 },
      { supplier_variant_id: "a-S", price: "15.00", compare_at_price: null, cost: "10.00", stock: 5 },
    ]);
  });

  it("keeps a price that the merchant changed until the merchant lets it follow the supplier again", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    const [variant] = theProductIn(shop).variants;
    variant!.price = "49.00";
    await readLater({ supplier, shop }, [
      wireProduct("a", { variants: [wireVariant("a-1", { price: { amount: "20.00", currency: "EUR" } })] }),
    ]);
    await importThem(shop, ["a"]);
    expect(variant!.price).toBe("49.00");
    expect((await rowsOf("variant_link", shop))[0]).toMatchObject({ price: "15.00", cost: "10.00" });
    await start(shop, ALL, { overwrite: ["price"] });
    await importProducts(shop);
    expect(variant!.price).toBe("30.00");
    expect((await rowsOf("variant_link", shop))[0]).toMatchObject({ price: "30.00" });
  });

  it("adds no second variant with the options of a variant in the shop, and names the supplier's variant", async () => {
    const shop = await shopWith(supplier, sized("a", ["S"]));
    await importThem(shop, ["a"]);
    const [own] = theProductIn(shop).variants;
    await readLater({ supplier, shop }, [
      wireProduct("a", { options: ["Size"], variants: [wireVariant("a-new", { options: { Size: "S" } })] }),
    ]);
    await importThem(shop, ["a"]);
    expect(theProductIn(shop).variants).toEqual([own]);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "needs-linking", problem: { code: "catalog.skip.variant-taken", sku: "SKU-a-new" } },
    });
  });

  it("is processed by one worker at a time, and by another worker once the lease expires", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await requestImport(shop, ["a"]);
    await claimLease(shop);
    await importProducts(shop);
    expect(productsIn(shop)).toEqual([]);
    await timePasses(shop, 120);
    await importProducts(shop);
    expect(productsIn(shop)).toHaveLength(1);
    expect(await rowsOf("import_lease", shop)).toMatchObject([{ leased_until: null }]);
  });
});

describe("an import that starts while another one finishes the same product", () => {
  it("waits for the other import, and loses no result", async () => {
    const shop = await shopWith(supplier, wireProduct("a"), wireProduct("b"));
    await requestImport(shop, ["a"]);
    const held = await holdLock("select pg_advisory_xact_lock(hashtext('catalog.import'), hashtext($1))", [
      shop,
    ]);
    const started = start(shop, ALL);
    await someoneWaits();
    const imported = importProducts(shop);
    await expect.poll(() => connectionsThat("wait_event_type = 'Lock'")).toBe(2);
    await held.release();
    expect(await started).toMatchObject({ requested: 1 });
    await imported;
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported" } });
  });
});

describe("canceling an import", () => {
  it("returns products whose import has not started to their former state", async () => {
    const shop = await shopWith(supplier, wireProduct("old"), wireProduct("odd", { name: "" }));
    await importThem(shop, ["old", "odd"]);
    await readLater({ supplier, shop }, [
      wireProduct("old"),
      wireProduct("odd", { name: "" }),
      wireProduct("new"),
    ]);
    const before = await linksIn(shop);
    const { id } = await start(shop, ALL);
    expect(await cancelImport(shop, id)).toBe(3);
    const after = await linksIn(shop);
    expect(Object.keys(after)).toEqual(["odd", "old"]);
    for (const product of ["odd", "old"])
      expect(after[product]).toMatchObject({
        state: before[product]!.state,
        problem: before[product]!.problem,
        due_at: null,
      });
    expect(await shown(shop, id)).toMatchObject({ state: "canceled", counts: { total: 0 } });
    await importProducts(shop);
    expect(productsIn(shop)).toHaveLength(1);
  });

  it("finishes products that have started, because they may be in the shop already", async () => {
    const shop = await shopWith(supplier, ...["a", "b"].map((id) => wireProduct(id)));
    shopify.setFault("productSet", "reset-after-commit");
    await importThem(shop, ["a"]);
    const [{ id } = { id: "" }] = (await listImports(shop, null)).rows;
    expect(await cancelImport(shop, id)).toBe(0);
    expect(await shown(shop, id)).toMatchObject({ state: "running", canceling: true });
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({ state: "canceled", counts: { imported: 1 } });
    expect(productsIn(shop)).toHaveLength(1);
    expect(await cancelImport(shop, id)).toBeNull();
  });

  it("has no effect on another shop's import", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    const { id } = await start(shop, ALL);
    const other = await shopWith(supplier, wireProduct("a"));
    expect(await cancelImport(other, id)).toBeNull();
    expect(await retryImport(other, { id, supplierProductId: null })).toBeNull();
    expect(await findImport(other, { id, after: null })).toBeNull();
  });
});

describe("a product that an import could not import yet", () => {
  it("is listed with its reason, and can be retried alone or together with all others", async () => {
    const odd = (id: string) => wireProduct(id, { variants: [] });
    const shop = await shopWith(supplier, odd("a"), odd("b"), odd("c"), wireProduct("good"));
    const { id } = await start(shop, ALL);
    await importProducts(shop);
    const { refused, counts } = await shown(shop, id);
    expect(counts).toMatchObject({ total: 4, imported: 1, skipped: 3 });
    expect(refused.map((each) => [each.id, each.problem?.code])).toEqual([
      ["a", "catalog.skip.no-variants"],
      ["b", "catalog.skip.no-variants"],
      ["c", "catalog.skip.no-variants"],
    ]);
    await readLater(
      { supplier, shop },
      ["a", "b", "c", "good"].map((each) => wireProduct(each)),
    );
    expect(await retryImport(shop, { id, supplierProductId: "a" })).toBe(1);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported" }, b: { state: "skipped" } });
    expect(await retryImport(shop, { id, supplierProductId: null })).toBe(2);
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({
      state: "ended",
      refused: [],
      counts: { imported: 4, skipped: 0 },
    });
  });

  it("waits while the shop is disconnected, shows that, and continues once the same account is connected again", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    const { id } = await start(shop, ALL);
    await disconnectAndDelist(shop, "keep");
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({
      state: "running",
      counts: { importing: 1, disconnected: 1 },
    });
    await reconnect(shop);
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({ state: "ended", counts: { imported: 1 } });
  });

  it("is imported at once if the merchant retries it after Shopify did not answer", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    shopify.setFault("productSet", "502");
    const { id } = await start(shop, ALL);
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({ waiting: [{ count: 1 }] });
    expect(await retryImport(shop, { id, supplierProductId: null })).toBe(1);
    await importProducts(shop);
    expect(await shown(shop, id)).toMatchObject({ state: "ended", counts: { imported: 1 } });
  });
});

describe("the preview of an import", () => {
  it("counts products to be created, updated and skipped, and states what prevents an import", async () => {
    const shop = await shopWith(
      supplier,
      ...["new", "known", "busy"].map((id) => wireProduct(id)),
      wireProduct("empty", { variants: [] }),
      wireProduct("ended", { discontinued: true }),
      wireProduct("free", { variants: [wireVariant("f", { price: { amount: "0.00", currency: "EUR" } })] }),
      wireProduct("foreign", {
        variants: [wireVariant("x", { price: { amount: "1.00", currency: "USD" } })],
      }),
    );
    await importThem(shop, ["known"]);
    await requestImport(shop, ["busy"]);
    expect(
      await readInShop(shop, (tx, now) =>
        previewImport(tx, { shop, now }, { selection: ALL, currencies: ["EUR"] }),
      ),
    ).toEqual({
      create: 1,
      update: 1,
      importing: 1,
      discontinued: 1,
      "no-variants": 1,
      "no-price": 1,
      "currency-differs": 1,
    });
    const listed = { selection: ALL, currencies: ["EUR"], after: null, take: 10 };
    expect(
      await readInShop(shop, (tx, now) =>
        listForecast(tx, { shop, now }, { ...listed, forecast: ["create", "update"] }),
      ),
    ).toEqual([
      { id: "known", name: "Product known", forecast: "update" },
      { id: "new", name: "Product new", forecast: "create" },
    ]);
    expect(await rowsOf("import_run", shop)).toHaveLength(2);
  });

  it("counts a product that the merchant deleted in the shop as one to be created", async () => {
    const shop = await shopWith(supplier, wireProduct("known"));
    await importThem(shop, ["known"]);
    await query(databaseUrl, "update product_link set shop_state = 'deleted' where shop = $1", [shop]);
    expect(
      await readInShop(shop, (tx, now) =>
        previewImport(tx, { shop, now }, { selection: ALL, currencies: ["EUR"] }),
      ),
    ).toEqual({ create: 1 });
  });

  it("is followed by an import that leaves out products that the supplier no longer sells", async () => {
    const ended = wireProduct("ended", { discontinued: true });
    const shop = await shopWith(supplier, wireProduct("new"), ended);
    const only = { kind: "products", ids: ["ended"] } satisfies Selection;
    expect(await startImport(shop, { selection: only, options: USUAL_OPTIONS })).toBeNull();
    expect(await startImport(shop, { selection: ALL, options: USUAL_OPTIONS })).toMatchObject({
      requested: 1,
    });
  });

  it("has its own count of products that are about to be linked, which the import leaves out", async () => {
    const shop = await shopWith(supplier, wireProduct("mine"), wireProduct("new"));
    await change(
      shop,
      "insert into link_match (shop, supplier_product_id, state, clear) values ($1, 'mine', 'linking', true)",
    );
    expect(
      await readInShop(shop, (tx, now) =>
        previewImport(tx, { shop, now }, { selection: ALL, currencies: ["EUR"] }),
      ),
    ).toEqual({
      linking: 1,
      create: 1,
    });
    expect(await start(shop, ALL)).toMatchObject({ requested: 1 });
    expect(Object.keys(await linksIn(shop))).toEqual(["new"]);
  });

  it("shows the shop's and the supplier's values, and changes nothing", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    theProductIn(shop).title = "Mein Titel";
    await readLater({ supplier, shop }, [
      wireProduct("a", {
        name: "قميص 👕",
        variants: [wireVariant("a-1", { price: { amount: "12.00", currency: "EUR" } })],
      }),
    ]);
    const [product] = await previewProducts(shop, ["a"], {
      selection: ALL,
      pricing: await findPricing(shop),
    });
    expect(product).toMatchObject({
      problem: null,
      price: { price: "18.00", cost: "12.00", differs: false },
      differences: {
        total: 3,
        shown: [
          { field: "title", before: "Mein Titel", after: "قميص 👕", writes: false },
          { field: "price", variant: null, before: "15.00", after: "18.00", writes: false },
          { field: "cost", variant: null, after: "12.00", writes: false },
        ],
      },
    });
    expect(theProductIn(shop).title).toBe("Mein Titel");
  });

  it("shows new variants with the price by the product's own rules, which the import then writes", async () => {
    const variant = (id: string, size: string) =>
      wireVariant(id, { options: { Size: size }, price: { amount: "10.00", currency: "EUR" } });
    const both = [variant("a-1", "S"), variant("a-2", "M")];
    const shop = await shopWith(
      supplier,
      wireProduct("a", { options: ["Size"], variants: both.slice(0, 1) }),
    );
    await importThem(shop, ["a"]);
    await doublePrices(shop);
    await readLater({ supplier, shop }, [wireProduct("a", { options: ["Size"], variants: both })]);
    const [product] = await previewProducts(shop, ["a"], {
      selection: ALL,
      pricing: await findPricing(shop),
    });
    expect(product).toMatchObject({
      price: { price: "15.00", differs: false },
      overwrittenPrice: { price: "20.00", differs: false },
      differences: {
        total: 2,
        shown: [
          { field: "price", variant: "S", before: "15.00", after: "20.00", writes: false },
          { field: "variant", variant: "M", after: "15.00", afterOverwrite: "20.00", writes: true },
        ],
      },
    });
    await importThem(shop, ["a"]);
    expect(theProductIn(shop).variants.map(({ price }) => price)).toEqual(["15.00", "15.00"]);
  });
});
