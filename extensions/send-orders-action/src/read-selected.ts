/** The app's reply: app/routes/api.send-orders.ts. */
export type Reply = { connected: false } | Selected;

export type Selected = {
  connected: true;
  orders: SelectedOrder[];
  /** Sums of the orders that would be sent. `excluded`: a sentence about orders that are not in the sums. */
  totals: { lines: { label: string; amount: string }[]; excluded: string | null };
  /** A further fact to know before sending. */
  hint: string | null;
};

type Part = { id: string; version: number };

export type SelectedOrder = {
  id: string;
  name: string;
  /** The parts that would be sent, as the merchant sees them; none if no part of the order is sent. */
  toSend: Part[];
  toRetry: Part[];
  amounts: string[];
  /** True while the result of a press is not known. */
  isUnderWay: boolean;
  /** Why a part of the order, or all of it, is not sent from this dialog. */
  kept: string | null;
  /** The status of the order, or the result of the press. */
  status: string;
};

export function toReply(json: unknown): Reply {
  const reply = json as Reply | null;
  if (reply?.connected === false || Array.isArray(reply?.orders)) return reply;
  throw new Error("The app answered something else.");
}

/** Returns true if sending would send or retry a part of the order. */
export function isSendable({ toSend, toRetry }: SelectedOrder): boolean {
  return toSend.length + toRetry.length > 0;
}
