import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { connectedJob, disconnectedJob } from "../../../app/connection/jobs.ts";
import { findConnection, forgetKey } from "../../../app/connection/connection-store.server.ts";
import { ensureServiceJob, importProductsJob, mirrorCatalogJob } from "../../../app/catalog/jobs.ts";
import { type ListedProducts, listProducts } from "../../../app/catalog/list-products.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { storePage, claimRun } from "../../../app/catalog/mirror/mirror-store.server.ts";
import { toMirrorRows } from "../../../app/catalog/mirror/mirror-rows.ts";
import { startCatalog } from "../../../app/catalog/start-catalog.server.ts";
import { sweepCatalog } from "../../../app/catalog/sweep-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { changeSettings, databaseUrl } from "../../support/world.ts";
import { startStandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { after, connectedShop, mirroredShop, now, rowsOf } from "../testing.ts";
import type { Product, SupplierProductId, SupplierVariantId } from "../../../app/wholesale/resources.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue([connectedJob, disconnectedJob, mirrorCatalogJob, importProductsJob, ensureServiceJob]);

beforeEach(() => {
  supplier.products = ["a", "b", "c", "d", "e"].map((id) => wireProduct(id));
  supplier.asked = [];
  supplier.answer = null;
  supplier.pageSize = 2;
});

const HOUR = 3600;
const everything = { words: [], category: null, show: "all", after: null, before: null } as const;

function list(shop: ShopDomain): Promise<ListedProducts> {
  return listProducts(shop, { ...everything, words: [] });
}

async function shownIds(shop: ShopDomain): Promise<string[]> {
  const listed = await list(shop);
  if (listed.kind !== "page") throw new Error(`There is no page: ${listed.kind}`);
  return listed.products.map(({ id }) => id);
}

/** How often each row was written: Postgres gives a rewritten row another place. */
async function places(shop: ShopDomain): Promise<Record<string, string>> {
  const rows = await query<{ id: string; place: string }>(
    databaseUrl,
    "select id, ctid::text as place from supplier_product where shop = $1",
    [shop],
  );
  return Object.fromEntries(rows.map(({ id, place }) => [id, place]));
}

describe("reading the catalogue", () => {
  it("keeps every product with its variants, and says when", async () => {
    const shop = await mirroredShop();
    expect(supplier.asked).toEqual([null, "2", "4"]);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await list(shop)).toMatchObject({ reading: false, readAt: now, problem: null });
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(5);
    expect(await rowsOf("mirror_page", shop)).toEqual([]);
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });

  it("shows that it is being read before anything is there", async () => {
    const shop = await connectedShop();
    expect(await list(shop)).toMatchObject({ kind: "page", products: [], reading: true, readAt: null });
  });

  it("again, when nothing has changed, writes nothing anew", async () => {
    const shop = await mirroredShop();
    const before = await places(shop);
    await mirrorCatalog(shop, after(HOUR));
    expect(supplier.asked).toHaveLength(6);
    expect(await places(shop)).toEqual(before);
    expect(await list(shop)).toMatchObject({ readAt: after(HOUR) });
  });

  it("again writes what has changed, marks what is gone, and takes back what returns", async () => {
    const shop = await mirroredShop();
    const before = await places(shop);
    supplier.products = [
      wireProduct("a"),
      wireProduct("b", { name: "Renamed", variants: [wireVariant("b-2"), wireVariant("b-3")] }),
      wireProduct("d"),
      wireProduct("f"),
    ];
    await mirrorCatalog(shop, after(HOUR));
    expect((await shownIds(shop)).toSorted()).toEqual(["a", "b", "d", "f"]);
    const changed = await places(shop);
    expect([changed["a"], changed["d"]]).toEqual([before["a"], before["d"]]);
    const variants = await rowsOf<{ id: string }>("supplier_variant", shop);
    expect(variants.map(({ id }) => id)).toEqual(["a-1", "b-2", "b-3", "c-1", "d-1", "e-1", "f-1"]);

    supplier.products = ["a", "b", "c", "d", "e"].map((id) => wireProduct(id));
    await mirrorCatalog(shop, after(2 * HOUR));
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("does nothing before it is due", async () => {
    const shop = await mirroredShop();
    supplier.asked = [];
    await mirrorCatalog(shop, after(HOUR - 1));
    expect(supplier.asked).toEqual([]);
  });

  it("ends when the shop is disconnected, and begins anew with the next connection", async () => {
    const shop = await mirroredShop();
    await forgetKey(shop, { why: "disconnected", now });
    supplier.asked = [];
    await mirrorCatalog(shop, after(HOUR));
    await mirrorCatalog(shop, after(9 * HOUR));
    expect(supplier.asked).toEqual([]);
    expect(await list(shop)).toEqual({ kind: "not-connected" });
    await startCatalog(shop, after(10 * HOUR));
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ state: "reading", page: 0 }]);
  });
});

