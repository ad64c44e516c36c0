import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { startAdmin, type Json } from "../testing.ts";

/** Fixtures of the tests of productSet: a shop that knows the app's own metafields, and a mug. */

const TOML = `
[webhooks]
api_version = "2026-10"

[product.metafields.app.supplier_id]
name = "Supplier's id"
type = "id"

[product.metafields.app.note]
type = "single_line_text_field"
`;

export async function start({ scopes = [] }: { scopes?: string[] } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "shop-toml-"));
  const appToml = path.join(folder, "shopify.app.toml");
  await writeFile(appToml, TOML);
  const admin = await startAdmin(["write_products", "write_inventory", "read_locations", ...scopes], {
    appToml,
  });
  onTestFinished(async () => {
    await admin.shop.close();
    await rm(folder, { recursive: true });
  });
  const set = async (input: Json, identifier?: Json): Promise<Json> =>
    (await admin.run(SET, { input, identifier })).productSet;
  return { ...admin, set };
}

export const SET = `
  mutation ($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
    productSet(input: $input, identifier: $identifier, synchronous: true) {
      product {
        id title handle status vendor tags totalInventory
        options { id name values }
        variants(first: 10) {
          nodes {
            id title sku barcode price
            selectedOptions { name value }
            inventoryItem { id tracked unitCost { amount currencyCode } measurement { weight { value unit } } }
            media(first: 1) { nodes { alt } }
          }
        }
        media(first: 10) { nodes { id alt ... on MediaImage { image { url } } } }
        metafield(key: "supplier_id") { namespace key type value }
      }
      userErrors { field message code }
    }
  }
`;

export const FILE = { originalSource: "https://images.example/mug.png", alt: "A mug" };

export function mug(more: Json = {}): Json {
  return {
    title: "Blue Mug",
    vendor: "Kiln",
    tags: ["new", "mug"],
    status: "DRAFT",
    files: [FILE],
    productOptions: [{ name: "Size", values: [{ name: "S" }, { name: "L" }] }],
    variants: [variant("S"), variant("L")],
    ...more,
  };
}

export function variant(size: string, more: Json = {}): Json {
  return {
    optionValues: [{ optionName: "Size", name: size }],
    sku: `MUG-${size}`,
    barcode: "4006381333931",
    price: "12.5",
    file: FILE,
    inventoryItem: {
      tracked: true,
      cost: "4.25",
      measurement: { weight: { value: 300, unit: "GRAMS" } },
    },
    ...more,
  };
}
