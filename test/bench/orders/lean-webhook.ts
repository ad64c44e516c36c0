import type pg from "pg";

export type LeanWebhook = { shop: string; topic: string; webhookId: string; subjectId: string };

/** The queue of lean's jobs, which nobody works on. */
export const LEAN_QUEUE = "bench.lean";

/**
 * The two rows of a webhook, an entry of the inbox and a job, in one transaction as the restricted role: in as few
 * statements as a plain client can do it with, each prepared.
 */
export async function keepWebhook(pool: pg.Pool, webhook: LeanWebhook): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query({
      name: "door",
      text: "select set_config('stockbridge.system', $1, true)",
      values: ["inbox"],
    });
    await client.query({
      name: "keep",
      text: KEEP,
      values: [webhook.shop, webhook.topic, webhook.webhookId, webhook.subjectId],
    });
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

const KEEP = `
  with entry as (
    insert into inbox_entry (id, shop, topic, webhook_id, subject_id, received_at, next_at)
    values (gen_random_uuid(), $1, $2, $3, $4, now(), now()) on conflict do nothing returning id)
  insert into pgboss.job (name, data) select '${LEAN_QUEUE}', jsonb_build_object('entryId', id) from entry`;
