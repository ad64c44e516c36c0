import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { Message } from "../../messages/message.ts";
import type { ShopDomain } from "../shop-domain.ts";

/**
 * Limit of clicks: more than a person makes. Counts per process, which is enough here; limits across
 * processes are in the database.
 */
const limiter = new RateLimiterMemory({ points: 30, duration: 60 });

/**
 * Limits a merchant's buttons that make the supplier work, to thirty clicks per shop and minute.
 *
 * @throws Response 429 with a message, the same for every page, if there were too many.
 */
export async function limitPresses(shop: ShopDomain): Promise<void> {
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
