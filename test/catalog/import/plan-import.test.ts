import { describe, expect, it } from "vitest";

import { planImport, stockOf } from "../../../app/catalog/import/plan-import.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import type { Pricing } from "../../../app/catalog/pricing/pricing.ts";
import type { Message } from "../../../app/messages/message.ts";
import { translator } from "../../../app/messages/translate.ts";
import type {
  MirroredProduct,
  MirroredVariant,
} from "../../../app/catalog/mirror/find-supplier-product.server.ts";
import type { SupplierProductId, SupplierVariantId } from "../../../app/wholesale/resources.ts";

const settings: Pricing = { shopCurrency: "EUR", taxesIncluded: true, version: 0, rules: { 0: FIRST_RULES } };
const t = translator("en");

function aVariant(more: Partial<MirroredVariant> = {}): MirroredVariant {
  return {
    id: "v1" as SupplierVariantId,
    sku: "SKU-1",
    barcode: "2990000000018",
    options: {},
    price: { amount: "10.00", currency: "EUR" },
    stock: 7,
    weightGrams: 250,
    imageUrl: null,
    ...more,
  };
}

function aProduct(more: Partial<MirroredProduct> = {}): MirroredProduct {
  return {
    id: "p1" as SupplierProductId,
    name: "Becher",
    descriptionHtml: "<p>Schön</p><script>x</script>",
    brand: "Nordwind",
    category: "Küche",
    images: [{ url: "https://images.example/1.jpg", alt: "Becher" }],
    options: [],
    updatedAt: null,
    discontinued: false,
    unreadable: null,
    variants: [aVariant()],
    ...more,
  };
}

function content(product: MirroredProduct) {
  const plan = planImport(product, settings);
  if (plan.kind === "skip") throw new Error(t(plan.reason));
  return plan.content;
}

