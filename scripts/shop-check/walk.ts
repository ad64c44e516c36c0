import { randomUUID } from "node:crypto";

import { findService } from "../../app/catalog/location/our-location.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { holdInterrupts, Interrupted } from "../check/hold-interrupts.ts";
import { askLocations } from "./ask-unrecorded.ts";
import { checkWebhooks, databaseTime } from "./inbox.ts";
import { type Line, notTried } from "./line.ts";
import { ownProduct } from "./own-product.ts";
import { removeLeftovers, takeBack } from "./take-back.ts";
import { ORDER_RULES, walkOrder } from "./walk-order.ts";
import { walkProduct } from "./walk-product.ts";
import { walkRates } from "./walk-rates.ts";
import type { Walk, Write } from "./walk-types.ts";

/**
 * Creates a product, has it ordered, and checks the rules on the way. Always undoes its changes at the end.
 *
 * @throws Interrupted if a person interrupted the check, after its changes are undone.
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
  const run = randomUUID().slice(0, 8);
  const walked: Walk = {
    shop,
    run,
    ask,
    locationId: service.locationId,
    product: ownProduct(run),
    made: { productIds: new Set(), order: null, location: null },
    events: { since: await databaseTime(), topics: new Set(), subjects: new Set() },
    wait: { forPerson: { ms: personMs, isInterrupted }, forShop: { ms: shopMs, isInterrupted } },
  };
  try {
    yield await walkRates(shop, walked.locationId);
    yield* askLocations(walked);
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
