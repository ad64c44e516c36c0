import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { Message } from "../messages/message.ts";
import type { ShopDomain } from "./shop-domain.ts";

/** More than a person presses. Each process counts for itself: what must hold for all of them stands in the database. */
const limiter = new RateLimiterMemory({ points: 30, duration: 60 });

/**
 * Counts a merchant's button that makes the supplier work: a shop has thirty a minute.
 *
 * @throws Response 429 with a message, the same for every page, when there were too many.
 */
export async function limitSupplierWork(shop: ShopDomain): Promise<void> {
  try {
    await limiter.consume(shop);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = String(Math.ceil(refused.msBeforeNext / 1000));
    throw Response.json({ code: "page.too-often" } satisfies Message, {
      status: 429,
      headers: { "retry-after": seconds },
    });
  }
}
