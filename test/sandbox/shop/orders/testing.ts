import { expect, onTestFinished } from "vitest";
import type { ShopOptions } from "../backend.ts";
import { type Admin, installAdmin, type Json, startAdmin } from "../testing.ts";

/** Fixtures of the tests of orders: a shop that sells "OURS" from a fulfillment service, and "THEIRS" itself. */

export const APP_SCOPES = [
  "write_products",
  "write_inventory",
  "read_locations",
  "write_fulfillments",
  "write_orders",
  "read_customers",
  "write_assigned_fulfillment_orders",
  "write_merchant_managed_fulfillment_orders",
  "write_third_party_fulfillment_orders",
];

export interface Shop extends Admin {
  service: Json;
  item: string;
  /** The payload of a mutation over one fulfillment order, with its state. */
  step: (mutation: string, id: string, more?: string) => Promise<Json>;
  fulfillmentOrders: (name?: string) => Promise<Json[]>;
  /** Stock of "OURS" at the service's place. */
  stock: () => Promise<Json>;
}

export async function startShopWithService({
  scopes = APP_SCOPES,
  appUrl,
  callbackUrl = null,
  ...options
}: Partial<Omit<ShopOptions, "now">> & {
  scopes?: string[];
  appUrl?: string;
  callbackUrl?: string | null;
} = {}): Promise<Shop> {
  const admin = await startAdmin(APP_SCOPES, options);
  admin.shop.app.url = appUrl;
  onTestFinished(() => admin.shop.close());
  const { fulfillmentServiceCreate } = await admin.run(
    `mutation ($url: URL) {
      fulfillmentServiceCreate(name: "Stockbridge", callbackUrl: $url, inventoryManagement: true) {
        fulfillmentService { id location { id } }
        userErrors { message }
      }
    }`,
    { url: callbackUrl },
  );
  expect(fulfillmentServiceCreate.userErrors).toEqual([]);
  const service = fulfillmentServiceCreate.fulfillmentService as Json;
  admin.shop.merchant.setShipping("Stockbridge", { rates: true });
  const { productSet } = await admin.run(
    `mutation ($input: ProductSetInput!) {
      productSet(input: $input) {
        product { variants(first: 1) { nodes { inventoryItem { id } } } }
        userErrors { message }
      }
    }`,
    {
      input: {
        title: "Mug",
        productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }],
        variants: [
          {
            optionValues: [{ optionName: "Title", name: "Default Title" }],
            sku: "OURS",
            price: "12.50",
            inventoryItem: { tracked: true },
            inventoryQuantities: [{ locationId: service.location.id, name: "available", quantity: 10 }],
          },
        ],
      },
    },
  );
  expect(productSet.userErrors).toEqual([]);
  const state = admin.shop.shops[0]!;
  for (const product of state.catalog.products.values()) product.publishedOn = [...state.publications];
  admin.shop.merchant.createProduct({ title: "Own Bowl", variants: [{ sku: "THEIRS" }] });
  const item: string = productSet.product.variants.nodes[0].inventoryItem.id;
  // A test may go on with fewer scopes than the shop was made with.
  admin.shop.app.scopes = scopes;
  const limited = await installAdmin(admin.shop);
  return { ...limited, service, item, ...helpers(limited, service, item) };
}

function helpers({ run, ask }: Admin, service: Json, item: string) {
  const fulfillmentOrders = async (name = "#1001"): Promise<Json[]> => {
    const { orders } = await run(
      `query ($query: String!) {
        orders(first: 1, query: $query) {
          nodes {
            fulfillmentOrders(first: 9) {
              nodes {
                id status requestStatus
                assignedLocation { name }
                supportedActions { action }
                lineItems(first: 5) { nodes { id sku totalQuantity remainingQuantity } }
                merchantRequests(first: 5) { nodes { kind message requestOptions } }
              }
            }
          }
        }
      }`,
      { query: `name:${name}` },
    );
    return orders.nodes[0].fulfillmentOrders.nodes;
  };
  const step = async (mutation: string, id: string, more = ""): Promise<Json> => {
    const answer = await ask(
      `mutation { ${mutation}(id: "${id}"${more}) {
        fulfillmentOrder { id status requestStatus lineItems(first: 5) { nodes { totalQuantity remainingQuantity } } }
        userErrors { field message }
      } }`,
    );
    return answer.data?.[mutation] ?? answer;
  };
  const stock = async (): Promise<Json> => {
    const { inventoryItem } = await run(
      `query ($item: ID!, $location: ID!) {
        inventoryItem(id: $item) {
          inventoryLevel(locationId: $location) {
            quantities(names: ["available", "committed", "on_hand"]) { name quantity }
          }
        }
      }`,
      { item, location: service.location.id },
    );
    const entries = inventoryItem.inventoryLevel.quantities.map(({ name, quantity }: Json) => [
      name,
      quantity,
    ]);
    return Object.fromEntries(entries);
  };
  return { fulfillmentOrders, step, stock };
}
