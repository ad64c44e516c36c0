import { randomUUID } from "node:crypto";

import { findService } from "../../app/catalog/location/find-service.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { ProductContent } from "../../app/shop/product-content.ts";
import type { ShopProductId } from "../../app/shop/ids.ts";
import { holdInterrupts, Interrupted } from "../check/hold-interrupts.ts";
import { checkWebhooks, databaseTime, type Events } from "./inbox.ts";
import { type Line, notTried } from "./line.ts";
import { ownProduct } from "./own-product.ts";
import { removeLeftovers, takeBack } from "./take-back.ts";
import { ORDER_RULES, walkOrder } from "./walk-order.ts";
import { walkProduct } from "./walk-product.ts";

/** Something that the app may not do in a shop, and a person is asked for. */
export type Wanted =
  | { kind: "order"; sku: string; title: string; pieces: number }
  | { kind: "request" | "cancellation" | "cancel-order"; orderName: string };

export type Write = {
  /** Tells a person what to do in the shop's admin now. */
  ask: (wanted: Wanted) => void;
  remark: (text: string) => void;
  /** How long to wait for a person, and for what Shopify does in the background. */
  personMs: number;
  shopMs: number;
};

type Waiting = { ms: number; isInterrupted: () => boolean };

/** One run through the shop, with what it has made so far. */
export type Walk = {
  shop: ShopDomain;
  locationId: string;
  product: ProductContent & { sku: string };
  made: { productIds: Set<ShopProductId>; order: { id: string; name: string } | null };
  events: Events;
  ask: Write["ask"];
  wait: { forPerson: Waiting; forShop: Waiting };
};

/**
 * Walks a product and an order of the check's own through the shop, and takes them back in every case.
 *
 * @throws Interrupted when somebody wanted it to end, after all was taken back.
 */
export async function* walk(
  shop: ShopDomain,
  { ask, remark, personMs, shopMs }: Write,
): AsyncGenerator<Line, void> {
  for (const problem of await removeLeftovers(shop)) remark(problem);
  const service = await findService(shop);
  if (service === null) throw new Error("The shop has no fulfillment service of ours.");
  const hold = holdInterrupts();
  const isInterrupted = () => hold.isInterrupted;
  const walked: Walk = {
    ...{ shop, ask, locationId: service.locationId },
    product: ownProduct(randomUUID().slice(0, 8)),
    made: { productIds: new Set(), order: null },
    events: { since: await databaseTime(), topics: new Set(), subjects: new Set() },
    wait: { forPerson: { ms: personMs, isInterrupted }, forShop: { ms: shopMs, isInterrupted } },
  };
  try {
    const mayBeOrdered = yield* walkProduct(walked);
    if (mayBeOrdered && !isInterrupted()) yield* walkOrder(walked);
    else for (const rule of ORDER_RULES) yield notTried(rule, "there is no product that may be ordered");
  } finally {
    try {
      yield await takeBack(walked);
    } finally {
      hold.release();
    }
  }
  if (isInterrupted()) throw new Interrupted("Interrupted.");
  yield* checkWebhooks(shop, walked.events, shopMs);
}
