import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findKey, storeCheck } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { problemOfProducts } from "../../connection/products-problem.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import type { Page, Product } from "../../wholesale/resources.ts";
import { summarize } from "../../wholesale/skipped.ts";
import { idsOf, toMirrorRows } from "./mirror-rows.ts";
import {
  type Checkpoint,
  claimRun,
  postponeRun,
  releaseRun,
  REST_SECONDS,
  stopRun,
  storePage,
} from "./mirror-store.server.ts";

const PAGE_SIZE = 100;
/** A batch ends after so long and wakes the next one: no shop's catalog keeps the others waiting. */
const BATCH_MS = 10_000;

/** Reads a batch of pages of the supplier's product list, from the checkpoint that the last batch or crash left. */
export async function mirrorCatalog(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  let checkpoint = await claimRun(shop);
  if (checkpoint === null) return;
  try {
    const key = await findKey(shop);
    if (key === null) {
      await stopRun(shop, checkpoint);
      return;
    }
    while (performance.now() < until) {
      const { items, skipped, nextCursor } = await readPage({ shop, key }, checkpoint);
      const page = { rows: toMirrorRows(items), skippedIds: idsOf(skipped), nextCursor };
      const stored = await storePage(shop, checkpoint, page);
      if (stored.kind === "repeated") throw notAdvancing();
      if (stored.kind === "lost") return;
      if (skipped.length > 0) log.warn({ shop, ...summarize(skipped) }, "catalog.product-skipped");
      if (stored.kind === "ended") {
        log.info({ shop, run: checkpoint.run, pages: checkpoint.page + 1 }, "catalog.mirrored");
        const check = { kind: "verified" } as const;
        await storeCheck(shop, { generation: key.generation, check });
        return;
      }
      checkpoint = stored.checkpoint;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await postponeAfter(error, shop, checkpoint);
    return;
  }
  await releaseRun(shop, checkpoint);
}

async function readPage(
  connection: { shop: ShopDomain; key: OpenKey },
  { cursor }: Checkpoint,
): Promise<Page<Product>> {
  const page = await callAsShop(
    connection,
    "listProducts",
    { pageSize: PAGE_SIZE, cursor },
    { pace: "bulk" },
  );
  if (page.nextCursor !== null && page.nextCursor === cursor) throw notAdvancing();
  return page;
}

function notAdvancing(): Failure {
  return new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.product-list-stuck" },
  });
}

async function postponeAfter(failure: Failure, shop: ShopDomain, checkpoint: Checkpoint): Promise<void> {
  const problem = problemOfProducts(failure);
  const { page, retryCount } = checkpoint;
  log.warn({ shop, err: failure, page, retryCount, problem: problem.kind }, "catalog.mirror-failed");
  // What is transient is worth continuing from here; after anything else the list may be another one the next time.
  const seconds = failure.isTransient ? backOffSeconds(retryCount, { failure }) : REST_SECONDS;
  await postponeRun(shop, checkpoint, { seconds, restart: !failure.isTransient, problem });
}
