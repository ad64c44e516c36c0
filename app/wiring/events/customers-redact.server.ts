/** A customer's personal data must be erased. The app keeps none, so there is none to erase. */
export function eraseCustomerData(): Promise<void> {
  return Promise.resolve();
}
