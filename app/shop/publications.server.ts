import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop, queryShop } from "./call.server.ts";
import type { ShopProductId } from "./ids.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** A sales channel, by its publication's id. Its name is that of the channel's app. */
export type Channel = { id: string; name: string };

/** The shop's sales channels, the first fifty; and which of them is the Online Store, null where the shop has none. */
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

/** Publishes a product to these channels. @returns the names of all channels where it is published then. */
export async function publishProduct(
  shop: ShopDomain,
  id: ShopProductId,
  channels: Channel[],
): Promise<{ kind: "published"; names: string[] } | { kind: "user-errors"; problem: Message }> {
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
  const problem = messageOfUserErrors(publishablePublish?.userErrors ?? []);
  if (problem !== null) return { kind: "user-errors", problem };
  return {
    kind: "published",
    names: namesOf(publishablePublish?.publishable?.resourcePublicationsV2.nodes ?? []),
  };
}

/** The most that one `publicationUpdate` takes (Admin schema, PublicationUpdateInput). */
export const MAX_PUBLISHED_AT_ONCE = 50;

/**
 * Publishes up to fifty products to these channels: one mutation a channel, whose points are those of a single product's.
 *
 * @returns why Shopify rejected it, all of a channel's or none; null when it did not.
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

/** The names of the channels that a product is published to. */
export function namesOf(
  published: { publication: { catalog?: ChannelCatalog<{ title: string }> } }[],
): string[] {
  return published.flatMap(({ publication }) => appOf(publication.catalog)?.title ?? []);
}

/** A channel's catalog belongs to an app; that of a market does not. */
type ChannelCatalog<App> = { apps?: { nodes: App[] } } | null | undefined;

function appOf<App>(catalog: ChannelCatalog<App>): App | null {
  return catalog?.apps?.nodes[0] ?? null;
}
