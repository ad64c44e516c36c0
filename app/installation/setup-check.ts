import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";

export type SetupCheck = {
  /**
   * Returns the findings; empty if there is no problem.
   * @throws Failure if the check could not run. The previous findings then stay.
   */
  find: (shop: ShopDomain) => Promise<Finding[]>;
  /**
   * Repairs the findings whose action is `repair`.
   * @returns the reason if the repair failed; null if it worked
   */
  repair?: (shop: ShopDomain) => Promise<Message | null>;
};

/** A problem of a shop's setup, and the action that solves it. */
export type Finding = { message: Message; action: FindingAction };

export type FindingAction =
  /** The merchant solves the problem on this page. */
  | { kind: "link"; label: Message; url: `/app/${string}` | `shopify:admin/${string}` | `https://${string}` }
  /** The check's `repair` solves the problem. */
  | { kind: "repair"; label: Message }
  /** The merchant grants an optional scope of `shopify.app.toml`. */
  | { kind: "permission"; label: Message; scope: string };
