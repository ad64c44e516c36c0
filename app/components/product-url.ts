/** Returns the page of a supplier's product. */
export function productUrl(id: string): `/app/${string}` {
  return `/app/products/${encodeURIComponent(id)}`;
}
