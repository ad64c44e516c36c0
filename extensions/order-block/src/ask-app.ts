/** What the app answers: app/routes/api.order-block.ts. */
export type Reply = {
  connected: boolean;
  /** Whether part of it waits for somebody to request its fulfilment. */
  unrequested: boolean;
  orders: SupplierOrder[];
};

export type SupplierOrder = {
  id: string;
  label: string;
  tone: string | null;
  said: string;
  supplierOrderId: string | null;
  parcels: Parcel[];
};

export type Parcel = { carrier: string | null; number: string | null; url: string | null };

/**
 * Asks the app how the supplier's part of an order stands. Shopify leads the relative address to the app, and adds the
 * token that says which shop is asking.
 */
export async function askApp(orderId: string): Promise<Reply> {
  const response = await fetch(`/api/order-block?order=${encodeURIComponent(orderId)}`);
  if (!response.ok) throw new Error(`The app answered ${String(response.status)}.`);
  const reply = (await response.json()) as Reply | null;
  // Shopify keeps the extension, somebody else the app: they need not be of the same age.
  if (!Array.isArray(reply?.orders)) throw new Error("The app answered something else.");
  return reply;
}
