import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";

export type SetupCheck = {
  /**
   * Returns the present findings; empty if there is no problem.
   * @throws Failure if the check gets no answer. The former findings stay then.
   */
  find: (shop: ShopDomain) => Promise<Finding[]>;
  /**
   * Repairs the problems of findings whose action is `repair`. @returns why the repair failed; null if it
   * worked.
   */
  repair?: (shop: ShopDomain) => Promise<Message | null>;
};

/** A problem of a shop's setup, and the only action that solves it. */
export type Finding = { message: Message; action: FindingAction };

export type FindingAction =
  /** The merchant solves it on a page. */
  | { kind: "link"; label: Message; url: `/app/${string}` | `shopify:admin/${string}` | `https://${string}` }
  /** The check's own `repair` solves it. */
  | { kind: "repair"; label: Message }
  /** The merchant grants an optional scope of `shopify.app.toml`. */
  | { kind: "permission"; label: Message; scope: string };
