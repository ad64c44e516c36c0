import type { ProductsProblem } from "../../app/connection/products-problem.ts";
import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import type { ProductView } from "./shop/merchant-views.ts";
import { control, escapeHtml, poll } from "./tour-support.ts";

type Product = {
  id: string;
  name: string;
  stock: number;
  discontinued: boolean;
  gone: boolean;
  link: { state: string; problem: Message | null } | null;
};
type Page = { kind: "page"; products: Product[]; nextCursor: string | null; reading: boolean };
type Catalog = Page | { kind: "not-connected" } | { kind: "unavailable"; problem: ProductsProblem };

const t = translator("en");

/** Connecting starts the first read of the catalog. Its first pages may take this long. */
const READ_WITHIN_MS = 180_000;
const IMPORT_WITHIN_MS = 180_000;
/** Some of the supplier's products may be fit for no shop. */
const TRY_AT_MOST = 5;

/** Waits for the first of the supplier's products, or for the page to say that there are none to be had. */
export async function seeCatalogue(sandbox: Sandbox): Promise<string> {
  const seen = await catalogueOf(sandbox);
  const page = await sandbox.merchant().open("/app/catalog");
  if (page.status !== 200) throw new Error(`The catalog answered ${String(page.status)}.`);
  if (seen.kind === "unavailable") {
    // Nothing is wrong with a supplier that has only what is documented, as long as the page says so.
    const title = titleOf(seen.problem);
    if (page.html.includes(escapeHtml(title))) return `${title}, and the page says so`;
    throw new Error(title);
  }
  const [first] = seen.products;
  if (first && !page.html.includes(escapeHtml(first.name)))
    throw new Error(`The page does not show “${first.name}”.`);
  return `${String(seen.products.length)} products on the first page${seen.nextCursor === null ? "" : ", and more behind it"}`;
}

/** Imports a product that can be ordered, and finds it in the shop. */
export async function importProduct(sandbox: Sandbox): Promise<string> {
  const seen = await catalogueOf(sandbox);
  if (seen.kind === "unavailable") return "nothing to import: the supplier has no product list";
  const fit = seen.products
    .filter(({ stock, discontinued, gone }) => stock > 0 && !discontinued && !gone)
    .slice(0, TRY_AT_MOST);
  let why = "The supplier offers nothing that can be ordered.";
  for (const { id, name } of fit) {
    await sandbox.merchant().importProducts([id]);
    const { state, problem } = await endOfImport(sandbox, id);
    if (state === "imported") return lookInShop(sandbox, name);
    why = `“${name}” was not imported: ${problem ? t(problem) : ""}`;
  }
  throw new Error(why);
}

/** The catalog's first page, once it has been read that far. */
async function catalogueOf(sandbox: Sandbox): Promise<Page | Extract<Catalog, { kind: "unavailable" }>> {
  const seen = await poll(READ_WITHIN_MS, async () => {
    const now = await sandbox.merchant().read<Catalog>("/app/catalog", "routes/app.catalog");
    return now.kind === "page" && now.products.length === 0 && now.reading ? null : now;
  });
  if (seen === null) throw new Error("The catalog is still being read, and shows no product yet.");
  if (seen.kind === "not-connected") throw new Error("The catalog says that the shop is not connected.");
  if (seen.kind === "unavailable" && seen.problem.kind !== "not-offered")
    throw new Error(titleOf(seen.problem));
  return seen;
}

function titleOf({ kind }: ProductsProblem): string {
  return t(`connection.products.${kind}.title`);
}

async function endOfImport(sandbox: Sandbox, id: string): Promise<NonNullable<Product["link"]>> {
  const ended = await poll(IMPORT_WITHIN_MS, async () => {
    const now = await sandbox.merchant().read<Catalog>("/app/catalog", "routes/app.catalog");
    const link = now.kind === "page" ? now.products.find((product) => product.id === id)?.link : undefined;
    return link && link.state !== "importing" ? link : null;
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
