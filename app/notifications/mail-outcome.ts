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
  "mailed" | "not-wanted" | "sent" | "address-refused" | "content-refused" | "unanswered" | "given-up";
