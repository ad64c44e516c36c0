/**
 * A customer wants to see the personal data that the app keeps of them. It keeps none (addresses are read when an order
 * is placed and never stored, but for a keyed hash until the parcel has left), so there is none to hand out.
 */
export function reportCustomerData(): Promise<void> {
  return Promise.resolve();
}
