import type { Message } from "../messages/message.ts";

/** Something about a shop's set-up that is not as Stockbridge needs it, and the one thing to do about it. */
export type Finding = { message: Message; action: FindingAction };

export type FindingAction =
  /** A page where the merchant settles it. */
  | { kind: "link"; label: Message; url: `/app/${string}` | `shopify:admin/${string}` | `https://${string}` }
  /** The check's own `repair` settles it. */
  | { kind: "repair"; label: Message }
  /** The merchant grants an optional scope of `shopify.app.toml`. */
  | { kind: "permission"; label: Message; scope: string };
