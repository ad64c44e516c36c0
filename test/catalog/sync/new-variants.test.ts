import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openQueue } from "../../support/queue.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { hourPasses, merchantEdits, productOf, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

type Options = Record<string, string>;

/** A shirt with a variant for each combination of options; the SKU joins their values. */
function shirt(...variants: Options[]) {
  return wireProduct("shirt", {
    options: Object.keys(variants[0] ?? {}),
    variants: variants.map((options) => {
      const name = Object.values(options).join("-") || "ONLY";
      return wireVariant(name, { sku: name, options });
    }),
  });
}

/** Options and values of each variant in the shop, by SKU. */
function namesIn(shop: ShopDomain, sku: string): Record<string, string[]> {
  const { options, variants } = productOf(shop, sku);
  return Object.fromEntries(
    variants.map(({ item, values }) => [
      item.sku,
      values.map(({ name }, index) => `${options[index]?.name ?? ""}: ${name}`),
    ]),
  );
}

async function problemOf(shop: ShopDomain): Promise<unknown> {
  const [row] = await rowsOf<{ sync_problem: unknown }>("product_link", shop);
  return row?.sync_problem;
}

const METAFIELD = { namespace: "shopify", key: "size" };
const metaobject = (number: number) => `gid://shopify/Metaobject/${String(number)}`;

describe("a new variant of a product in the shop", () => {
  it("gets the merchant's names for options and values", async () => {
    const shop = await shopSelling(supplier, shirt({ Size: "S", Color: "Red" }, { Size: "M", Color: "Red" }));
    merchantEdits(shop, "S-Red", {
      options: [
        { name: "Size", newName: "Größe" },
        { name: "Color", newName: "Farbe", newValues: { Red: "Kirschrot" } },
      ],
    });
    await supplierChanges(
      { supplier, shop },
      shirt({ Size: "S", Color: "Red" }, { Size: "M", Color: "Red" }, { Size: "L", Color: "red" }),
    );
    expect(namesIn(shop, "S-Red")).toEqual({
      "S-Red": ["Größe: S", "Farbe: Kirschrot"],
      "M-Red": ["Größe: M", "Farbe: Kirschrot"],
      "L-red": ["Größe: L", "Farbe: Kirschrot"],
    });
    expect(shown(shop)).toMatchObject({ "L-red": { price: "15.00", cost: "10.00", available: 5 } });
    expect(await problemOf(shop)).toBeNull();
  });

  it("gives the supplier's options to a product that had no options", async () => {
    const shop = await shopSelling(
      supplier,
      wireProduct("shirt", { variants: [wireVariant("S", { sku: "S" })] }),
    );
    merchantEdits(shop, "S", { title: "Mine" });
    await supplierChanges({ supplier, shop }, shirt({ Size: "S" }, { Size: "M" }));
    expect(namesIn(shop, "S")).toEqual({ S: ["Size: S"], M: ["Size: M"] });
    expect(productOf(shop, "S").title).toBe("Mine");
    expect(shown(shop)).toMatchObject({ M: { price: "15.00", cost: "10.00", available: 5 } });
  });

  it("gets an existing value of a metafield-linked option, and is reported if the option lacks the value", async () => {
    const shop = await shopSelling(supplier, shirt({ Size: "S" }, { Size: "M" }));
    merchantEdits(shop, "S", {
      options: [
        {
          name: "Size",
          newName: "Größe",
          linked: { ...METAFIELD, values: { S: metaobject(1), M: metaobject(2), L: metaobject(3) } },
        },
      ],
    });
    await supplierChanges(
      { supplier, shop },
      shirt({ Size: "S" }, { Size: "M" }, { Size: "L" }, { Size: "XL" }),
    );
    expect(namesIn(shop, "S")).toEqual({ S: ["Größe: S"], M: ["Größe: M"], L: ["Größe: L"] });
    expect(await problemOf(shop)).toEqual({
      code: "catalog.skip.linked-option",
      option: "Größe",
      values: ["XL"],
    });
  });
});

describe("an import of a product whose option the merchant linked to a metafield", () => {
  it("writes the fields that the merchant ticked, and keeps the option's link", async () => {
    const shop = await shopSelling(supplier, shirt({ Size: "S" }, { Size: "M" }));
    merchantEdits(shop, "S", {
      price: "99.00",
      options: [{ name: "Size", linked: { ...METAFIELD, values: { S: metaobject(1), M: metaobject(2) } } }],
    });
    await startImport(shop, {
      selection: { kind: "products", ids: ["shirt"] },
      options: { ...USUAL_OPTIONS, overwrite: ["price"] },
    });
    await importProducts(shop);
    expect(shown(shop)).toMatchObject({ S: { price: "15.00" } });
    expect(productOf(shop, "S").options).toMatchObject([
      {
        name: "Size",
        linked: METAFIELD,
        values: [{ linkedValue: metaobject(1) }, { linkedValue: metaobject(2) }],
      },
    ]);
  });

  it("skips the product, and names the value that the option lacks", async () => {
    const shop = await shopSelling(supplier, shirt({ Size: "S" }));
    merchantEdits(shop, "S", {
      options: [{ name: "Size", linked: { ...METAFIELD, values: { S: metaobject(1) } } }],
    });
    supplier.products = [shirt({ Size: "S" }, { Size: "M" })];
    await hourPasses(shop);
    await mirrorCatalog(shop);
    await startImport(shop, { selection: { kind: "products", ids: ["shirt"] }, options: USUAL_OPTIONS });
    await importProducts(shop);
    expect(namesIn(shop, "S")).toEqual({ S: ["Size: S"] });
    expect(await rowsOf("product_link", shop)).toMatchObject([
      { state: "skipped", problem: { code: "catalog.skip.linked-option", option: "Size", values: ["M"] } },
    ]);
  });
});
