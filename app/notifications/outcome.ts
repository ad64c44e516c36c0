/** How sending an e-mail once went. */
export type Delivery =
  /** The mail server took it. */
  | { kind: "sent" }
  /** Definitely not taken, and worth another try. */
  | { kind: "later" }
  /** The server takes no e-mails for this address, or not this e-mail. */
  | { kind: "refused"; by: "address" | "content" }
  /** The whole e-mail was sent, and no answer came: it may arrive. */
  | { kind: "unanswered" };

/** How an entry of the outbox ended. Rows keep these. */
export type Outcome =
  | "mailed"
  | "not-wanted"
  | "sent"
  | "address-refused"
  | "content-refused"
  | "unanswered"
  | "given-up"
  /** A trigger of Flow: its order or product is not in the shop. */
  | "no-subject"
  /** A trigger of Flow that Shopify did not take. */
  | "refused";

/** An entry that could not be sent for this long is given up. */
export const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** An entry that may have arrived is repeated once. */
export const UNANSWERED_AT_MOST = 2;
export const REPEAT_SECONDS = 60;
