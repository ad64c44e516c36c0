/** The reply of app/routes/api.order-block.ts. Older releases of the app send fewer fields, which are optional here. */
export type Reply = {
  connected: boolean;
  /** True if a part of the order has not been requested from the supplier yet. */
  unrequested: boolean;
  /** Why that part is not sent now. */
  waits?: string | null;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  /** Version of the order's row. Without it, the block shows no buttons. */
  version?: number;
  /**
   * `cancel`: the effect of canceling the order now. `cancelLabel`: the button's label, if the supplier has nothing
   * to cancel.
   */
  can?: { retry: boolean; cancel: string | null; cancelLabel?: string | null; approve?: Approval | null };
  /** The order's status in the requested language: `label` is a word, and `message` a sentence. */
  label: string;
  message: string;
  tone: string | null;
  supplierOrderId: string | null;
  /** The order's items, and its cost and profit. */
  items?: string[];
  amounts?: { label: string; amount: string }[];
  shipments: OrderShipment[];
};

/**
 * A button that sends a held order after all. The block returns `seen`, so that the merchant approves only what the
 * block showed.
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
