/** The app's reply: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** True if part of the order waits for a fulfillment request. */
  unrequested: boolean;
  /** Why the waiting part of the order is not sent now. Earlier releases of the app reply without it. */
  waits?: string | null;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  /** Missing in replies of an older app: then the block has no buttons. */
  version?: number;
  /**
   * `cancel`: the effect of canceling it now. `cancelLabel`: the button for that, if the supplier has nothing to cancel. Older apps
   * do not send `cancelLabel` and `approve`.
   */
  can?: { retry: boolean; cancel: string | null; cancelLabel?: string | null; approve?: Approval | null };
  /** Its status in a word, and in full below, in the requested language. */
  label: string;
  message: string;
  tone: string | null;
  supplierOrderId: string | null;
  /** Its items, cost and profit. Older apps do not send them. */
  items?: string[];
  amounts?: { label: string; amount: string }[];
  shipments: OrderShipment[];
};

/** A button that sends a held order all the same. `seen` goes back to the app: it approves nothing else. */
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
