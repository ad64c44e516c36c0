/** The app's reply: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** True if part of the order waits for a fulfillment request. */
  unrequested: boolean;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
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
