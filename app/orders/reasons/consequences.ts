/** The merchant's task for a reason. */
export type Attention =
  /** Nothing: the order continues automatically, or has ended as the merchant wanted. */
  | "none"
  /** Act, or the order is not placed. Not needed once the order is to be canceled. */
  | "to-order"
  /** Act, or the order's next step fails, even if that step is a cancellation. */
  | "always"
  /** Acknowledge that something happened that the merchant did not want. */
  | "until-acknowledged";

/** Events that make an order due before its time. */
export type Wake =
  | "access-restored"
  | "account-decided"
  | "choices-changed"
  | "connected"
  | "doubts-ended"
  | "ordering-resumed"
  | "paid"
  | "products-linked"
  | "service-back"
  | "supplier-back"
  | "support-resumed";

/** The remedy on the order's page: one of its buttons, or a link to the cause. */
export type Help =
  | "acknowledge"
  | "confirm"
  | "home"
  | "links"
  | "methods"
  | "order-anyway"
  | "retry"
  | "send-without-note"
  | "send-test-order"
  | "settings"
  | "shop-order";

/** A row of the table of reasons: the consequences of one reason. */
export type Row<Params> = {
  attention: Attention;
  /** Seconds until a worker checks again, or the start of a backoff; null: only after a wake-up. */
  recheck: number | { firstSeconds: number } | null;
  wokenBy?: readonly Wake[];
  /** True if the next applied update of the supplier ends the reason. */
  endedByUpdate?: true;
  /** True if the reason matters even after delivery. */
  outlastsDelivery?: true;
  /** True if no order of the shop is sent while the reason lasts, so that "Try again" does nothing. */
  isPause?: true;
  /** True if canceling the order also solves the problem. */
  cancelHelps?: true;
  help?: Help;
  /** Parameters of the message. Only the type is used. */
  params?: Params;
};

export const SOON = { firstSeconds: 10 };

export const IN_A_MINUTE = { firstSeconds: 60 };

// Consequences that several reasons share.
export const PAUSE = { attention: "none", isPause: true } as const;

export const TO_CHANGE_IN_SHOP = { attention: "to-order", recheck: 3600, help: "shop-order" } as const;

export const TO_APPROVE = {
  attention: "to-order",
  recheck: 3600,
  wokenBy: ["connected"],
  help: "order-anyway",
} as const;

export const TO_ASSIGN = {
  attention: "to-order",
  recheck: 3600,
  wokenBy: ["connected", "choices-changed"],
  help: "methods",
} as const;

export const TO_OMIT_NOTE = { ...TO_ASSIGN, help: "send-without-note" } as const;

export const TO_CONFIRM = { attention: "always", recheck: IN_A_MINUTE, help: "confirm" } as const;

export const TO_ACKNOWLEDGE = {
  attention: "until-acknowledged",
  recheck: null,
  help: "acknowledge",
} as const;

export const TO_ACKNOWLEDGE_UNTIL_UPDATE = { ...TO_ACKNOWLEDGE, endedByUpdate: true } as const;

export const TO_ACKNOWLEDGE_ALWAYS = { ...TO_ACKNOWLEDGE, outlastsDelivery: true } as const;

/** Returns the row with the type of its parameters. */
export function row<Params = object>(row: Row<Params>): Row<Params> {
  return row;
}
