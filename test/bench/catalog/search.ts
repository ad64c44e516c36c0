import { atMost, type Figure } from "../figure.ts";
import { percentile } from "../statistics.ts";
import { benchProduct } from "./products.ts";
import type { World } from "./world.ts";

const SEQUENCES = 200;
const CALLERS = 8;
/** Searches per caller that are not counted. */
const WARM_UP = 50;

/** Measures searching as a merchant types, and what the catalog's page reads, in the shop that the mirror has filled. */
export async function measureSearch(world: World): Promise<Figure[]> {
  const { shop, query, otherShops } = world;
  const { listProducts } = await import("../../../app/catalog/search/list-products.server.ts");
  const { findProducts } = await import("../../../app/catalog/search/find-products.server.ts");
  const { readProducts } = await import("../../../app/catalog/search/list-products.server.ts");
  const { parseProductFilter } = await import("../../../app/catalog/search/product-filter.ts");
  const { readInShop } = await import("../../../app/lib/database/db.server.ts");
  const filterOf = (typed: string) => parseProductFilter(new URLSearchParams({ q: typed })).filter;
  const page = { sort: "best", cursor: null, backwards: false, take: 21 } as const;
  const search = (typed: string) =>
    timed(() =>
      readInShop(shop, async (tx, now) => {
        const found = await findProducts(tx, { shop, now }, { filter: filterOf(typed), page });
        return readProducts(tx, shop, found.ids.slice(0, 20));
      }),
    );
  const sequences = sequencesOf(world);
  const keystrokes = sequences.flatMap(prefixesOf);
  const typed = async () => {
    const times: number[] = [];
    for (const text of keystrokes) times.push(await search(text));
    return times;
  };

  await query("vacuum analyze");
  await typed();
  const alone = await typed();
  const mistyped: number[] = [];
  for (const text of sequences) mistyped.push(await search(slip(text.split(" ").slice(0, 3).join(" "))));
  const together = async (texts: string[]) => {
    const queue = [...texts];
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        for (let text = queue.pop(); text !== undefined; text = queue.pop()) times.push(await search(text));
      }),
    );
    return times;
  };
  // Their connections are new, and the first statements of each are parsed and planned.
  await together(keystrokes.slice(0, CALLERS * WARM_UP));
  const atOnce = await together(keystrokes);
  const pages: number[] = [];
  for (let visit = 0; visit < sequences.length; visit += 1) {
    const filter = filterOf(visit % 2 === 0 ? "" : (keystrokes[visit * 7] ?? ""));
    pages.push(await timed(() => listProducts(shop, { filter, sort: "best", after: null, before: null })));
  }
  for (const table of ["product_search", "search_word", "supplier_variant", "supplier_product"])
    await query(`delete from ${table} where shop = any($1)`, [otherShops]);
  await query("vacuum analyze");
  await typed();
  const single = await typed();
  const p95 = percentile(alone, 0.95);
  return [
    atMost(40, { figure: "catalog page, p95", value: percentile(pages, 0.95), unit: "ms" }),
    atMost(20, { figure: "search as typed, p95", value: p95, unit: "ms" }),
    atMost(25, { figure: "search as typed, p99", value: percentile(alone, 0.99), unit: "ms" }),
    atMost(30, { figure: "search with one typo, p95", value: percentile(mistyped, 0.95), unit: "ms" }),
    atMost(80, {
      figure: "search, eight callers at once, p95",
      value: percentile(atOnce, 0.95),
      unit: "ms",
    }),
    atMost(2, {
      figure: "search as typed, beside no other shop",
      unit: "ratio",
      value: p95 / percentile(single, 0.95),
    }),
  ];
}

/** Typical searches: names from their beginning or their middle, brands, SKUs. The same each time. */
function sequencesOf({ products, sample }: World): string[] {
  return Array.from({ length: sample(SEQUENCES) }, (_, index) => {
    const { name, brand, variants } = benchProduct((index * 7919) % products);
    const words = name.split(" ");
    const kinds = [
      name,
      words.slice(1, 4).join(" "),
      words.slice(3).join(" "),
      `${String(brand)} ${words[2] ?? ""}`,
    ];
    return index % 5 === 4 ? (variants[index % variants.length]?.sku ?? name) : (kinds[index % 4] ?? name);
  });
}

function prefixesOf(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1)).filter((typed) => !typed.endsWith(" "));
}

/** Leaves out a letter in the middle of the longest word. */
function slip(text: string): string {
  const longest = text.split(" ").reduce((found, word) => (word.length > found.length ? word : found), "");
  const middle = Math.ceil(longest.length / 2);
  return text.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
