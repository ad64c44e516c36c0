/** Whether an order's payment has arrived. One that is only authorised may never. */
export function isPaid(displayFinancialStatus: string | null | undefined): boolean {
  return displayFinancialStatus === "PAID" || displayFinancialStatus === "PARTIALLY_REFUNDED";
}
