import { findRefresh, refreshProduct } from "../../catalog/sync/merchant/refresh-product.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { cancelShopOrder } from "../../orders/canceling/request-cancellation.server.ts";
import { sendShopOrder } from "../../orders/sending/send-shop-order.server.ts";
import { holdOrder } from "../../orders/holding/hold-order.server.ts";
import { findCancelProgress, findSendProgress } from "../../orders/views/find-progress.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { claim, type Claimed, postpone, release } from "../../queue/lease.server.ts";
import type { Progress } from "../../queue/progress.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { type ShopOrderId, shopOrderId, type ShopProductId, shopProductId } from "../../shop/ids.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";

type ClaimedRun = Claimed<"FlowActionRun">;

/** Lease of a call. An action takes less time: a read of the shop (90 s per page) or of the supplier's product. */
const LEASE_SECONDS = 300;

/** Age at which a call counts as failed: Flow gives up after 36 hours. */
const TRIED_FOR_MS = 36 * 3600 * 1000;

/** Carries out Flow's call of an action, if the call is due and not claimed already. */
export async function runFlowAction({ shop, runId: id }: { shop: ShopDomain; runId: string }): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "FlowActionRun", { key: { shop, id }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await runClaimed(claimed);
}

/** Carries out every due call: those whose job was lost, and those whose worker crashed or failed. */
export async function sweepFlowActions(): Promise<void> {
  await sweep({ purpose: "orders", work: "FlowActionRun", seconds: LEASE_SECONDS, process: runClaimed });
}

/**
 * Carries out a claimed call. After a crash, this runs again. The action then finds what the first run has already
 * done.
 */
async function runClaimed(claimed: ClaimedRun): Promise<void> {
  const { shop, id, retryCount, receivedAt, claimedAt } = claimed;
  const action = claimed.action as FlowAction;
  const isOver = claimedAt.getTime() - receivedAt.getTime() > TRIED_FOR_MS;
  const tryBegin = () =>
    begin({ ...claimed, action }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      log.warn({ shop, runId: id, action, err: error }, "flow.action-failed");
      return error;
    });
  // After `TRIED_FOR_MS`, Flow has reported the workflow as failed, and the merchant may have acted on that. Therefore
  // the action no longer begins.
  const begun = isOver ? "failed" : await tryBegin();
  if (begun instanceof Failure && !begun.isPermanent) {
    const seconds = backOffSeconds(retryCount, { failure: begun });
    await inShop(shop, (tx) =>
      postpone(tx, "FlowActionRun", claimed, { seconds, retryCount: retryCount + 1 }),
    );
    return;
  }
  const state = begun instanceof Failure ? "failed" : begun;
  await inShop(shop, (tx) => release(tx, "FlowActionRun", claimed, { state, dueAt: null }));
  log.info({ shop, runId: id, action, state }, "flow.action-run");
}

async function begin({ shop, action, subjectId }: FlowRun): Promise<Exclude<FlowRunState, "due">> {
  switch (action) {
    case "send-order-to-supplier": {
      const sent = await sendShopOrder(shop, subjectId as ShopOrderId, { sendsKept: true });
      return sent.kind === "refused" ? "failed" : "begun";
    }
    case "hold-order-for-supplier":
      return (await holdOrder(shop, subjectId as ShopOrderId)) ? "done" : "failed";
    case "cancel-order-with-supplier":
      await cancelShopOrder(shop, subjectId as ShopOrderId);
      return "begun";
    case "refresh-supplier-product": {
      const refreshed = await refreshProduct(shop, subjectId as ShopProductId);
      return refreshed === "refreshing" ? "begun" : "failed";
    }
  }
}

/**
 * Returns the state of a call whose action has begun, from the rows of the order or product. Stores the state
 * if the action has ended.
 */
export async function followFlowRun(run: FlowRun): Promise<FlowRunState> {
  const progress = await findProgress(run);
  if (progress === "under-way") return "begun";
  const state = progress === "done" ? "done" : "failed";
  await endFlowRun(run.shop, { id: run.id, state });
  return state;
}

function findProgress({ shop, action, subjectId }: FlowRun): Promise<Progress> {
  switch (action) {
    case "send-order-to-supplier":
      return findSendProgress(shop, subjectId as ShopOrderId);
    case "cancel-order-with-supplier":
      return findCancelProgress(shop, subjectId as ShopOrderId);
    case "refresh-supplier-product":
      return findRefresh(shop, subjectId as ShopProductId);
    case "hold-order-for-supplier":
      return Promise.resolve("done");
  }
}

/** Our actions in Shopify Flow, by their handles in `extensions/`. */
export const flowActions = [
  "send-order-to-supplier",
  "hold-order-for-supplier",
  "cancel-order-with-supplier",
  "refresh-supplier-product",
] as const;

export type FlowAction = (typeof flowActions)[number];

/** Returns the id of the order or product that an action is about; null if the call has none. */
export function subjectOf(
  action: FlowAction,
  {
    order_id: order,
    product_id: product,
  }: { order_id?: string | undefined; product_id?: string | undefined },
): string | null {
  return action === "refresh-supplier-product" ? shopProductId(product ?? null) : shopOrderId(order ?? null);
}

/** State of a call. `begun`: the action has begun, and the rows of the order or product show its progress. */
export type FlowRunState = "due" | "begun" | "done" | "failed";

type FlowRun = { shop: ShopDomain; id: string; action: FlowAction; subjectId: string };

/**
 * Stores Flow's call of an action, once per `action_run_id`: Flow repeats a call until the action is done.
 *
 * @returns the present state of the call.
 */
export async function storeFlowRun({ shop, id, action, subjectId }: FlowRun): Promise<FlowRunState> {
  return inShop(shop, async (tx, now) => {
    await execute(tx)`
      delete from flow_action_run where shop = ${shop} and received_at < ${after(now, -KEPT_SECONDS)}`;
    const [stored] = await queryRows<{ state: FlowRunState }>(tx)`
      insert into flow_action_run (shop, id, action, subject_id, state, received_at, due_at)
      values (${shop}, ${id}, ${action}, ${subjectId}, 'due', ${now}, ${now})
      on conflict (shop, id) do nothing returning state`;
    if (stored) {
      await enqueue(tx, jobs["flow.run-action"], { shop, runId: id });
      return stored.state;
    }
    const run = await tx.flowActionRun.findUnique({ where: { shop_id: { shop, id } } });
    return (run?.state ?? "due") as FlowRunState;
  });
}

/** A call is kept for a week, because Flow repeats it for 36 hours. */
const KEPT_SECONDS = 7 * 86_400;

/** Stores that a call has ended. */
async function endFlowRun(
  shop: ShopDomain,
  { id, state }: { id: string; state: "done" | "failed" },
): Promise<void> {
  await inShop(shop, (tx) => tx.flowActionRun.updateMany({ where: { shop, id }, data: { state } }));
}
