import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

import type { Message } from "../../messages/message.ts";
import type { ShopDomain } from "../shop-domain.ts";

/**
 * Limit of clicks per shop and minute, more than a person makes. Each process counts on its own, which is
 * enough against a stuck key or a script.
 */
const limiter = new RateLimiterMemory({ points: 30, duration: 60 });

/**
 * Limits a merchant's clicks on buttons that call the supplier: thirty per shop and minute.
 *
 * @throws Response 429 with a message if there were too many
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
