import { describe, expect, it } from "vitest";

import type { OverwritableField } from "../../../app/catalog/import/import-options.ts";
import { planUpdate } from "../../../app/catalog/import/plan-update.ts";
import type { ShopProductId, ShopVariantId } from "../../../app/shop/ids.ts";
import type { ProductContent, VariantContent } from "../../../app/shop/products/product-content.ts";
import type { ShopProduct, ShopVariant } from "../../../app/shop/products/products.server.ts";

function aVariant(size: string, more: Partial<VariantContent> = {}): VariantContent {
  return {
    supplierVariantId: size,
    sku: `SKU-${size}`,
    barcode: "1",
    price: "15.00",
    compareAtPrice: null,
    cost: "10.00",
    weightGrams: 100,
    imageUrl: null,
    optionValues: [{ name: "Size", value: size }],
    ...more,
  };
}

function inShop(size: string, more: Partial<ShopVariant> = {}): ShopVariant {
  return {
    id: `shop-${size}` as ShopVariantId,
    supplierVariantId: size,
    barcode: "1",
    weightGrams: 100,
    optionValues: [{ name: "Size", value: size }],
    price: "15.00",
    compareAtPrice: null,
    cost: "10.0",
    inventoryItemId: `item-${size}`,
    available: 1,
    elsewhere: 0,
    ...more,
  };
}

function plan(
  wanted: Partial<ProductContent>,
  there: Partial<ShopProduct>,
  {
    kept = {},
    overwrite = [],
    tags = [],
  }: { kept?: object; overwrite?: OverwritableField[]; tags?: string[] } = {},
) {
  const content: ProductContent = {
    supplierProductId: "p",
    title: "Shirt",
    descriptionHtml: "<p>Fine</p>",
    vendor: "Nordwind",
    productType: "Clothes",
    images: [{ url: "https://images.example/1.jpg", alt: null }],
    variants: [aVariant("S")],
    ...wanted,
  };
  const existing: ShopProduct = {
    id: "shop-p" as ShopProductId,
    supplierProductId: "p",
    title: "Shirt",
    vendor: "Nordwind",
    descriptionHtml: "<p>Fine</p>",
    productType: "Clothes",
    tags: ["own"],
    channels: null,
    variants: [inShop("S")],
    options: optionsOf(there.variants ?? [inShop("S")]),
    ...there,
  };
  const known = {
    price: "15.00",
    compareAtPrice: null,
    cost: "10.00",
    sent: {},
    merchantFields: [],
    ...kept,
  };
  return planUpdate({ content, existing, lastWritten: new Map([["S", known]]), overwrite, tags });
}

function optionsOf(variants: ShopVariant[]): ShopProduct["options"] {
  return (variants[0]?.optionValues ?? []).map(({ name }, place) => ({
    name,
    linked: null,
    values: variants.map(({ optionValues }) => ({
      name: optionValues[place]?.value ?? "",
      linkedValue: null,
    })),
  }));
}

const nothing = { fields: {}, variants: new Map(), created: [], images: null };

