import type { Step } from "./lean-step.ts";

export type LeanWebhook = { shop: string; topic: string; webhookId: string; subjectId: string };

/** The queue of lean's jobs, which no worker processes. */
export const LEAN_QUEUE = "bench.lean";

/** The two rows of a webhook, an entry of the inbox and a job: in one statement, so that a plain client is at its best. */
export function keepTwoRows(step: Step, webhook: LeanWebhook): Promise<unknown> {
  const { shop, topic, webhookId, subjectId } = webhook;
  return step("", "inbox", (run) => run("keep", KEEP, [shop, topic, webhookId, subjectId]));
}

const KEEP = `
  with entry as (
    insert into inbox_entry (id, shop, topic, webhook_id, subject_id, received_at, due_at)
    values (gen_random_uuid(), $1, $2, $3, $4, now(), now()) on conflict do nothing returning id)
  insert into pgboss.job (name, data) select '${LEAN_QUEUE}', jsonb_build_object('entryId', id) from entry`;
