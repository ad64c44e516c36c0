/** What the app answers: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** Whether part of it waits for somebody to request its fulfillment. */
  unrequested: boolean;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  /** Where it stands, in a word and in full, in the language that was asked for. */
  label: string;
  message: string;
  tone: string | null;
  supplierOrderId: string | null;
  parcels: Parcel[];
};

export type Parcel = { carrier: string | null; number: string | null; url: string | null };

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
  // Shopify keeps the extension, somebody else the app: they need not be of the same age.
  if (!Array.isArray(reply?.orders)) throw new Error("The app answered something else.");
  return reply;
}
