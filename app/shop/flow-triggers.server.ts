import { inShop } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { mutateShop } from "./call.server.ts";
import { changed, type UserErrors } from "./failures.ts";

/** Records if a shop has a workflow that is switched on and uses a trigger. Ignores calls that are older than the last one. */
export async function recordTriggerUse(
  shop: ShopDomain,
  { trigger, isUsed, asOf }: { trigger: string; isUsed: boolean; asOf: Date },
): Promise<void> {
  await inShop(
    shop,
    (tx) => execute(tx)`
      insert into flow_trigger_use as known (shop, trigger, in_use, as_of) values (${shop}, ${trigger}, ${isUsed}, ${asOf})
      on conflict (shop, trigger) do update set in_use = excluded.in_use, as_of = excluded.as_of
      where known.as_of < excluded.as_of`,
  );
}

/**
 * Starts the workflows of a shop that use a trigger. Sends nothing to a shop without one.
 *
 * @param payload the values of the trigger's fields, by their keys; those of references are named `order_id` and `product_id`, and
 *   are the numbers of Shopify's ids.
 * @throws Failure as `mutateShop`.
 */
export async function sendFlowTrigger(
  shop: ShopDomain,
  { trigger, payload }: { trigger: string; payload: Record<string, string | number> },
): Promise<{ kind: "sent" | "not-used" } | UserErrors> {
  const isUsed = await inShop(shop, (tx) =>
    tx.flowTriggerUse.count({ where: { shop, trigger, inUse: true } }),
  );
  if (isUsed === 0) return { kind: "not-used" };
  const { flowTriggerReceive } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation sendFlowTrigger($trigger: String!, $payload: JSON!) {
        flowTriggerReceive(handle: $trigger, payload: $payload) { userErrors { message } }
      }
    `,
      { variables: { trigger, payload } },
    ),
  );
  const change = changed(flowTriggerReceive);
  return change.kind === "done" ? { kind: "sent" } : change;
}

/** Deletes the record of a shop's triggers. */
export async function eraseTriggerUse(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.flowTriggerUse.deleteMany({ where: { shop } }));
}