describe("planImport", () => {
  it("plans the whole product, with a safe description, a price and a cost", () => {
    expect(planImport(aProduct(), settings)).toEqual({
      kind: "content",
      content: {
        supplierProductId: "p1",
        title: "Becher",
        descriptionHtml: "<p>Schön</p>",
        vendor: "Nordwind",
        productType: "Küche",
        images: [{ url: "https://images.example/1.jpg", alt: "Becher" }],
        variants: [
          {
            supplierVariantId: "v1",
            sku: "SKU-1",
            barcode: "2990000000018",
            price: "15.00",
            compareAtPrice: null,
            cost: "10.00",
            weightGrams: 250,
            imageUrl: null,
            optionValues: [{ name: "Title", value: "Default Title" }],
          },
        ],
      },
    });
  });

  it.each([[null], [""], ["   "]])("makes a SKU from the variant's id if the supplier's SKU is %j", (sku) => {
    expect(
      content(aProduct({ variants: [aVariant({ id: "var_7" as SupplierVariantId, sku })] })).variants[0]?.sku,
    ).toBe("SB-var_7");
  });

  it.each([
    [-3, 0],
    [0, 0],
    [2e9, 1e9],
  ])("plans a supplier's stock of %i as %i", (stock, planned) => {
    const product = aProduct({ variants: [aVariant({ stock })] });
    expect(stockOf(product, 0)).toEqual(new Map([["v1", planned]]));
    expect(stockOf(product, 2)).toEqual(new Map([["v1", Math.max(0, planned - 2)]]));
  });

  it("gives every variant a value for every option, in the product's order of options", () => {
    const product = aProduct({
      options: ["Size", "Color", "Unused"],
      variants: [
        aVariant({ id: "a" as SupplierVariantId, options: { Color: "Red", Size: "M" } }),
        aVariant({ id: "b" as SupplierVariantId, options: { Size: "L", Scent: "Zitrone" } }),
      ],
    });
    expect(content(product).variants.map(({ optionValues }) => optionValues)).toEqual([
      [
        { name: "Size", value: "M" },
        { name: "Color", value: "Red" },
        { name: "Scent", value: "–" },
      ],
      [
        { name: "Size", value: "L" },
        { name: "Color", value: "–" },
        { name: "Scent", value: "Zitrone" },
      ],
    ]);
  });

  it("normalizes image addresses, so that none makes Shopify reject the product", () => {
    const images = [
      " https://images.example/a b.jpg ",
      "HTTPS://Images.example/ü.jpg",
      "//images.example/c.jpg",
    ];
    const { images: planned, variants } = content(
      aProduct({
        images: images.map((url) => ({ url, alt: null })),
        variants: [aVariant({ imageUrl: "https://images.example/a b.jpg" })],
      }),
    );
    expect(planned.map(({ url }) => url)).toEqual([
      "https://images.example/a%20b.jpg",
      "https://images.example/%C3%BC.jpg",
    ]);
    expect(variants[0]?.imageUrl).toBe("https://images.example/a%20b.jpg");
  });

  it("omits a weight below zero, because Shopify would reject the whole product", () => {
    const { variants } = content(aProduct({ variants: [aVariant({ weightGrams: -1 })] }));
    expect(variants[0]?.weightGrams).toBeNull();
  });

  it("trims texts and SKUs, and writes them in one Unicode form", () => {
    const decomposed = "Gru\u0308n";
    const { title, vendor, variants } = content(
      aProduct({
        name: ` ${decomposed} `,
        brand: "Nord\n",
        variants: [aVariant({ sku: ` ${decomposed}-1\t` })],
      }),
    );
    expect([title, vendor, variants[0]?.sku]).toEqual(["Gr\u00fcn", "Nord", "Gr\u00fcn-1"]);
  });

  it("cuts a long title without breaking a character", () => {
    const { title } = content(aProduct({ name: "🐚".repeat(300) }));
    expect(Array.from(title)).toHaveLength(255);
    expect(title).toBe(`${"🐚".repeat(254)}…`);
  });

  it("never splits an emoji of several code points, and counts length as Shopify does", () => {
    const family = "👨‍👩‍👧";
    const title = (text: string) => content(aProduct({ name: text })).title;
    expect(title(`${"x".repeat(253)}😀`)).toBe(`${"x".repeat(253)}😀`);
    expect(title(`${"x".repeat(252)}${family}`)).toBe(`${"x".repeat(252)}…`);
    expect(title(`${"x".repeat(250)}${family}`)).toBe(`${"x".repeat(250)}${family}`);
  });

  it("decodes HTML entities once in plain texts, and not in the description", () => {
    const product = content(
      aProduct({
        name: "Salt &amp; Pepper &auml;&#252;&#x1F600; &amp;lt; AT&T &nosuch;",
        brand: "Dr.&nbsp;Oetker",
        descriptionHtml: "<p>A &amp; B</p>",
        images: [{ url: "https://images.example/1.jpg", alt: "Salt &amp; Pepper" }],
        variants: [
          aVariant({ sku: "A&amp;B", options: { "Gr&ouml;&szlig;e": "S &lt; M" } }),
          aVariant({ id: "v2" as SupplierVariantId, sku: "2", options: { Größe: "s < m&nbsp;", X: "1" } }),
        ],
      }),
    );
    expect(product).toMatchObject({
      title: "Salt & Pepper äü😀 &lt; AT&T &nosuch;",
      vendor: "Dr.\u00a0Oetker",
      descriptionHtml: "<p>A &amp; B</p>",
      images: [{ alt: "Salt & Pepper" }],
      variants: [
        {
          sku: "A&B",
          optionValues: [
            { name: "Größe", value: "S < M" },
            { name: "X", value: "–" },
          ],
        },
        {
          sku: "2",
          optionValues: [
            { name: "Größe", value: "S < M" },
            { name: "X", value: "1" },
          ],
        },
      ],
    });
  });

  it.each([
    ["a barcode", { barcode: "1".repeat(256) }, { barcode: null }],
    ["a barcode of spaces", { barcode: " " }, { barcode: null }],
    ["a weight below zero", { weightGrams: -1 }, { weightGrams: null }],
    ["an invalid address of a picture", { imageUrl: "https://" }, { imageUrl: null }],
  ])("leaves out %s, because Shopify would reject the whole product", (_, given, planned) => {
    expect(content(aProduct({ variants: [aVariant(given)] })).variants).toMatchObject([planned]);
  });

  it("removes spaces around a picture's address, and leaves out texts that are no web address", () => {
    const images = ["https://images.example/ok.jpg", " https://images.example/lead.jpg", "lead.jpg"];
    const product = aProduct({ images: images.map((url) => ({ url, alt: null })) });
    expect(content(product).images.map(({ url }) => url)).toEqual([
      "https://images.example/ok.jpg",
      "https://images.example/lead.jpg",
    ]);
  });

  it("cuts a SKU that is too long, and leaves out a brand or a category that is blank", () => {
    const product = aProduct({
      brand: " ",
      category: "&nbsp;",
      variants: [aVariant({ sku: "x".repeat(300) })],
    });
    expect(content(product)).toMatchObject({
      vendor: null,
      productType: null,
      variants: [{ sku: "x".repeat(255) }],
    });
  });

  it("treats option names and values as equal if they differ only by spaces, case or Unicode form", () => {
    const { variants } = content(
      aProduct({
        options: ["Gro\u0308ße"],
        variants: [
          aVariant({ options: { Größe: "Klein" } }),
          aVariant({ id: "v2" as SupplierVariantId, sku: "2", options: { "größe ": " groß" } }),
        ],
      }),
    );
    expect(variants.map(({ optionValues }) => optionValues)).toEqual([
      [{ name: "Größe", value: "Klein" }],
      [{ name: "Größe", value: "groß" }],
    ]);
  });

  it("plans each image of the product and its variants once, and only images with a web address", () => {
    const product = aProduct({
      images: [
        { url: "https://images.example/1.jpg", alt: "Eins" },
        { url: "javascript:alert(1)", alt: null },
        { url: "no address", alt: null },
      ],
      variants: [
        aVariant({ imageUrl: "https://images.example/1.jpg" }),
        aVariant({
          id: "v2" as SupplierVariantId,
          options: { Size: "L" },
          imageUrl: "https://images.example/2.jpg",
        }),
        aVariant({
          id: "v3" as SupplierVariantId,
          options: { Size: "M" },
          imageUrl: "data:image/png;base64,AA==",
        }),
      ],
    });
    expect(content(product).images).toEqual([
      { url: "https://images.example/1.jpg", alt: "Eins" },
      { url: "https://images.example/2.jpg", alt: null },
    ]);
    expect(content(product).variants.map(({ imageUrl }) => imageUrl)).toEqual([
      "https://images.example/1.jpg",
      "https://images.example/2.jpg",
      null,
    ]);
  });
});

