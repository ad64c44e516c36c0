import type { ShopDomain } from "../lib/shop-domain.ts";
import { countJobs, dropJobs } from "../queue/waiting-jobs.server.ts";
import { act, type Done, type Operator } from "./act.server.ts";

/**
 * Deletes the jobs of a queue that wait for a worker, of every shop or of one. Nothing is lost: a job only wakes a worker for
 * a row that is due, and a sweep finds the row within five minutes.
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

function refuse(target: string, what: string): Done {
  return { isChanged: false, target, what };
}
