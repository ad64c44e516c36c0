/** Result of a single try to send an e-mail. */
export type Delivery =
  /** The mail server accepted the e-mail. */
  | { kind: "sent" }
  /** Definitely not accepted. We retry. */
  | { kind: "later" }
  /** The server accepts no e-mails for this address, or rejects this e-mail. */
  | { kind: "refused"; by: "address" | "content" }
  /** We sent the whole e-mail and got no reply, so it may arrive. */
  | { kind: "unanswered" };

/** The outcome of an outbox entry, as its row stores it. */
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

/** After this time, we stop retrying an entry. */
export const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** Maximum number of tries without a reply. The first may have arrived, so we repeat it only once. */
export const UNANSWERED_AT_MOST = 2;
export const REPEAT_SECONDS = 60;
