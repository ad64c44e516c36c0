/** Returns true if an order's payment has arrived. An authorized payment may never arrive. */
export function isPaid(displayFinancialStatus: string | null | undefined): boolean {
  return displayFinancialStatus === "PAID" || displayFinancialStatus === "PARTIALLY_REFUNDED";
}
