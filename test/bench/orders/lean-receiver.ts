/**
 * Lean, as one who receives webhooks that lead to nothing: one process, node:http and a plain pg client with prepared
 * statements, which takes the same durable steps as the app does, each webhook for itself: kept, and once it is answered,
 * looked up and ended. `node lean-receiver.ts` prints its address.
 */
import { endEntry, serveInbox, step } from "./lean-inbox.ts";

/** A few at once, so that those who wait for an answer come first. */
const CONCURRENCY = 4;

serveInbox(
  (webhook) =>
    step(webhook.shop, "inbox", async (run) => {
      await run("ours", OURS, [webhook.shop, webhook.subjectId]);
      return endEntry(run, webhook);
    }),
  {
    concurrency: CONCURRENCY,
    leased: true,
    subjectOf: (body) =>
      (JSON.parse(body.toString()) as { admin_graphql_api_id: string }).admin_graphql_api_id,
  },
);

const OURS = "select from product_link where shop = $1 and shop_product_id = $2";