describe("a product that planImport skips", () => {
  it.each<[string, MirroredProduct, Message, string]>([
    [
      "without variants",
      aProduct({ variants: [] }),
      { code: "catalog.skip.no-variants" },
      "Your supplier lists no variants of this product, so there is nothing to sell.",
    ],
    [
      "that is discontinued",
      aProduct({ discontinued: true }),
      { code: "catalog.skip.discontinued" },
      "Your supplier no longer sells this product.",
    ],
    [
      "with 2,049 variants",
      aProduct({
        variants: Array.from({ length: 2049 }, (_, i) =>
          aVariant({ id: String(i) as SupplierVariantId, options: { Size: String(i) } }),
        ),
      }),
      { code: "catalog.skip.too-many-variants", count: 2049, limit: 2048 },
      "This product has 2,049 variants. Shopify allows at most 2,048.",
    ],
    [
      "with four options",
      aProduct({ variants: [aVariant({ options: { A: "1", B: "1", C: "1", D: "1" } })] }),
      { code: "catalog.skip.too-many-options", options: ["A", "B", "C", "D"], limit: 3 },
      "The variants differ in these options: “A”, “B”, “C”, “D”. Shopify allows at most 3.",
    ],
    [
      "with two equal variants",
      aProduct({
        variants: [
          aVariant({ options: { Size: "m" } }),
          aVariant({ id: "v2" as SupplierVariantId, sku: "SKU-2", options: { Size: "M" } }),
        ],
      }),
      { code: "catalog.skip.same-options", sku: "SKU-1", otherSku: "SKU-2" },
      "SKU-1 and SKU-2 have the same options, so your customers couldn't tell them apart.",
    ],
    [
      "with a price of zero",
      aProduct({ variants: [aVariant({ price: { amount: "0.00", currency: "EUR" } })] }),
      { code: "catalog.skip.no-price", variant: "SKU-1" },
      "Your supplier gives no usable price for SKU-1.",
    ],
    [
      "with a price of zero for a variant without a SKU",
      aProduct({ variants: [aVariant({ sku: null, price: { amount: "0.00", currency: "EUR" } })] }),
      { code: "catalog.skip.no-price", variant: { code: "catalog.skip.variant", id: "v1" } as Message },
      "Your supplier gives no usable price for the variant v1.",
    ],
  ])("is a product %s", (_, product, reason, words) => {
    expect(planImport(product, settings)).toEqual({ kind: "skip", reason });
    expect(t(reason)).toBe(words);
  });

  it("is a product with prices in another currency than the shop's", () => {
    expect(planImport(aProduct(), { ...settings, shopCurrency: "USD" })).toEqual({
      kind: "skip",
      reason: { code: "catalog.skip.currency-differs", supplierCurrency: "EUR", shopCurrency: "USD" },
    });
  });
});

