import type { Product } from "../catalog/catalog.ts";
import { publish, publishMany, type Publication } from "../catalog/publications.ts";
import { gid, numberIn } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { userError } from "../user-errors.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeProduct } from "./product-descriptions.ts";
import type { Resolvers } from "./resolver.ts";

interface PublishArgs {
  id: string;
  input: { publicationId?: string | null }[];
}

interface UpdateArgs {
  id: string;
  input: { publishablesToAdd?: string[] | null };
}

export const publicationResolvers: Resolvers = {
  QueryRoot: {
    publications: (_source, args: PageArgs, { shop }) =>
      connect(shop.publications, args, describePublication),
  },
  Mutation: {
    publishablePublish: (_source, { id, input }: PublishArgs, context) => {
      const product = context.shop.catalog.products.get(numberIn("Product", id));
      // airhorns/shopify-draft-proxy, publishable-resource-existence-current-channel.
      if (!product) return { publishable: null, userErrors: [userError(["id"], "Resource does not exist")] };
      const userErrors = publish(context, product, input);
      return { publishable: describeProduct(context.shop, product), userErrors };
    },
    publicationUpdate: (_source, { id, input }: UpdateArgs, context) => {
      const publication = context.shop.publications.find((each) => gid("Publication", each.id) === id);
      const userErrors = publishMany(context, publication, input.publishablesToAdd ?? []);
      return { publication: publication ? describePublication(publication) : null, userErrors };
    },
  },
};

/** The fields of a product that say where it is published. */
export function publicationFields({ createdAt }: ShopState, product: Product) {
  return {
    resourcePublicationsV2: (args: PageArgs) =>
      connect(product.publishedOn, args, (publication) => ({
        isPublished: true,
        publishDate: isoTime(createdAt),
        publication: describePublication(publication),
      })),
    resourcePublicationsCount: { count: product.publishedOn.length, precision: "EXACT" },
    publishedOnPublication: ({ publicationId }: { publicationId: string }) =>
      product.publishedOn.some(({ id }) => gid("Publication", id) === publicationId),
  };
}

/** A sales channel's publication belongs to a catalog of the channel's app. */
function describePublication({ id, handle, title }: Publication) {
  const app = { id, handle, title };
  return {
    __typename: "Publication",
    id: gid("Publication", id),
    name: title,
    autoPublish: false,
    supportsFuturePublishing: handle === "online_store",
    catalog: {
      __typename: "AppCatalog",
      id: gid("AppCatalog", id),
      title,
      status: "ACTIVE",
      apps: (args: PageArgs) => connect([app], args, (each) => ({ ...each, id: gid("App", each.id) })),
    },
  };
}
