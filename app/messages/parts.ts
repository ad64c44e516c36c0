/**
 * Divides a language into parts. A browser gets each part as one file (scripts/language-chunks.ts). A page may load
 * at most 200 KB of script, so large pages load only the parts that they show.
 */

/** The files of each part, in a language's folder. `blocks` is missing, because only the server uses its texts. */
const PARTS = {
  /** Texts that every page needs. */
  shared: ["general", "failures", "connection", "settings", "polaris"],
  /** Texts of orders that several pages show, and those that events name. */
  orders: ["orders/orders", "orders/order-reasons", "orders/order-changes", "orders/rules"],
  /** Texts of the list of orders: its search, its filters, orders to send, and actions on many orders. */
  orderList: ["orders/order-list", "orders/to-send"],
  /** Texts of the catalog, of imports, and of product updates. */
  products: ["catalog", "prices", "imports", "sync"],
  /** Texts of the Links page. */
  links: ["links"],
  /** Texts of Home, the guide, activity, shipping, methods and profit, and of an order's decisions. */
  rest: [
    "home",
    "guide",
    "shipping",
    "orders/profit",
    "orders/methods",
    "orders/order-decisions",
    "activity",
  ],
  /**
   * Texts that only one page needs: branding, the confirmation of prices and shipping, the dry run, differences,
   * rules, notifications, an order.
   */
  seldom: [
    "branding",
    "orders/dry-run",
    "notifications",
    "orders/order-doubts",
    "orders/order-notices",
    "orders/reconciliation",
    "orders/rules-page",
    "start",
  ],
} as const;
type Part = keyof typeof PARTS;
const EVERY_PART = Object.keys(PARTS) as Part[];

/** Parts that large pages load, beside `shared`. Every other page loads all parts. */
const PARTS_OF: Partial<Record<string, Part[]>> = {
  "routes/app._index": ["orders", "products", "rest"],
  "routes/app.activity": ["orders", "products", "rest"],
  "routes/app.orders._index": ["orders", "orderList"],
  "routes/app.orders.$id": ["orders", "orderList", "rest", "seldom"],
  "routes/app.rules": ["orders", "rest", "seldom"],
  "routes/app.reconciliation": ["orders", "rest", "seldom"],
  "routes/app.dry-run": ["orders", "orderList", "rest", "seldom"],
  "routes/app.branding": ["orders", "rest", "seldom"],
  "routes/app.settings": ["orders", "products", "rest"],
  "routes/app.rates": ["rest"],
  "routes/app.catalog": ["products"],
  "routes/app.catalog_.import": ["products"],
  "routes/app.catalog_.prices": ["products"],
  "routes/app.products.$id": ["products"],
  "routes/app.links": ["products", "links"],
  "routes/app.prices": ["products", "rest"],
  "routes/app.start": ["products", "rest", "seldom"],
  "routes/app.imports.$id": ["products", "rest"],
  "routes/app.profit": ["orders", "rest"],
  "routes/app.sync": ["products"],
};

/** Returns the parts that a page needs, such as "de/orders". The root route's loader has chosen the languages. */
export function partsOfPage(matches: readonly { id: string; data: unknown }[]): string[] {
  const { languages: tags = ["en"] } = (matches[0]?.data ?? {}) as { languages?: string[] };
  return partsOf(tags, PARTS_OF[matches.at(-1)?.id ?? ""]);
}

/** Returns the names of the given parts in the given languages. By default, returns all parts. */
export function partsOf(tags: string[], parts: readonly Part[] = EVERY_PART): string[] {
  return tags.flatMap((tag) => [...new Set<Part>(["shared", ...parts])].map((part) => `${tag}/${part}`));
}

/** Returns the language and the files of a part. The part "de/orders" contains the file "de/orders/to-send". */
export function filesOf(name: string): { tag: string; files: string[] } {
  const [tag = "", part = ""] = name.split("/");
  return { tag, files: (PARTS[part as Part] as readonly string[]).map((file) => `${tag}/${file}`) };
}

/** Returns the part that contains a file such as "de/orders/to-send"; undefined if none does. */
export function partOf(file: string): string | undefined {
  const [tag = "", ...name] = file.split("/");
  const part = EVERY_PART.find((each) => (PARTS[each] as readonly string[]).includes(name.join("/")));
  return part && `${tag}/${part}`;
}
