import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Leased } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import type { Finding, SetupCheck } from "./setup-check.ts";
import { openSetupChecks, storeFindings } from "./setup-store.server.ts";
import { automaticOrdering, customerData, grantedScopes } from "./permission-checks.server.ts";
import {
  fulfillmentService,
  locationAddress,
  ordersElsewhere,
  shippingRates,
  warehouse,
} from "./location-checks.server.ts";
import { metafieldDefinitions, webhooks } from "./deployment-checks.server.ts";

/** All checks by name, in the order in which Home lists them. Findings are stored under these names. */
const setupChecks = {
  "granted-scopes": grantedScopes,
  "fulfillment-service": fulfillmentService,
  "automatic-ordering": automaticOrdering,
  "customer-data": customerData,
  webhooks,
  "metafield-definitions": metafieldDefinitions,
  warehouse,
  "location-address": locationAddress,
  "shipping-rates": shippingRates,
  "orders-elsewhere": ordersElsewhere,
} satisfies Record<string, SetupCheck>;

/** Runs every check and stores the findings. If a check fails, its previous findings stay. */
export async function checkSetup(
  shop: ShopDomain,
  claimed: Leased<"SetupCheck"> | null = null,
): Promise<void> {
  const found: Record<string, Finding[]> = {};
  let complete = true;
  for (const [name, check] of Object.entries<SetupCheck>(setupChecks)) {
    try {
      found[name] = await check.find(shop);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      complete = false;
      log.warn({ err: error, shop, check: name }, "setup.check-failed");
    }
  }
  await storeFindings(shop, { found, names: Object.keys(setupChecks), complete, claimed });
}

/** Runs one check's repair, then every check. @returns the reason if the repair failed; null if it worked. */
export async function repairSetup(shop: ShopDomain, name: string): Promise<Message | null> {
  const problem = (await findCheck(name)?.repair?.(shop)) ?? null;
  await checkSetup(shop);
  return problem;
}

/** Lease of a shop's checks. All checks together take less time. */
const LEASE_SECONDS = 3600;

/** Checks every shop that has the app and whose check is due. */
export async function sweepSetup(): Promise<void> {
  await openSetupChecks();
  await sweep({
    purpose: "setup",
    work: "SetupCheck",
    seconds: LEASE_SECONDS,
    process: (claimed) => checkSetup(claimed.shop, claimed),
  });
}

type SetupCheckName = keyof typeof setupChecks;

/**
 * Returns the check with this name; undefined if there is none. The name comes from a form, so it may be
 * anything.
 */
function findCheck(name: string): SetupCheck | undefined {
  return Object.hasOwn(setupChecks, name) ? setupChecks[name as SetupCheckName] : undefined;
}
