import type { ShopDomain } from "../lib/shop-domain.ts";
import { mutateShop } from "./call.server.ts";
import { type Changed, changed } from "./failures.ts";

/**
 * Starts the shop's workflows that begin with one of our triggers (`extensions/flow-trigger-*`). Shopify
 * ignores a trigger that no workflow uses.
 *
 * @param call `trigger`: the trigger's handle. `payload`: the values of the trigger's fields by their keys,
 * at most 50 KB. References are named `order_id` and `product_id`, and are the numbers of Shopify's ids.
 * @throws Failure as `mutateShop`.
 */
export async function startWorkflows(
  shop: ShopDomain,
  { trigger, payload }: { trigger: string; payload: Record<string, string | number> },
): Promise<Changed> {
  const { flowTriggerReceive } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation startWorkflows($trigger: String!, $payload: JSON!) {
          flowTriggerReceive(handle: $trigger, payload: $payload) { userErrors { message } }
        }
      `,
        { variables: { trigger, payload } },
      ),
    { pace: "bulk" },
  );
  return changed(flowTriggerReceive);
}
