import { once } from "node:events";
import type { AddressInfo } from "node:net";

import express from "express";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { receiveBody } from "../../../app/lib/http/guard-requests.ts";
import { receiveWebhook } from "../../../app/wiring/webhooks/receive-webhook.server.ts";
import { type Check, checkShop } from "../../../scripts/shop-check/check-shop.ts";
import type { Line } from "../../../scripts/shop-check/line.ts";
import type { Wanted, Write } from "../../../scripts/shop-check/walk-types.ts";
import { shopify } from "../../support/world.ts";

/** The app's route of webhooks, at an address of its own. */
export async function openWebhookRoute(): Promise<{ url: string; close: () => void }> {
  const app = express();
  app.all("/webhooks", receiveBody({ bytesAtMost: 1_000_000 }), receiveWebhook);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Does the steps of a person in the simulated shop's admin. */
export function person(shop: ShopDomain): Write["ask"] {
  return (wanted) => {
    if (wanted.kind === "order")
      shopify.merchant.placeOrder({ lines: [{ sku: wanted.sku, quantity: wanted.pieces }] }, shop);
    else if (wanted.kind === "delete-location") shopify.merchant.deleteLocation(wanted.name, shop);
    else ACTS[wanted.kind](wanted.orderName, shop);
  };
}

const ACTS: Record<
  Exclude<Wanted["kind"], "delete-location" | "order">,
  (name: string, shop: string) => unknown
> = {
  request: (name, shop) => shopify.merchant.requestFulfillment(name, shop),
  cancellation: (name, shop) => shopify.merchant.cancelFulfillment(name, shop),
  "cancel-order": (name, shop) => shopify.merchant.cancelOrder(name, {}, shop),
};

export type Checked = { lines: Line[]; remarks: string[] };

/** Checks the shop. The person does their steps, and waits are short. */
export async function check(
  shop: ShopDomain,
  write: Partial<NonNullable<Check["write"]>> | null = {},
): Promise<Checked> {
  const remarks: string[] = [];
  const patience = { personMs: 700, shopMs: 20_000 };
  const remark = (text: string) => void remarks.push(text);
  const lines: Line[] = [];
  const told = { anyPlan: false, ask: person(shop), remark, ...patience, ...write };
  for await (const line of checkShop({ shop, write: write === null ? undefined : told })) lines.push(line);
  return { lines, remarks };
}

/** Returns the misfits by rule, and the steps that were skipped for another reason. */
export function misfits({ lines }: Checked): string[] {
  return lines.filter(({ result }) => result !== "fits" && result !== "not tried").map(inBrief);
}

export function inBrief({ rule, result, came }: Line): string {
  return `${rule}: ${result}: ${came}`;
}