describe("an interruption", () => {
  it("between a page and its checkpoint leaves neither, and the pass goes on where it was", async () => {
    const shop = await connectedShop();
    const first = await claimRun(shop, now);
    if (!first) throw new Error("It is not due.");
    const page = [{ ...ourProduct("a") }, { ...ourProduct("b") }];
    await storePage(shop, first, { rows: toMirrorRows(page), nextCursor: "2", now });
    // The process was killed here, with the second page in its hands: the next one is let in after the lease.
    await mirrorCatalog(shop, after(59));
    expect(supplier.asked).toEqual([]);
    await mirrorCatalog(shop, after(60));
    expect(supplier.asked).toEqual(["2", "4"]);
    expect(await shownIds(shop)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("in the middle of writing a page takes back all of it", async () => {
    const shop = await connectedShop();
    const place = await claimRun(shop, now);
    if (!place) throw new Error("It is not due.");
    const rows = toMirrorRows([ourProduct("a")]);
    const broken = { ...rows, variants: [{ ...rows.variants[0]!, price_amount: null as unknown as string }] };
    await expect(storePage(shop, place, { rows: broken, nextCursor: "2", now })).rejects.toThrow();
    expect(await rowsOf("supplier_product", shop)).toEqual([]);
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ page: 0, cursor: null }]);
  });

  it("does not let who comes back late write over those who went on", async () => {
    const shop = await connectedShop();
    const late = await claimRun(shop, now);
    if (!late) throw new Error("It is not due.");
    await mirrorCatalog(shop, after(60));
    const before = await places(shop);
    const rows = toMirrorRows([{ ...ourProduct("a"), name: "Old news" }]);
    expect(await storePage(shop, late, { rows, nextCursor: null, now })).toEqual({ kind: "lost" });
    expect(await places(shop)).toEqual(before);
  });

  it("of nothing: run by two at once, each page is asked for once", async () => {
    const shop = await connectedShop();
    await Promise.all([1, 2, 3, 4].map(() => mirrorCatalog(shop, now)));
    expect(supplier.asked).toEqual([null, "2", "4"]);
    expect(await shownIds(shop)).toHaveLength(5);
  });
});

describe("a supplier that does not answer as it should", () => {
  const unavailable = (why: string) => ({ kind: "unavailable", why });

  it.each([
    [404, "not-offered"],
    [501, "not-offered"],
    [401, "unauthorized"],
    [500, "failed"],
    [403, "failed"],
  ])("but with %i is told as %s, and asked again later", async (status, why) => {
    const shop = await connectedShop();
    supplier.answer = () => ({ status, body: {} });
    await mirrorCatalog(shop, now);
    expect(await list(shop)).toMatchObject(unavailable(why));
    supplier.answer = null;
    await mirrorCatalog(shop, after(HOUR));
    expect(await shownIds(shop)).toHaveLength(5);
  });

  it("in the middle of the list goes on from there once it does, and shows what is there meanwhile", async () => {
    const shop = await connectedShop();
    supplier.answer = (cursor) => (cursor === "2" ? { status: 500, body: {} } : null);
    await mirrorCatalog(shop, now);
    expect(await list(shop)).toMatchObject({
      kind: "page",
      reading: true,
      problem: { title: "The catalogue could not be read just now" },
    });
    expect(await shownIds(shop)).toEqual(["a", "b"]);
    supplier.answer = null;
    supplier.asked = [];
    await mirrorCatalog(shop, after(60));
    expect(supplier.asked).toEqual(["2", "4"]);
    expect(await list(shop)).toMatchObject({ reading: false, problem: null });
  });

  it.each([
    ["gives the same cursor again", { next_cursor: "2" }],
    ["begins at the first page again", { next_cursor: "7" }],
  ])("and %s is left alone, and no product counts as gone", async (_, more) => {
    const shop = await mirroredShop();
    supplier.asked = [];
    const products = [wireProduct("a"), wireProduct("b")];
    supplier.answer = () => ({ status: 200, body: { products, ...more } });
    await mirrorCatalog(shop, after(HOUR));
    expect(supplier.asked.length).toBeLessThanOrEqual(2);
    expect(await list(shop)).toMatchObject({
      kind: "page",
      problem: { text: expect.stringContaining("doesn't lead from one page to the next") as string },
    });
    expect(await shownIds(shop)).toHaveLength(5);
  });
});

