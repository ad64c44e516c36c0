/** The reply of app/routes/api.send-orders.ts. */
export type Reply = { connected: false } | Selected;

export type Selected = {
  connected: true;
  orders: SelectedOrder[];
  /** Sums of the orders that would be sent. `excluded` is a sentence about orders that the sums leave out. */
  totals: { lines: { label: string; amount: string }[]; excluded: string | null };
  /** A fact that the merchant should know before sending. */
  hint: string | null;
};

type Part = { id: string; version: number };

export type SelectedOrder = {
  id: string;
  name: string;
  /** The parts that would be sent; empty if nothing is sent. */
  toSend: Part[];
  toRetry: Part[];
  amounts: string[];
  /** True while the app does not know the result of the click yet. */
  isUnderWay: boolean;
  /** Why this dialog does not send the order, or a part of it. */
  kept: string | null;
  /** The status of the order, or the result of the click. */
  status: string;
};

export function toReply(json: unknown): Reply {
  const reply = json as Reply | null;
  if (reply?.connected === false || Array.isArray(reply?.orders)) return reply;
  throw new Error("The app answered something else.");
}

/** Returns true if the button would send or retry a part of the order. */
export function isSendable({ toSend, toRetry }: SelectedOrder): boolean {
  return toSend.length + toRetry.length > 0;
}
