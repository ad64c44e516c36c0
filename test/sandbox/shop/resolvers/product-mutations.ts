import { GraphQLError } from "graphql";
import { appendMedia } from "../catalog/media.ts";
import { deleteProductById, updateProduct, type ProductUpdateInput } from "../catalog/product-edits.ts";
import { findProduct } from "../catalog/product-identity.ts";
import type { ProductIdentifier, ProductSetInput } from "../catalog/product-input.ts";
import { setProduct } from "../catalog/product-set.ts";
import { createVariants, type BulkVariantInput } from "../catalog/variants-create.ts";
import { updateVariants, type VariantUpdateInput } from "../catalog/variants-update.ts";
import { gid, numberIn } from "../ids.ts";
import { userError } from "../user-errors.ts";
import { describeProduct, describeVariant } from "./product-descriptions.ts";
import type { Resolvers } from "./resolver.ts";

interface ProductSetArgs {
  identifier?: ProductIdentifier | null;
  input: ProductSetInput;
  synchronous: boolean;
}

interface AppendMediaArgs {
  productId: string;
  variantMedia: { variantId: string; mediaIds: string[] }[];
}

interface BulkCreateArgs {
  productId: string;
  variants: BulkVariantInput[];
}

interface BulkUpdateArgs {
  productId: string;
  variants: VariantUpdateInput[];
  allowPartialUpdates?: boolean | null;
}

interface ProductUpdateArgs {
  identifier?: ProductIdentifier | null;
  product?: ProductUpdateInput | null;
  input?: ProductUpdateInput | null;
}

export const productMutationResolvers: Resolvers = {
  Mutation: {
    productSet: (_source, { identifier, input, synchronous }: ProductSetArgs, context) => {
      if (!synchronous) throw new GraphQLError("The sandbox runs productSet with synchronous: true only.");
      const { product, userErrors } = setProduct(context, { identifier, input });
      return {
        product: product && describeProduct(context.shop, product),
        productSetOperation: null,
        userErrors,
      };
    },
    productUpdate: (_source, args: ProductUpdateArgs, context) => {
      const input = args.product ?? args.input ?? {};
      const named = findProduct(context.shop, args.identifier ?? { id: input.id });
      const { product, userErrors } = updateProduct(context, named, input);
      return { product: product && describeProduct(context.shop, product), userErrors };
    },
    productVariantsBulkCreate: (_source, args: BulkCreateArgs, context) => {
      const product = context.shop.catalog.products.get(numberIn("Product", args.productId));
      if (!product) {
        const error = userError(["productId"], "Product does not exist", "PRODUCT_DOES_NOT_EXIST");
        return { product: null, productVariants: [], userErrors: [error] };
      }
      const { variants, userErrors } = createVariants(context, product, args.variants);
      return {
        product: userErrors.length > 0 ? null : describeProduct(context.shop, product),
        productVariants: variants.map((variant) => describeVariant(context.shop, variant)),
        userErrors,
      };
    },
    productVariantsBulkUpdate: (_source, args: BulkUpdateArgs, context) => {
      if (args.allowPartialUpdates)
        throw new GraphQLError("The sandbox updates all of the variants or none.");
      const product = context.shop.catalog.products.get(numberIn("Product", args.productId));
      if (!product) {
        const error = userError(["productId"], "Product does not exist", "PRODUCT_DOES_NOT_EXIST");
        return { product: null, productVariants: null, userErrors: [error] };
      }
      const { variants, userErrors } = updateVariants(context, product, args.variants);
      const updated = variants.map((variant) => describeVariant(context.shop, variant));
      return {
        product: describeProduct(context.shop, product),
        productVariants: userErrors.length > 0 ? null : updated,
        userErrors,
      };
    },
    productVariantAppendMedia: (_source, { productId, variantMedia }: AppendMediaArgs, { shop }) => {
      const product = shop.catalog.products.get(numberIn("Product", productId));
      if (!product) {
        const error = userError(["productId"], "Product does not exist.", "PRODUCT_DOES_NOT_EXIST");
        return { product: null, productVariants: null, userErrors: [error] };
      }
      const userErrors = appendMedia(product, variantMedia);
      if (userErrors.length > 0) return { product: null, productVariants: null, userErrors };
      const named = new Set(variantMedia.map(({ variantId }) => variantId));
      const variants = product.variants.filter(({ id }) => named.has(gid("ProductVariant", id)));
      return {
        product: describeProduct(shop, product),
        productVariants: variants.map((variant) => describeVariant(shop, variant)),
        userErrors,
      };
    },
    productDelete: (_source, { input }: { input: { id: string } }, context) => {
      const { product, userErrors } = deleteProductById(context, input.id);
      return {
        deletedProductId: product && gid("Product", product.id),
        productDeleteOperation: null,
        userErrors,
      };
    },
  },
};