describe("names that Shopify does not accept unchanged", () => {
  const optionsOf = (product: MirroredProduct) =>
    content(product).variants.map(({ optionValues }) => optionValues);
  const variants = (...options: Record<string, string>[]) =>
    options.map((each, index) => aVariant({ id: `v${String(index)}` as SupplierVariantId, options: each }));

  it("get the spelling that comes first if they differ only by case", () => {
    const product = aProduct({
      options: ["Color", "Size"],
      variants: variants(
        { Color: "Red", Size: "S" },
        { color: "RED", Size: "M" },
        { Color: "red", size: "L" },
      ),
    });
    expect(optionsOf(product)).toEqual([
      [
        { name: "Color", value: "Red" },
        { name: "Size", value: "S" },
      ],
      [
        { name: "Color", value: "Red" },
        { name: "Size", value: "M" },
      ],
      [
        { name: "Color", value: "Red" },
        { name: "Size", value: "L" },
      ],
    ]);
  });

  it("lose the spaces around a slash in an option's name, but not in a value", () => {
    expect(optionsOf(aProduct({ variants: variants({ "Size / Cut": "S / M" }) }))).toEqual([
      [{ name: "Size/Cut", value: "S / M" }],
    ]);
  });

  it("are cut if they are too long", () => {
    const long = "x".repeat(300);
    const cut = `${"x".repeat(254)}…`;
    const planned = content(
      aProduct({ name: long, brand: long, category: long, variants: variants({ [long]: long }) }),
    );
    expect(planned).toMatchObject({ title: cut, vendor: cut, productType: cut });
    expect(planned.variants[0]!.optionValues).toEqual([{ name: cut, value: cut }]);
  });

  it("make planImport skip the product if two variants have equal options after the cut", () => {
    const long = "x".repeat(300);
    const plan = planImport(aProduct({ variants: variants({ A: `${long}1` }, { A: `${long}2` }) }), settings);
    expect(plan).toMatchObject({ kind: "skip", reason: { code: "catalog.skip.same-options" } });
  });
});