describe("planUpdate", () => {
  it("changes nothing if shop and supplier agree, however amounts are written", () => {
    expect(plan({}, {})).toEqual({ problem: null, change: nothing, differences: [] });
  });

  it("lists no difference if amounts differ only in a leading zero", () => {
    const variants = [aVariant("S", { price: "0.5" })];
    const updated = plan(
      { variants },
      { variants: [inShop("S", { price: ".50" })] },
      { overwrite: ["price"] },
    );
    expect(updated.differences).toEqual([]);
  });

  it("keeps the merchant's title, text, brand and type, and lists them as differences from the supplier's", () => {
    const mine = { title: "Mine", descriptionHtml: "<p>Mine</p>", vendor: "Me", productType: "Mine" };
    const { change, differences } = plan({}, mine);
    expect(change).toEqual(nothing);
    expect(differences.map(({ field, before, after, writes }) => [field, before, after, writes])).toEqual([
      ["title", "Mine", "Shirt", false],
      ["descriptionHtml", "<p>Mine</p>", "<p>Fine</p>", false],
      ["vendor", "Me", "Nordwind", false],
      ["productType", "Mine", "Clothes", false],
    ]);
  });

  it("overwrites only the fields that the merchant ticks", () => {
    const { change } = plan({}, { title: "Mine", vendor: "Me" }, { overwrite: ["title"] });
    expect(change.fields).toEqual({ title: "Shirt" });
  });

  it.each<[string, Partial<ShopVariant>, object, OverwritableField[], object]>([
    ["that we wrote last", {}, {}, [], {}],
    ["that the merchant ticks", {}, {}, ["price"], { price: "18.00", cost: "12.00" }],
    ["that the merchant changed", { price: "99.00" }, {}, [], {}],
    ["of unknown origin", {}, { price: null, cost: null }, [], {}],
    ["that the merchant has claimed", {}, { merchantFields: ["price"] }, [], {}],
    ["that the merchant hands back", { price: "99.00" }, {}, ["price"], { price: "18.00", cost: "12.00" }],
  ])(
    "writes price and cost only if the merchant ticks the price: a price %s",
    (_, there, kept, overwrite, expected) => {
      const wanted = { variants: [aVariant("S", { price: "18.00", cost: "12.00" })] };
      const { change } = plan(wanted, { variants: [inShop("S", there)] }, { kept, overwrite });
      expect(change.variants.get("shop-S" as ShopVariantId) ?? {}).toEqual(expected);
    },
  );

  it("adds the import's tags to the merchant's own, and only if the merchant ticks tags", () => {
    expect(plan({}, {}, { overwrite: ["tags"], tags: ["Own", "new"] }).change.fields).toEqual({
      tags: ["own", "new"],
    });
    expect(plan({}, {}, { tags: ["new"] }).change.fields).toEqual({});
  });

  it("adds variants under the merchant's names for options and values", () => {
    const size = (value: string, colour: string) => [
      { name: "Size", value },
      { name: "Color", value: colour },
    ];
    const mine = [
      { name: "Größe", value: "S" },
      { name: "Farbe", value: "Crimson" },
    ];
    const variants = [
      aVariant("S", { optionValues: size("S", "Red") }),
      aVariant("M", { optionValues: size("M", "red") }),
    ];
    const { change, differences } = plan({ variants }, { variants: [inShop("S", { optionValues: mine })] });
    expect(change.created.map(({ optionValues }) => optionValues)).toEqual([
      [
        { name: "Größe", value: "M" },
        { name: "Farbe", value: "Crimson" },
      ],
    ]);
    expect(change.variants).toEqual(new Map());
    expect(differences).toMatchObject([{ field: "variant", variant: "M / Crimson", writes: true }]);
  });

  it("gives options to a product that had none, and never lists “Default Title” as a difference", () => {
    const only = [{ name: "Title", value: "Default Title" }];
    const variants = [aVariant("S", { price: "16.00" }), aVariant("M")];
    const { change, differences } = plan({ variants }, { variants: [inShop("S", { optionValues: only })] });
    expect(change.variants.get("shop-S" as ShopVariantId)).toMatchObject({
      optionValues: [{ name: "Size", value: "S" }],
    });
    expect(JSON.stringify(differences)).not.toContain("Default Title");
  });

  it("recognizes options that the merchant moved and renamed, by their values", () => {
    const values = (size: string, color: string) => [
      { name: "Size", value: size },
      { name: "Color", value: color },
    ];
    const mine = (color: string, size: string) => [
      { name: "Farbe", value: color },
      { name: "Größe", value: size },
    ];
    const variants = [
      aVariant("S", { optionValues: values("S", "Red") }),
      aVariant("M", { optionValues: values("M", "Blue") }),
    ];
    const { change } = plan({ variants }, { variants: [inShop("S", { optionValues: mine("Red", "S") })] });
    expect(change.created.map(({ optionValues }) => optionValues)).toEqual([mine("Blue", "M")]);
  });

  it("gives new variants the merchant's own option only if all variants in the shop share its value", () => {
    const mine = (size: string, material: string) => [
      { name: "Size", value: size },
      { name: "Material", value: material },
    ];
    const variants = [aVariant("S"), aVariant("M"), aVariant("L")];
    const there = (material: string) => [
      inShop("S", { optionValues: mine("S", "Cotton") }),
      inShop("M", { optionValues: mine("M", material) }),
    ];
    const same = plan({ variants }, { variants: there("Cotton") });
    expect(same.change.created.map(({ optionValues }) => optionValues)).toEqual([mine("L", "Cotton")]);
    const differs = plan({ variants }, { variants: there("Linen") });
    expect(differs.change.created).toEqual([]);
    expect(differs.problem).toEqual({
      code: "catalog.skip.own-option",
      option: "Material",
      skus: ["SKU-L"],
    });
  });

  it("adds a supplier's new option to all variants, and keeps the merchant's names", () => {
    const values = (size: string, color: string) => [
      { name: "Size", value: size },
      { name: "Color", value: color },
    ];
    const variants = [
      aVariant("S", { optionValues: values("S", "Red") }),
      aVariant("M", { optionValues: values("S", "Blue") }),
    ];
    const mine = { name: "Größe", value: "Klein" };
    const { change } = plan({ variants }, { variants: [inShop("S", { optionValues: [mine] })] });
    expect(change.variants.get("shop-S" as ShopVariantId)).toEqual({
      optionValues: [mine, { name: "Color", value: "Red" }],
    });
    expect(change.created.map(({ optionValues }) => optionValues)).toEqual([
      [mine, { name: "Color", value: "Blue" }],
    ]);
  });
});
