import type { CatalogProduct } from "../../catalog/list-products.server.ts";
import { formatMoney } from "../../lib/money.ts";

export type Row = ReturnType<typeof toRow>;

/** What the table shows of a product. */
export function toRow(product: CatalogProduct) {
  const { cost, stock, image, discontinued, gone, ...rest } = product;
  return {
    ...rest,
    image: safeImage(image),
    cost: cost === null ? "" : `${cost.differs ? "from " : ""}${formatMoney(cost)}`,
    stock: stock > 0 ? stock.toLocaleString("en") : "None",
    inStock: stock > 0,
    /** Why it cannot be chosen any more. */
    ended: gone ? "No longer offered" : discontinued ? "Discontinued" : null,
  };
}

/** Addresses come from outside: only those that a browser fetches as an image. */
function safeImage(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
