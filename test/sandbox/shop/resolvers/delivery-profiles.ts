import { accessDenied, notServed } from "../admin-errors.ts";
import { withImpliedScopes } from "../access-scopes.ts";
import {
  appProfileOf,
  createProfile,
  type DeliveryProfile,
  type ProfileInput,
  removeProfile,
  updateProfile,
} from "../delivery/profiles.ts";
import { gid, newId, numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError } from "../user-errors.ts";
import { describeOwnProfile, describeProfile } from "./delivery-profile-descriptions.ts";
import { connect, type PageArgs } from "./connection.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";

/** The merchant's general profile has the shop's number. */
export const deliveryProfileResolvers: Resolvers = {
  QueryRoot: {
    deliveryProfiles: (_source, args: PageArgs & { merchantOwnedOnly?: boolean | null }, context) => {
      requireScope(context, "read_shipping", "deliveryProfiles");
      const { shop } = context;
      const profiles = args.merchantOwnedOnly ? [] : shop.appProfiles;
      return connect([{ id: shop.id }, ...profiles], args, ({ id }) => describe(shop, id));
    },
    deliveryProfile: (_source, { id }: { id: string }, context) => {
      requireScope(context, "read_shipping", "deliveryProfile");
      return describe(context.shop, numberIn("DeliveryProfile", id));
    },
  },
  ProductVariant: {
    deliveryProfile: (source, _args, context) => {
      requireScope(context, "read_shipping", "deliveryProfile");
      const { shop } = context;
      const variantId = numberIn("ProductVariant", (source as { id: string }).id);
      return describe(shop, appProfileOf(shop, variantId)?.id ?? shop.id);
    },
  },
  Mutation: {
    deliveryProfileCreate: (_source, { profile: input }: { profile: ProfileInput }, context) => {
      requireScope(context, "write_shipping", "deliveryProfileCreate");
      const { profile, userErrors } = createProfile(context, context.app.apiKey, input);
      return { profile: profile && describeProfile(context.shop, profile), userErrors };
    },
    deliveryProfileUpdate: (
      _source,
      { id, profile: input }: { id: string; profile: ProfileInput },
      context,
    ) => {
      requireScope(context, "write_shipping", "deliveryProfileUpdate");
      const { shop } = context;
      if (isOwn(shop, id)) {
        // Market-driven shipping: writes "may succeed without errors but will not update the merchant's live shipping settings"
        // (shopify.dev/changelog/merchant-owned-delivery-profile-apis-are-deprecated-for-market-driven-shipping).
        if (!shop.marketDrivenShipping) throw notServed("Mutation", "deliveryProfileUpdate");
        return { profile: describeOwnProfile(shop), userErrors: [] };
      }
      const { profile, userErrors } = updateProfile(context, findOurs(context, id), input);
      return { profile: profile && describeProfile(shop, profile), userErrors };
    },
    deliveryProfileRemove: (_source, { id }: { id: string }, context) => {
      requireScope(context, "write_shipping", "deliveryProfileRemove");
      const { shop } = context;
      const userErrors = isOwn(shop, id)
        ? [userError(null, "Cannot delete the default profile.")]
        : removeProfile(shop, findOurs(context, id));
      const job = { id: gid("Job", newId(shop)), done: false, query: null };
      return { job: userErrors.length === 0 ? job : null, userErrors };
    },
  },
};

/** The schema names no scope; the pages of the types and mutations do (shopify.dev: DeliveryProfile, "shipping access scopes"). */
function requireScope(
  { grant }: AdminContext,
  scope: "read_shipping" | "write_shipping",
  field: string,
): void {
  if (withImpliedScopes(grant.scopes).includes(scope)) return;
  throw accessDenied(field, {
    anyOf: [scope],
    requiredAccess: `Any of \`${scope}\` access scopes or \`manage_delivery_settings\` user permission.`,
  });
}

function isOwn(shop: ShopState, id: string): boolean {
  return numberIn("DeliveryProfile", id) === shop.id;
}

/** Finds a profile of the app's own: another app's profile cannot be changed. */
function findOurs({ shop, app }: AdminContext, id: string): DeliveryProfile | undefined {
  const number = numberIn("DeliveryProfile", id);
  return shop.appProfiles.find((profile) => profile.id === number && profile.apiKey === app.apiKey);
}

function describe(shop: ShopState, id: number) {
  if (id === shop.id) return describeOwnProfile(shop);
  const profile = shop.appProfiles.find((each) => each.id === id);
  return profile ? describeProfile(shop, profile) : null;
}
