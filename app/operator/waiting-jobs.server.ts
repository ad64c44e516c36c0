import type { ShopDomain } from "../lib/shop-domain.ts";
import { act, type Done, type Operator } from "./act.server.ts";
import type { Tx } from "../lib/database/db.server.ts";
import { execute, queryRows } from "../lib/database/statement.server.ts";

/** Numbers of the jobs in one queue. */
type JobCount = {
  name: string;
  /**
   * Jobs that wait for a worker. `oldestSeconds`: how long the oldest due job has been due; null if no job is
   * due.
   */
  waiting: number;
  oldestSeconds: number | null;
  /** Jobs that a worker runs now. */
  active: number;
};

/** pg-boss's states of a job that no worker has started (timgit/pg-boss 12: `job_state`). */
const WAITING = ["created", "retry"];

/**
 * Counts the waiting and running jobs of each queue, of all shops or of one. The queue with the most waiting
 * jobs comes first.
 */
export async function countJobs(
  tx: Tx,
  { shop, now }: { shop: string | null; now: Date },
): Promise<JobCount[]> {
  return queryRows<JobCount>(tx)`
    select name,
      count(*) filter (where state::text = any(${WAITING}::text[]))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      extract(epoch from ${now}::timestamptz - min(start_after)
        filter (where state::text = any(${WAITING}::text[]) and start_after <= ${now}))::int as "oldestSeconds"
    from pgboss.job
    -- pg-boss's partial indexes have this condition.
    where state <= 'active' and (${shop}::text is null or data->>'shop' = ${shop})
    group by name order by waiting desc, name`;
}

/**
 * Deletes the waiting jobs of a queue, of every shop or of one. No work is lost: the jobs only wake workers for
 * due rows, and sweeps find these rows within five minutes.
 */
export function dropQueued(
  { name, shop }: { name: string; shop: ShopDomain | null },
  operator: Operator,
): Promise<Done> {
  return act("jobs-drop", operator, async (tx, now) => {
    const whose = shop === null ? "" : ` of ${shop}`;
    if (name.startsWith("__")) return refuse(name, `${name} is a queue of pg-boss's own.`);
    const queues = await countJobs(tx, { shop: null, now });
    if (!queues.some((queue) => queue.name === name)) {
      const names = queues.map((queue) => queue.name).join(", ");
      return refuse(name, `No job is in a queue “${name}”. Jobs are in: ${names === "" ? "none" : names}.`);
    }
    const dropped = await dropJobs(tx, { name, shop });
    if (dropped === 0) return refuse(name, `No job${whose} waits in ${name}.`);
    const what = `${String(dropped)} ${dropped === 1 ? "job" : "jobs"}${whose} dropped from ${name}. Their rows stay due: sweeps find them.`;
    return { isChanged: true, target: name, what };
  });
}

/**
 * Deletes the waiting jobs of a queue, of every shop or of one.
 *
 * @returns the number of deleted jobs
 */
async function dropJobs(tx: Tx, { name, shop }: { name: string; shop: string | null }): Promise<number> {
  return execute(tx)`
    delete from pgboss.job
    where name = ${name} and state < 'active' and (${shop}::text is null or data->>'shop' = ${shop})`;
}

function refuse(target: string, what: string): Done {
  return { isChanged: false, target, what };
}
