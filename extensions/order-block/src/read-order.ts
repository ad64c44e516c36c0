/** The app's reply: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** True if part of the order waits for a fulfillment request. */
  unrequested: boolean;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  /** Missing in replies of an older app: then the block has no buttons. `cancel`: the effect of canceling it now. */
  version?: number;
  can?: { retry: boolean; cancel: string | null };
  /** Its status in a word, and in full below, in the requested language. */
  label: string;
  message: string;
  tone: string | null;
  supplierOrderId: string | null;
  shipments: OrderShipment[];
};

export type OrderShipment = { carrier: string | null; number: string | null; url: string | null };

/**
 * Asks the app where the supplier's part of an order stands. Shopify leads the relative address to the app, and adds the
 * token that says which shop is asking.
 *
 * @param language the one of this block's own words.
 */
export async function readOrder(orderId: string, language: string): Promise<Reply> {
  const address = new URLSearchParams({ order: orderId, locale: language });
  const response = await fetch(`/api/order-block?${address.toString()}`);
  if (!response.ok) throw new Error(`The app answered ${String(response.status)}.`);
  const reply = (await response.json()) as Reply | null;
  // Shopify stores the extension and deploys it separately, so the app may be older or newer.
  if (!Array.isArray(reply?.orders)) throw new Error("The app answered something else.");
  return reply;
}

export type Press =
  { intent: "send"; order: string } | { intent: "retry" | "cancel"; id: string; version: number };

/** Presses a button, as on the order's page in the app. Returns the app's sentence about what happens now. */
export async function press(pressed: Press, language: string): Promise<string> {
  const response = await fetch(`/api/order-block?locale=${language}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(pressed),
  });
  const { notice } = (await response.json()) as { notice?: unknown };
  if (!response.ok || typeof notice !== "string")
    throw new Error(`The app answered ${String(response.status)}.`);
  return notice;
}
