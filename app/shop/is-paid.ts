/** Whether an order's payment has arrived. A payment that is only authorized may never arrive. */
export function isPaid(displayFinancialStatus: string | null | undefined): boolean {
  return displayFinancialStatus === "PAID" || displayFinancialStatus === "PARTIALLY_REFUNDED";
}
