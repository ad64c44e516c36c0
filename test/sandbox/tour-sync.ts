import type { SyncStatus } from "../../app/catalog/sync/merchant/find-sync-status.server.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import type { ProductView } from "./shop/merchant-views.ts";
import { control, escapeHtml, poll } from "./tour-support.ts";

const PAGE = ["/app/sync", "routes/app.sync"] as const;
const FOLLOWS_WITHIN_MS = 180_000;

const t = translator("en");

/** The status as JSON carries it. */
type Status = Omit<SyncStatus, "readAt"> & { readAt: string | null };

/**
 * The supplier changes a price and a stock, and the shop follows. If the supplier cannot be controlled, a second run
 * finds nothing to do, and the page says so.
 */
export async function seeSync(sandbox: Sandbox): Promise<string> {
  const [product] = (await productsIn(sandbox)).filter(({ variants }) => variants.some(({ sku }) => sku));
  if (sandbox.wholesale === null || product === undefined) {
    await syncNow(sandbox);
    return syncNow(sandbox);
  }
  const { supplier } = sandbox.wholesale;
  const { products } = supplier.catalogue.page({ from: 0, limit: supplier.catalogue.size });
  const offered = products.find(({ name }) => name === product.title);
  const [variant] = offered?.variants ?? [];
  if (!offered || !variant) throw new Error(`The supplier does not have “${product.title}”.`);
  // A tenth more: larger changes wait for approval.
  const price = ((variant.priceMinor * 1.1) / 100).toFixed(2);
  const stock = variant.stock + 7;
  await control(sandbox, `/_wholesale/products/${offered.id}`, {
    variants: [{ id: variant.id, price, stock }],
  });
  await sandbox.merchant().submit(...PAGE, { intent: "sync-now" });
  const followed = await poll(FOLLOWS_WITHIN_MS, async () => {
    const [now] = (await productsIn(sandbox)).filter(({ id }) => id === product.id);
    return (
      now?.variants.find(({ cost, available }) => Number(cost) === Number(price) && available === stock) ??
      null
    );
  });
  if (followed === null) throw new Error(`The shop does not follow: ${price} and ${String(stock)} pieces.`);
  const before = product.variants.find(({ id }) => id === followed.id);
  if (!(Number(followed.price) > Number(before?.price ?? 0)))
    throw new Error(`${followed.sku ?? ""} costs more, and is sold for the same price.`);
  return `${followed.sku ?? product.title} now costs ${price}, sells for ${followed.price}, and ${String(stock)} are in stock; ${await syncNow(sandbox)}`;
}

async function productsIn(sandbox: Sandbox): Promise<ProductView[]> {
  const { products } = await control<{ products: ProductView[] }>(sandbox, "/_shop/products");
  return products;
}

/** Presses the button, waits for the run's end, and returns what the page says about it. */
async function syncNow(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  const before = (await statusOf(sandbox)).readAt;
  await browser.submit(...PAGE, { intent: "sync-now" });
  const ended = await poll(FOLLOWS_WITHIN_MS, async () => {
    const status = await statusOf(sandbox);
    return status.problem !== null || (status.state === "resting" && status.readAt !== before)
      ? status
      : null;
  });
  if (ended === null) throw new Error("The run does not end.");
  const { problem, following } = ended;
  if (problem !== null && problem.kind !== "not-offered") throw new Error(t(problem.message));
  const said =
    problem !== null
      ? t("sync.state.unavailable")
      : t(following === 0 ? "sync.state.nothing-imported" : "sync.state.up-to-date");
  const page = await browser.open("/app/sync");
  if (!page.html.includes(escapeHtml(said))) throw new Error(`The page does not say “${said}”`);
  return said;
}

async function statusOf(sandbox: Sandbox): Promise<Status> {
  const { status } = await sandbox.merchant().read<{ status: Status }>(...PAGE);
  return status;
}
