import { findService } from "../../app/catalog/location/our-location.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { readFulfillmentOrder } from "../../app/shop/orders/fulfillment-orders.server.ts";
import type { Result } from "../check/verdict.ts";
import { addressSeen } from "./address-seen.ts";
import { UNRECORDED_LOCATION_RULES } from "./ask-unrecorded.ts";
import { checkSignature } from "./inbox.ts";
import { type Line, look, notTried } from "./line.ts";
import { listLatestParts, readPlan } from "./operations.ts";
import { readSetup } from "./read-setup.ts";
import type { RuleName } from "./rules.ts";
import { walk } from "./walk.ts";
import type { Write } from "./walk-types.ts";
import { ORDER_RULES } from "./walk-order.ts";
import { PRODUCT_RULES } from "./walk-product.ts";

export type Check = {
  shop: ShopDomain;
  /**
   * If set, the check creates a product and asks a person to order it. `anyPlan` allows this in a shop whose
   * customers may buy.
   */
  write?: (Write & { anyPlan: boolean }) | undefined;
};

/**
 * Rules that the walk depends on. If one of them fails, the walk is skipped, because it would fail for the same
 * reason.
 */
const NEEDED: RuleName[] = [
  "scopes",
  "definitions",
  "service",
  "callback",
  "location",
  "shipping-rates",
  "online-store",
];
const WEBHOOK_RULES = ["webhook-signing", "webhooks", "webhook-ids", "webhook-time"] as const;

/**
 * Checks if a shop behaves as the sandbox assumes, and yields each result at once. Only reads, unless `write` is
 * given. Undoes its own changes, or asks a person to undo them.
 *
 * @throws Failure if the shop doesn't reply. Error if the check may not write to it. Interrupted if a person
 * interrupted the check, after its changes are undone.
 */
export async function* checkShop({ shop, write }: Check): AsyncGenerator<Line, void> {
  const plan = await readPlan(shop);
  if (write && !plan.isDevelopment && !write.anyPlan)
    throw new Error(
      `${shop} is no development shop but on the plan “${plan.name}”: its customers could buy what --write makes. Use a development shop, or say --any-plan.`,
    );
  const results = new Map<RuleName, Result>();
  for await (const line of readSetup(shop)) {
    results.set(line.rule, line.result);
    yield line;
  }
  yield await checkSignature(shop);
  if (write === undefined) {
    yield await readCustomerData(shop);
    yield* notWalked("it would change something (--write)");
    return;
  }
  const lacking = NEEDED.filter((rule) => results.get(rule) !== "fits");
  if (lacking.length > 0) yield* notWalked(`${lacking.join(", ")} must fit first`, "customer-data");
  else yield* walk(shop, write);
}

/** Checks that the latest fulfillment order at our location shows its destination. */
async function readCustomerData(shop: ShopDomain): Promise<Line> {
  const ourLocationId = (await findService(shop))?.locationId ?? null;
  const ours = (await listLatestParts(shop)).find(({ location }) => location.id === ourLocationId);
  if (ours === undefined) return notTried("customer-data", "there is no order of ours to read");
  const { id, shopOrderId } = ours;
  return look("customer-data", async () =>
    addressSeen(await readFulfillmentOrder(shop, { id, shopOrderId, ourLocationId })),
  );
}

function* notWalked(why: string, ...more: RuleName[]): Generator<Line, void> {
  const walked = [
    "own-rates" as const,
    ...UNRECORDED_LOCATION_RULES,
    ...PRODUCT_RULES,
    ...ORDER_RULES.filter((rule) => rule !== "customer-data"),
    ...more,
  ];
  for (const rule of [...walked, ...WEBHOOK_RULES, "taking-back"] as const) yield notTried(rule, why);
}
