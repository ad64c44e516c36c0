import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import type { ShopProductId } from "../ids.ts";
import { changed, messageOfUserErrors, type UserErrors } from "../failures.ts";

/** A sales channel, with its publication's id and its app's name. */
export type Channel = { id: string; name: string };

/**
 * Lists the shop's first fifty sales channels, and the Online Store among them; null if the shop has none.
 */
export async function listChannels(
  shop: ShopDomain,
): Promise<{ channels: Channel[]; onlineStore: Channel | null }> {
  const { publications } = await queryShop(shop, (request) =>
    request(`#graphql
      query channels {
        publications(first: 50, catalogType: APP) {
          nodes { id catalog { ... on AppCatalog { apps(first: 1) { nodes { handle title } } } } }
        }
      }
    `),
  );
  const found = publications.nodes.flatMap(({ id, catalog }) => {
    const app = appOf(catalog);
    return app ? [{ id, name: app.title, handle: app.handle }] : [];
  });
  const channels = found.map(({ id, name }) => ({ id, name }));
  const index = found.findIndex(({ handle }) => handle === "online_store");
  return { channels, onlineStore: channels[index] ?? null };
}

/** Returns the URL of a product in the shop's online store; null if customers can't see it there. */
export async function findStoreAddress(shop: ShopDomain, id: ShopProductId): Promise<string | null> {
  const { product } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query storeAddress($id: ID!) { product(id: $id) { onlineStoreUrl } }
    `,
      { variables: { id } },
    ),
  );
  return product?.onlineStoreUrl ?? null;
}

/** A manual collection. */
type Collection = { id: string; title: string };

/** Lists the shop's manual collections, the first hundred by title. */
export async function listCollections(shop: ShopDomain): Promise<Collection[]> {
  const { collections } = await queryShop(shop, (request) =>
    request(`#graphql
      query collections {
        collections(first: 100, sortKey: TITLE, query: "collection_type:custom") { nodes { id title } }
      }
    `),
  );
  return collections.nodes;
}

/**
 * Publishes a product to these channels. @returns the names of all channels that it is published to now, at
 * most ten.
 */
export async function publishProduct(
  shop: ShopDomain,
  id: ShopProductId,
  channels: Channel[],
): Promise<{ kind: "published"; names: string[] } | UserErrors> {
  const { publishablePublish } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation publishProduct($id: ID!, $input: [PublicationInput!]!) {
        publishablePublish(id: $id, input: $input) {
          publishable {
            resourcePublicationsV2(first: 10) {
              nodes { publication { catalog { ... on AppCatalog { apps(first: 1) { nodes { title } } } } } }
            }
          }
          userErrors { message }
        }
      }
    `,
      { variables: { id, input: channels.map(({ id: publicationId }) => ({ publicationId })) } },
    ),
  );
  const change = changed(publishablePublish);
  if (change.kind === "user-errors") return change;
  return {
    kind: "published",
    names: namesOf(publishablePublish?.publishable?.resourcePublicationsV2.nodes ?? []),
  };
}

/** Maximum of `publicationUpdate` (Admin schema, PublicationUpdateInput). */
export const MAX_PUBLISHED_AT_ONCE = 50;

/**
 * Publishes up to fifty products to these channels. One mutation per channel suffices, and costs the points of a single
 * product.
 * @returns why Shopify rejected a channel's mutation, which then published none of the products there; null on success.
 */
export async function publishProducts(
  shop: ShopDomain,
  ids: ShopProductId[],
  channels: Channel[],
): Promise<Message | null> {
  for (const { id } of channels) {
    const { publicationUpdate } = await mutateShop(
      shop,
      (request) =>
        request(
          `#graphql
        mutation publishProducts($id: ID!, $input: PublicationUpdateInput!) {
          publicationUpdate(id: $id, input: $input) { userErrors { message } }
        }
      `,
          { variables: { id, input: { publishablesToAdd: ids } } },
        ),
      { pace: "bulk" },
    );
    const problem = messageOfUserErrors(publicationUpdate?.userErrors ?? []);
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns the names of the channels that a product is published to. */
export function namesOf(
  published: { publication: { catalog?: ChannelCatalog<{ title: string }> } }[],
): string[] {
  return published.flatMap(({ publication }) => appOf(publication.catalog)?.title ?? []);
}

/** The catalog of a sales channel belongs to an app; the catalog of a market does not. */
type ChannelCatalog<App> = { apps?: { nodes: App[] } } | null | undefined;

function appOf<App>(catalog: ChannelCatalog<App>): App | null {
  return catalog?.apps?.nodes[0] ?? null;
}
