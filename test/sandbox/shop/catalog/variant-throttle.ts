import { GraphQLError } from "graphql";
import type { Occasion } from "../occasion.ts";

/**
 * Counts variants that are about to be created. Throws if a shop with 50,000 variants has already created its
 * thousand of the day (Admin schema, productUpdate and others); Plus has no such limit. The code as public clients
 * handle it, who quote "Daily variant creation limit reached".
 */
export function admitNewVariants({ shop, now }: Occasion, count: number): void {
  const { above, aDay, today } = shop.variantThrottle;
  const day = now.toISOString().slice(0, 10);
  const createdToday = today.day === day ? today.created : 0;
  if (
    count > 0 &&
    shop.plan !== "Plus" &&
    shop.catalog.variants.size + count > above &&
    createdToday + count > aDay
  )
    throw new GraphQLError("Daily variant creation limit reached. Please try again later.", {
      extensions: { code: "VARIANT_THROTTLE_EXCEEDED" },
    });
  shop.variantThrottle.today = { day, created: createdToday + count };
}
