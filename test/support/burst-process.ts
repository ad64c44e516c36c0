/**
 * A process that ingests fulfillment requests at once, burst after burst: `fork` it, and send `{ shop, subjectIds }` for each.
 * It replies once all have ended. An error that nothing catches ends it, as it would end the app.
 */
import { startQueue } from "../../app/queue/boss.server.ts";
import { ingestRequest } from "../../app/orders/ingest/ingest-requests.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";

export type Burst = { shop: ShopDomain; subjectIds: string[] };

// The queues are there: the test has opened them.
await startQueue({});
process.on("message", ({ shop, subjectIds }: Burst) => {
  const all = Promise.allSettled(subjectIds.map((subjectId) => ingestRequest(shop, { subjectId })));
  void all.then(() => process.send?.("ended"));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
