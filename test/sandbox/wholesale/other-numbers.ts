/** The other dialect numbers what the supplier names: `prd_000077` is 10000077, its second variant 1000007702. */
export const productNumber = (id: string) => PRODUCTS + digits(id, /^prd_(\d+)$/);
export const productId = (number: number) => `prd_${String(number - PRODUCTS).padStart(6, "0")}`;

export function variantNumber(id: string): number {
  const [product = "", position = ""] = /^var_(\d+)_(\d+)$/.exec(id)?.slice(1) ?? [];
  return (PRODUCTS + Number(product)) * 100 + Number(position);
}

export function variantId(number: number): string {
  const product = Math.floor(number / 100) - PRODUCTS;
  return `var_${String(product).padStart(6, "0")}_${String(number % 100)}`;
}

export const orderNumber = (id: string) => ORDERS + digits(id, /^ord_(\d+)$/);
export const orderId = (number: number) => `ord_${String(number - ORDERS).padStart(6, "0")}`;

export function parcelNumber(id: string): number {
  const [order = "", position = ""] = /^shp_(\d+)_(\d+)$/.exec(id)?.slice(1) ?? [];
  return (ORDERS + Number(order)) * 100 + Number(position);
}

const PRODUCTS = 10_000_000;
const ORDERS = 500_000;

function digits(id: string, pattern: RegExp): number {
  return Number(pattern.exec(id)?.[1]);
}
