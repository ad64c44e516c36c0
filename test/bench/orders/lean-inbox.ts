import { randomUUID } from "node:crypto";

import { serveLean } from "./lean-server.ts";
import { leanPool, leanSteps, type Run } from "./lean-step.ts";

/** A webhook that lean has kept, by the id of its entry. */
export type KeptWebhook = { id: string; shop: string; subjectId: string };

export const step = leanSteps(leanPool(16));

/**
 * Lean's inbox: commits each webhook's entry in a transaction of its own, answers, and then has it handled, so many at once.
 * `leased`: as if it were claimed with that, so that no process of the app takes it.
 */
export function serveInbox(
  handle: (webhook: KeptWebhook) => Promise<unknown>,
  { concurrency, leased, subjectOf }: Inbox,
): void {
  const waiting: KeptWebhook[] = [];
  let running = 0;
  const work = async () => {
    running += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) await handle(next);
    running -= 1;
  };
  serveLean(async (headers, body) => {
    const shop = String(headers["x-shopify-shop-domain"]);
    const webhook = { id: randomUUID(), shop, subjectId: subjectOf(body) };
    const values = [webhook.id, shop, headers["x-shopify-topic"], headers["x-shopify-webhook-id"]];
    await step("", "inbox", (run) =>
      run("keep", KEEP, [...values, webhook.subjectId, leased ? LEASE_SECONDS : 0]),
    );
    waiting.push(webhook);
    if (running < concurrency) void work();
  });
}

type Inbox = { concurrency: number; leased: boolean; subjectOf: (body: Buffer) => string };

/** The last durable step of each webhook. */
export function endEntry(run: Run, { id }: KeptWebhook): Promise<unknown> {
  return run("handled", HANDLED, [id]);
}

const LEASE_SECONDS = 300;
const KEEP = `insert into inbox_entry (id, shop, topic, webhook_id, subject_id, received_at, due_at)
  values ($1, $2, $3, $4, $5, now(), now() + make_interval(secs => $6)) on conflict do nothing`;
const HANDLED = "update inbox_entry set leased_until = null, due_at = null, handled_at = now() where id = $1";
