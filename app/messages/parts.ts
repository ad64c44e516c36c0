/**
 * The parts of a language. A browser gets each part as one file (scripts/language-chunks.ts). A page may have at most 200 KB
 * of script, so the pages with the most script load only the parts that they show.
 */

/** The files in each part, in a language's folder. `blocks` is in none: only the server has its texts. */
const PARTS = {
  /** Texts of every page. */
  shared: ["general", "failures", "connection", "settings", "polaris"],
  /** The list of orders, and an order. */
  orders: [
    "orders/orders",
    "orders/to-send",
    "orders/order-list",
    "orders/order-decisions",
    "orders/order-reasons",
    "orders/order-changes",
    "orders/rules",
  ],
  /** The catalog, imported products and their updates. */
  products: ["catalog", "prices", "imports", "links", "sync"],
  /** Home, the guide, activity, shipping, methods and profit. */
  rest: ["home", "guide", "shipping", "orders/profit", "orders/methods", "activity"],
  /**
   * Texts that a page shares with no other page: branding, the confirmation of prices and shipping, the dry run,
   * differences, rules, notifications, an order.
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

/** The pages with the most script, and the parts they show beside `shared`. Every other page loads all parts. */
const PARTS_OF: Partial<Record<string, Part[]>> = {
  "routes/app._index": ["orders", "products", "rest"],
  "routes/app.activity": ["orders", "products", "rest"],
  "routes/app.orders._index": ["orders"],
  "routes/app.orders.$id": ["orders", "rest", "seldom"],
  "routes/app.rules": ["orders", "rest", "seldom"],
  "routes/app.reconciliation": ["orders", "rest", "seldom"],
  "routes/app.settings": ["orders", "products", "rest"],
  "routes/app.rates": ["rest"],
  "routes/app.catalog": ["products"],
  "routes/app.catalog_.import": ["products"],
  "routes/app.catalog_.prices": ["products"],
  "routes/app.products.$id": ["products"],
  "routes/app.links": ["products"],
  "routes/app.prices": ["products", "rest"],
  "routes/app.start": ["products", "rest", "seldom"],
  "routes/app.imports.$id": ["products", "rest"],
  "routes/app.profit": ["orders", "rest"],
  "routes/app.sync": ["products"],
};

/** Returns the parts that a page needs, such as "de/orders". The root's loader has chosen the languages. */
export function partsOfPage(matches: readonly { id: string; data: unknown }[]): string[] {
  const { languages: tags = ["en"] } = (matches[0]?.data ?? {}) as { languages?: string[] };
  return partsOf(tags, PARTS_OF[matches.at(-1)?.id ?? ""]);
}

/** Returns parts of languages, by default all of them. */
export function partsOf(tags: string[], parts: readonly Part[] = EVERY_PART): string[] {
  return tags.flatMap((tag) => [...new Set<Part>(["shared", ...parts])].map((part) => `${tag}/${part}`));
}

/** Returns the language of a part such as "de/orders", and its files: "de/orders/to-send". */
export function filesOf(name: string): { tag: string; files: string[] } {
  const [tag = "", part = ""] = name.split("/");
  return { tag, files: (PARTS[part as Part] as readonly string[]).map((file) => `${tag}/${file}`) };
}

/** Returns the part that has a file, or undefined if none has it. @param file such as "de/orders/to-send". */
export function partOf(file: string): string | undefined {
  const [tag = "", ...name] = file.split("/");
  const part = EVERY_PART.find((each) => (PARTS[each] as readonly string[]).includes(name.join("/")));
  return part && `${tag}/${part}`;
}
