/** Result of a single try to send an e-mail. */
export type Delivery =
  /** The mail server accepted the e-mail. */
  | { kind: "sent" }
  /** Definitely not accepted, and worth another try. */
  | { kind: "later" }
  /** The server accepts no e-mails for this address, or rejects this e-mail. */
  | { kind: "refused"; by: "address" | "content" }
  /** The whole e-mail was sent, and no answer came: it may arrive. */
  | { kind: "unanswered" };

/** How an entry of the outbox ended. Rows store these codes. */
export type Outcome =
  | "mailed"
  | "not-wanted"
  | "sent"
  | "address-refused"
  | "content-refused"
  | "unanswered"
  | "given-up"
  /** A trigger of Flow whose order or product is not in the shop. */
  | "no-subject"
  /** A trigger of Flow that Shopify rejected. */
  | "refused";

/** An entry that could not be sent for this long is given up. */
export const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** Number of tries without an answer: an entry that may have arrived is repeated once. */
export const UNANSWERED_AT_MOST = 2;
export const REPEAT_SECONDS = 60;
