import { findKey, storeCheck } from "../../connection/connection-store.server.ts";
import { problemOfProducts } from "../../connection/products-problem.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { isStopping } from "../../queue/stopping.ts";
import { ReplyMisfit } from "../../wholesale/failures.ts";
import { TOO_LONG } from "../../wholesale/read-reply.ts";
import { removeUnusedWords } from "../search/search-store.server.ts";
import {
  type Checkpoint,
  claimRun,
  FAILED_REST_SECONDS,
  postponeRun,
  releaseRun,
  smallerPage,
  stopRun,
} from "./mirror-run.server.ts";
import { readPages } from "./read-pages.server.ts";
import { storePage } from "./store-page.server.ts";

/**
 * Time limit of a batch. The job then enqueues the shop's next batch, so that other shops get their turn. A
 * batch also ends if the process is stopping.
 */
const BATCH_MS = 10_000;
/**
 * Maximum number of unchanged pages that are read without a checkpoint. After a crash, these pages are read
 * again.
 */
const UNCHANGED_AT_MOST = 10;

/** Reads a batch of pages of the supplier's product list from the run's checkpoint. */
export async function mirrorCatalog(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const claimed = await claimRun(shop);
  if (claimed === null) return;
  let checkpoint = claimed;
  try {
    const key = await findKey(shop);
    if (key === null) {
      await stopRun(shop, checkpoint);
      return;
    }
    // Number of products since the checkpoint. An empty page counts as one product, so that `MAX_PRODUCTS` also
    // stops an endless list of empty pages.
    let productsRead = 0;
    const hasTimeLeft = () => performance.now() < until && !isStopping();
    for await (const { page, goesOn } of readPages({ ...checkpoint, shop, key }, hasTimeLeft)) {
      productsRead += Math.max(page.size, 1);
      if (goesOn && page.changes === null && page.number < checkpoint.page + UNCHANGED_AT_MOST) continue;
      const stored = await storePage(shop, checkpoint, { page, productsRead });
      if (stored.kind === "lost") return;
      if (stored.kind === "ended") {
        log.info(
          { shop, run: checkpoint.run, kind: checkpoint.kind, pages: page.number + 1 },
          "catalog.mirrored",
        );
        await storeCheck(shop, { generation: key.generation, check: { kind: "verified" } });
        if (stored.replaced) await removeUnusedWords(shop);
        return;
      }
      checkpoint = stored.checkpoint;
      productsRead = 0;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await postponeAfter(error, shop, checkpoint);
    return;
  }
  await releaseRun(shop, checkpoint);
}

async function postponeAfter(failure: Failure, shop: ShopDomain, checkpoint: Checkpoint): Promise<void> {
  const problem = problemOfProducts(failure);
  const { page, pageSize, retryCount } = checkpoint;
  log.warn(
    { shop, err: failure, page, pageSize, retryCount, problem: problem.kind },
    "catalog.mirror-failed",
  );
  const smaller = isPageTooLarge(failure, { retryCount }) ? smallerPage(pageSize) : pageSize;
  // A cursor is only valid with its page size, so another size restarts the list. After a transient failure,
  // the run continues at the same page. After other failures, a new run starts.
  const isSmaller = smaller < pageSize;
  const seconds =
    failure.isTransient || isSmaller ? backOffSeconds(retryCount, { failure }) : FAILED_REST_SECONDS;
  await postponeRun(shop, checkpoint, {
    seconds,
    problem,
    pageSize: smaller,
    restart: isSmaller || !failure.isTransient,
  });
}

/** HTTP statuses that may mean that the page size, the request or the reply is too large. */
const TOO_LARGE_STATUSES = [400, 413, 414, 422, 431];
/**
 * Number of timeouts in a row after which the page counts as too large. A single timeout may have another
 * cause.
 */
const UNANSWERED_AT_MOST = 3;

/** Returns true if the failure may be due to the size of the page, so that a smaller page may succeed. */
function isPageTooLarge(failure: Failure, { retryCount }: { retryCount: number }): boolean {
  if (failure instanceof ReplyMisfit) return failure.misfits.some(({ says }) => says === TOO_LONG);
  if (failure.status !== undefined)
    return (
      TOO_LARGE_STATUSES.includes(failure.status) ||
      (failure.status === 504 && retryCount >= UNANSWERED_AT_MOST)
    );
  return failure.explanation.code === "failure.supplier.no-answer" && retryCount >= UNANSWERED_AT_MOST;
}
