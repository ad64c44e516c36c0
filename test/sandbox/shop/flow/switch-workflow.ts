import { randomUUID } from "node:crypto";

import { type Courier, sign } from "../courier.ts";
import type { SandboxApp, ShopState } from "../state.ts";
import { lifecyclePath, triggers } from "./triggers.ts";

/**
 * Switches a workflow on or off as Shopify Flow does: it calls the app first, and leaves the workflow as it is unless the answer
 * is 2xx (shopify.dev, "Track Flow lifecycle events").
 * @returns the status of the app's answer; 0 for none.
 */
export async function switchWorkflow(
  { app, courier, now }: { app: SandboxApp; courier: Courier; now: Date },
  shop: ShopState,
  { trigger, on }: { trigger: string; on: boolean },
): Promise<number> {
  const name = triggers.find(({ handle }) => handle === trigger)?.name;
  if (name === undefined || lifecyclePath === undefined)
    throw new Error(`The app has no trigger "${trigger}" for Flow.`);
  const body = JSON.stringify({
    flow_trigger_definition_id: name,
    has_enabled_flow: on,
    shop_id: shop.id,
    shopify_domain: shop.domain,
    timestamp: now.toISOString(),
  });
  const headers = {
    "content-type": "application/json",
    "x-shopify-hmac-sha256": sign(body, app.apiSecret),
    "x-shopify-shop-domain": shop.domain,
  };
  const status = await courier.send({
    url: `${app.url ?? ""}${lifecyclePath}`,
    shop: shop.domain,
    topic: "flow/lifecycle",
    webhookId: randomUUID(),
    body,
    headers,
  });
  if (status >= 200 && status < 300) shop.flow.workflows[on ? "add" : "delete"](trigger);
  return status;
}