describe("odd products", () => {
  it.each<[string, Record<string, unknown>, number]>([
    ["without variants", { variants: [] }, 0],
    ["with NUL in its texts", { name: "Be\0cher", description: "\0", variants: [wireVariant("x\0")] }, 1],
    ["with half a character", { name: "Becher \ud83d" }, 1],
    ["with a name without end", { name: "x".repeat(100_000), category: "y".repeat(100_000) }, 1],
    ["with an id without end", { id: "x".repeat(5000) }, 0],
    ["with a variant twice", { variants: [wireVariant("same"), wireVariant("same", { sku: "LAST" })] }, 1],
    ["with more stock than Postgres counts", { variants: [wireVariant("v", { stock: 9e12 })] }, 1],
    ["with numeric ids", { id: 7, variants: [wireVariant("7", { id: 71 })] }, 1],
    [
      "with fields that nobody knows",
      { colour_of_the_box: "brown", variants: [wireVariant("v", { x: 1 })] },
      1,
    ],
    [
      "with an option named like a method",
      { variants: [wireVariant("v", { options: { toString: "x" } })] },
      1,
    ],
  ])("%s does not stop the others", async (_, more, variants) => {
    const odd = wireProduct("odd", more);
    supplier.products = [wireProduct("a"), odd, odd, wireProduct("z")];
    const shop = await mirroredShop();
    const shown = await shownIds(shop);
    expect(shown).toContain("a");
    expect(shown).toContain("z");
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(2 + variants);
    const before = await places(shop);
    await mirrorCatalog(shop, after(HOUR));
    expect(await places(shop)).toEqual(before);
  });

  it("whose variant moves to another product is in one place only", async () => {
    supplier.products = [
      wireProduct("a", { variants: [wireVariant("v")] }),
      wireProduct("b", { variants: [] }),
    ];
    const shop = await mirroredShop();
    supplier.products = [
      wireProduct("a", { variants: [] }),
      wireProduct("b", { variants: [wireVariant("v")] }),
    ];
    await mirrorCatalog(shop, after(HOUR));
    expect(await rowsOf("supplier_variant", shop)).toMatchObject([{ id: "v", supplier_product_id: "b" }]);
  });
});

describe("the sweep", () => {
  const woken = async (shop: ShopDomain) =>
    (
      await query<{ name: string }>(
        databaseUrl,
        "select distinct name from pgboss.job where data->>'shop' = $1 order by 1",
        [shop],
      )
    ).map(({ name }) => name);
  const forgetJobs = (shop: ShopDomain) =>
    query(databaseUrl, "delete from pgboss.job where data->>'shop' = $1", [shop]);

  it("wakes what is due and nothing else", async () => {
    const due = await connectedShop();
    const resting = await mirroredShop();
    await query(databaseUrl, "update fulfillment_service set next_at = null where shop = $1", [resting]);
    await forgetJobs(due);
    await forgetJobs(resting);
    await sweepCatalog(after(1));
    expect(await woken(due)).toEqual(["catalog.ensure-service", "catalog.mirror"]);
    expect(await woken(resting)).toEqual([]);
  });

  it("begins what a lost announcement should have begun", async () => {
    const shop = await connectedShop();
    await query(databaseUrl, "delete from catalog_mirror where shop = $1", [shop]);
    await forgetJobs(shop);
    await sweepCatalog(after(30));
    expect(await rowsOf("catalog_mirror", shop)).toEqual([]);
    await sweepCatalog(after(90));
    expect(await rowsOf("catalog_mirror", shop)).toMatchObject([{ state: "reading" }]);
    expect(await woken(shop)).toContain("catalog.mirror");
  });
});

/** A product of the stand-in's in our words. */
function ourProduct(id: string): Product {
  return {
    id: id as SupplierProductId,
    name: `Product ${id}`,
    descriptionHtml: "<p>Fine.</p>",
    brand: "Nordwind",
    category: "Küche",
    images: [],
    options: [],
    updatedAt: new Date("2026-11-01T00:00:00Z"),
    discontinued: false,
    variants: [
      {
        id: `${id}-1` as SupplierVariantId,
        sku: `SKU-${id}-1`,
        barcode: null,
        options: {},
        price: { amount: "10.00", currency: "EUR" },
        stock: 5,
        weightGrams: 100,
        imageUrl: null,
      },
    ],
  };
}
