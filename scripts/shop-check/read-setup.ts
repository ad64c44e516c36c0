import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { z } from "zod";

import { findService } from "../../app/catalog/location/our-location.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { hasScope, readScopes } from "../../app/shop/access-scopes.server.ts";
import { useBulk } from "../../app/shop/bulk/keep-bulk-access.server.ts";
import {
  callbackUrl,
  listServices,
  type Service,
  hasShippingRates,
} from "../../app/shop/location/fulfillment-service.server.ts";
import { readMissingDefinitions } from "../../app/shop/products/metafield-definitions.server.ts";
import { listChannels } from "../../app/shop/products/publications.server.ts";
import { readWebhooks, WEBHOOK_API_VERSION } from "../../app/shop/installation.server.ts";
import { type Line, look, notTried } from "./line.ts";
import { listActiveLocations, readPlan } from "./operations.ts";

const APP_TOML = "shopify.app.toml";
const BULK = [
  ["bulk-queries", "query"],
  ["bulk-mutations", "mutation"],
] as const;
const NO_SERVICE = "the app has no fulfillment service here yet: connect the supplier and import a product";

/**
 * Checks the shop's setup before the check creates anything there. Changes nothing, because its bulk mutation deletes
 * no metafield.
 */
export async function* readSetup(shop: ShopDomain): AsyncGenerator<Line, void> {
  yield await look("points", async () => {
    const { tellsPoints } = await readPlan(shop);
    return { fits: tellsPoints, came: tellsPoints ? "they are told" : "no throttleStatus" };
  });
  yield await look("scopes", async () => {
    const granted = await readScopes(shop);
    const missing = (await requiredScopes()).filter((scope) => !hasScope(granted, scope));
    return {
      fits: missing.length === 0,
      came: missing.length === 0 ? "all" : `without ${missing.join(", ")}`,
    };
  });
  yield await look("subscriptions", async () => {
    const { apiVersion } = await readWebhooks(shop);
    return { fits: apiVersion === WEBHOOK_API_VERSION, came: apiVersion };
  });
  for (const [rule, kind] of BULK)
    yield await look(rule, async () => {
      await useBulk(shop, kind);
      return { fits: true, came: "one has started, which changes nothing" };
    });
  yield await look("definitions", async () => {
    const missing = await readMissingDefinitions(shop);
    const came = missing.length === 0 ? "both" : `without ${missing.map(({ key }) => key).join(", ")}`;
    return { fits: missing.length === 0, came };
  });
  yield* readService(shop);
  yield await look("online-store", async () => {
    const { channels, onlineStore } = await listChannels(shop);
    const names = channels.map(({ name }) => name).join(", ");
    return { fits: onlineStore !== null, came: names === "" ? "no channels" : names };
  });
}

async function* readService(shop: ShopDomain): AsyncGenerator<Line, void> {
  const known = await findService(shop);
  let found: Service | undefined;
  yield await look("service", async () => {
    if (known === null) return { unproven: NO_SERVICE };
    const services = await listServices(shop);
    found = services.find(({ id }) => id === known.serviceId);
    const fits = found?.locationId === known.locationId;
    return {
      fits,
      came: found ? `“${found.name}”` : `others: ${services.map(({ name }) => name).join(", ")}`,
    };
  });
  if (found === undefined) {
    const why = "there is no service to look at";
    for (const rule of ["callback", "location", "shipping-rates"] as const) yield notTried(rule, why);
    return;
  }
  const service = found;
  yield await look("callback", () => {
    const fits = service.callbackUrl === callbackUrl;
    const came = service.callbackUrl ?? "no address";
    return Promise.resolve({ fits, came: fits ? came : `${came}, and the app is at ${callbackUrl}` });
  });
  yield await look("location", async () => {
    const fits = (await listActiveLocations(shop)).includes(service.locationId);
    return { fits, came: fits ? "it is listed" : "it is not among the active locations" };
  });
  yield await look("shipping-rates", async () => {
    if (!hasScope(await readScopes(shop), "read_shipping"))
      return { unproven: "read_shipping is not granted: Home of the app asks for it" };
    const fits = await hasShippingRates(shop, service.locationId);
    return { fits, came: fits ? "our location has rates" : "no group with rates holds our location" };
  });
}

const shape = z.object({ access_scopes: z.object({ scopes: z.string() }) });

async function requiredScopes(): Promise<string[]> {
  const { access_scopes: access } = shape.parse(parse(await readFile(APP_TOML, "utf8")));
  return access.scopes.split(",").flatMap((scope) => scope.trim() || []);
}
