/** The app's reply: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** True if part of the order waits for a fulfillment request. */
  unrequested: boolean;
  /**
   * Why the waiting part of the order is not sent now. Older releases of the app reply without this field.
   */
  waits?: string | null;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  /** Version of the order's row. Replies of older apps lack it: the block has no buttons then. */
  version?: number;
  /**
   * `cancel`: the effect of canceling the order now. `cancelLabel`: the button's label for that, if the
   * supplier has nothing to cancel. Older apps do not send `cancelLabel` and `approve`.
   */
  can?: { retry: boolean; cancel: string | null; cancelLabel?: string | null; approve?: Approval | null };
  /** The order's status in the requested language: in a word here, and in full in `message`. */
  label: string;
  message: string;
  tone: string | null;
  supplierOrderId: string | null;
  /** The order's items, cost and profit. Older apps do not send them. */
  items?: string[];
  amounts?: { label: string; amount: string }[];
  shipments: OrderShipment[];
};

/**
 * A button that sends a held order after all. The block returns `seen` to the app: the merchant approves
 * nothing else.
 */
export type Approval = { button: string; question: string[]; seen: object };

export type OrderShipment = { carrier: string | null; number: string | null; url: string | null };

export function toReply(json: unknown): Reply {
  const reply = json as Reply | null;
  if (!Array.isArray(reply?.orders)) throw new Error("The app answered something else.");
  return reply;
}

export type Press =
  | { intent: "send"; order: string }
  | { intent: "retry" | "cancel"; id: string; version: number }
  | ({ intent: "approve"; id: string; version: number } & object);
