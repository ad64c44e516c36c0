/** Integer minor units (cents) as a decimal string: 1250 → "12.50". Exact, because no division takes place. */
export function decimal(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
