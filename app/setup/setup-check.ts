import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import type { Finding } from "./finding.ts";

/** One thing that a shop's set-up is looked at for. */
export type SetupCheck = {
  /**
   * What is found now; empty when all is well.
   *
   * @throws Failure where it cannot be told. What was found before stands then.
   */
  find: (shop: ShopDomain) => Promise<Finding[]>;
  /** Settles the findings whose action is `repair`. @returns why it did not work; null when it did. */
  repair?: (shop: ShopDomain) => Promise<Message | null>;
};
