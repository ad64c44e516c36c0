import type { Sandbox } from "./sandbox.ts";
import type { ProductView } from "./shop/merchant-views.ts";
import { control, escapeHtml, poll } from "./tour-support.ts";

type Row = {
  id: string;
  name: string;
  inStock: boolean;
  ended: string | null;
  listing: { state: string; said: string | null } | null;
};
type Page = { kind: "page"; rows: Row[]; nextCursor: string | null; reading: boolean };
type Catalogue = Page | { kind: "not-connected" } | { kind: "unavailable"; why: string; title: string };

/** Connecting begins the reading; it may take as long for its first pages to be there. */
const READ_WITHIN_MS = 30_000;
const IMPORT_WITHIN_MS = 30_000;
/** Of what the supplier offers, some may be fit for no shop. */
const TRY_AT_MOST = 5;

/** Waits for the first of the supplier's products, or for the page to say that there are none to be had. */
export async function seeCatalogue(sandbox: Sandbox): Promise<string> {
  const seen = await catalogueOf(sandbox);
  const page = await sandbox.merchant().open("/app/catalog");
  if (page.status !== 200) throw new Error(`The catalogue answered ${String(page.status)}.`);
  if (seen.kind === "unavailable") {
    // Nothing is wrong with a supplier that has only what is documented, as long as the page says so.
    if (page.html.includes(seen.title)) return `${seen.title}, and the page says so`;
    throw new Error(seen.title);
  }
  const [first] = seen.rows;
  if (first && !page.html.includes(escapeHtml(first.name)))
    throw new Error(`The page does not show “${first.name}”.`);
  return `${String(seen.rows.length)} products on the first page${seen.nextCursor === null ? "" : ", and more behind it"}`;
}

/** Imports a product that can be ordered, and finds it in the shop. */
export async function importProduct(sandbox: Sandbox): Promise<string> {
  const seen = await catalogueOf(sandbox);
  if (seen.kind === "unavailable") return "nothing to import: the supplier has no product list";
  const fit = seen.rows.filter(({ inStock, ended }) => inStock && ended === null).slice(0, TRY_AT_MOST);
  let said = "The supplier offers nothing that can be ordered.";
  for (const { id, name } of fit) {
    await sandbox.merchant().submit("/app/catalog", "routes/app.catalog", { intent: "import", id });
    const listing = await endOfImport(sandbox, id);
    if (listing.state === "imported") return lookInShop(sandbox, name);
    said = `“${name}” was not imported: ${listing.said ?? ""}`;
  }
  throw new Error(said);
}

/** The catalogue's first page, once it has been read that far. */
async function catalogueOf(sandbox: Sandbox): Promise<Page | Extract<Catalogue, { kind: "unavailable" }>> {
  const seen = await poll(READ_WITHIN_MS, async () => {
    const now = await sandbox.merchant().read<Catalogue>("/app/catalog", "routes/app.catalog");
    return now.kind === "page" && now.rows.length === 0 && now.reading ? null : now;
  });
  if (seen === null) throw new Error("The catalogue is still being read, and shows no product yet.");
  if (seen.kind === "not-connected") throw new Error("The catalogue says that the shop is not connected.");
  if (seen.kind === "unavailable" && seen.why !== "not-offered") throw new Error(seen.title);
  return seen;
}

async function endOfImport(sandbox: Sandbox, id: string): Promise<NonNullable<Row["listing"]>> {
  const ended = await poll(IMPORT_WITHIN_MS, async () => {
    const now = await sandbox.merchant().read<Catalogue>("/app/catalog", "routes/app.catalog");
    const listing = now.kind === "page" ? now.rows.find((row) => row.id === id)?.listing : undefined;
    return listing && listing.state !== "importing" ? listing : null;
  });
  if (ended === null) throw new Error("The import does not end.");
  return ended;
}

async function lookInShop(sandbox: Sandbox, name: string): Promise<string> {
  const { products } = await control<{ products: ProductView[] }>(sandbox, "/_shop/products");
  const product = products.find(({ title }) => title === name);
  if (!product) throw new Error(`The shop has no product “${name}”.`);
  for (const { sku, price, cost } of product.variants) {
    if (!sku) throw new Error("A variant has no SKU.");
    if (cost === null || Number(price) < Number(cost))
      throw new Error(`${sku} is sold for less than it costs.`);
  }
  const available = product.variants.reduce((sum, variant) => sum + variant.available, 0);
  if (available === 0) throw new Error("There is nothing in stock.");
  return `“${name}” with ${String(product.variants.length)} variants and ${String(available)} pieces in stock`;
}
