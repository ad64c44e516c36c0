import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Finding } from "./finding.ts";

export type SetupCheck = {
  /**
   * Returns the present findings; empty if all is well.
   * @throws Failure if it cannot find out. The former findings stay then.
   */
  find: (shop: ShopDomain) => Promise<Finding[]>;
  /** Solves the findings whose action is `repair`. @returns why it failed; null if it worked. */
  repair?: (shop: ShopDomain) => Promise<Message | null>;
};
