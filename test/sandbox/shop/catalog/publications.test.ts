import { expect, it, onTestFinished } from "vitest";
import { startAdmin, type Json } from "../testing.ts";

async function start(scopes = ["write_products", "write_publications"]) {
  const admin = await startAdmin(scopes);
  onTestFinished(() => admin.shop.close());
  const { productSet } = await admin.run(`mutation {
    productSet(input: {
      title: "Mug", status: ACTIVE
      productOptions: [{ name: "Title", values: [{ name: "Default Title" }] }]
      variants: [{ optionValues: [{ optionName: "Title", name: "Default Title" }], sku: "MUG", price: 10 }]
    }) { product { id } }
  }`);
  return { ...admin, id: productSet.product.id as string };
}

const PUBLICATIONS = `{
  publications(first: 5) { nodes { id catalog { ... on AppCatalog { apps(first: 1) { nodes { handle title } } } } } }
}`;

const PUBLISH = `
  mutation ($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) {
      publishable {
        resourcePublicationsV2(first: 5) {
          nodes { publication { catalog { ... on AppCatalog { apps(first: 1) { nodes { title } } } } } }
        }
      }
      userErrors { field message }
    }
  }
`;

async function onlineStore(run: (query: string) => Promise<Json>): Promise<string> {
  const { publications } = await run(PUBLICATIONS);
  return publications.nodes.find(({ catalog }: Json) => catalog.apps.nodes[0].handle === "online_store").id;
}

const ORDER = { lines: [{ sku: "MUG", quantity: 1 }] };

// "ACTIVE products aren't automatically published to sales channels" (Admin schema, ProductStatus); where a product is
// not published, a theme's /cart/add.js answers 422.
it("customers cannot buy an active product that an app created but did not publish", async () => {
  const { shop } = await start();

  expect(() => shop.merchant.placeOrder(ORDER)).toThrow("The product 'Mug' is not for sale.");
});

it("customers can buy a product once an app has published it, and the API lists its channels", async () => {
  const { run, shop, id } = await start();
  const input = [{ publicationId: await onlineStore(run) }];
  const { publishablePublish } = await run(PUBLISH, { id, input });

  expect(publishablePublish.userErrors).toEqual([]);
  expect(publishablePublish.publishable.resourcePublicationsV2.nodes).toEqual([
    { publication: { catalog: { apps: { nodes: [{ title: "Online Store" }] } } } },
  ]);
  expect(shop.merchant.placeOrder(ORDER).name).toBe("#1001");
});

it("customers cannot buy a draft, even if it is published", async () => {
  const { run, shop, id } = await start();
  await run(PUBLISH, { id, input: [{ publicationId: await onlineStore(run) }] });
  shop.merchant.editProduct(id, { status: "DRAFT" });

  expect(() => shop.merchant.placeOrder(ORDER)).toThrow("not for sale");
});

it("publishablePublish rejects an unknown channel", async () => {
  const { run, id } = await start();
  const { publishablePublish } = await run(PUBLISH, {
    id,
    input: [{ publicationId: "gid://shopify/Publication/1" }],
  });

  expect(publishablePublish.userErrors).toMatchObject([{ field: ["input", "0", "publicationId"] }]);
});

it("publishablePublish needs the scope write_publications", async () => {
  const { ask, run, id } = await start(["write_products", "read_publications"]);
  const answer = await ask(PUBLISH, { id, input: [{ publicationId: await onlineStore(run) }] });

  expect(answer.errors).toMatchObject([{ extensions: { code: "ACCESS_DENIED" } }]);
});
