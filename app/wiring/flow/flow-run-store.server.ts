import { inShop } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import type { FlowAction } from "./flow-actions.ts";

/** `begun`: the order or product is on its way, and its rows say how far. */
export type FlowRunState = "due" | "begun" | "done" | "failed";

export type FlowRun = { shop: ShopDomain; id: string; action: FlowAction; subjectId: string };

/**
 * Stores a call of Flow's, once per `action_run_id`: Flow repeats a call until it is done.
 *
 * @returns the state of the first call.
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

/** A week. Flow repeats a call for 36 hours. */
const KEPT_SECONDS = 7 * 86_400;

/** Stores that a call has ended. */
export async function endFlowRun(
  shop: ShopDomain,
  { id, state }: { id: string; state: "done" | "failed" },
): Promise<void> {
  await inShop(shop, (tx) => tx.flowActionRun.updateMany({ where: { shop, id }, data: { state } }));
}
