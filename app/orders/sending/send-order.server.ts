import { findService, isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { claim, type Claimed, postpone, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { readFulfillmentOrder } from "../../shop/orders/fulfillment-orders.server.ts";
import { ingestRequest } from "../ingest/ingest-requests.server.ts";
import { submitPart } from "../ingest/request-paid-orders.server.ts";
import { withdrawRequest } from "../rules/apply-rules.server.ts";
import { decideSend } from "./decide-send.ts";
import { type LineToSend, linesIn } from "../states/order-to-send.ts";

type ClaimedSend = Claimed<"UnrequestedOrder">;

/** Longer than the calls to the shop take: a read (90 s per page), the request, and a read after userErrors. */
const LEASE_SECONDS = 300;

/** Sends an order if it is due and not claimed already. */
export async function sendOrder({ shop, orderId: id }: { shop: ShopDomain; orderId: string }): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "UnrequestedOrder", { key: { shop, id }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await sendClaimed(claimed);
}

/** Sends every due order: those whose job was lost, and those whose worker crashed or failed. */
export async function sweepSends(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "UnrequestedOrder",
    seconds: LEASE_SECONDS,
    process: sendClaimed,
  });
}

/**
 * Requests fulfillment as the merchant would, and ingests the request. A crash in between is repaired by a second run: it finds
 * the request in the shop, and an order is opened once per fulfillment order.
 */
async function sendClaimed(claimed: ClaimedSend): Promise<void> {
  const { shop, fulfillmentOrderId, retryCount } = claimed;
  const sent = await send(claimed).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, fulfillmentOrderId, err: error }, "orders.send-failed");
    return error;
  });
  // A request with an unknown outcome may be repeated: the next run reads the shop first.
  if (sent instanceof Failure && sent.code !== "rejected") {
    const seconds = backOffSeconds(retryCount, { failure: sent });
    await inShop(shop, (tx) =>
      postpone(tx, "UnrequestedOrder", claimed, { seconds, retryCount: retryCount + 1 }),
    );
    return;
  }
  const end = sent instanceof Failure ? rejected(sent.explanation) : sent;
  await inShop(shop, (tx, now) =>
    release(tx, "UnrequestedOrder", claimed, {
      dueAt: null,
      retryCount: 0,
      result: end.result,
      ...(!end.waits && { leftAt: now }),
      ...(end.lines && { lines: end.lines, version: { increment: 1 } }),
    }),
  );
  // Shopify sends a webhook for this request too; ingesting it here does not depend on that.
  if (end.result.code === SENT.code) await ingestRequest(shop, { subjectId: fulfillmentOrderId });
}

/** `waits`: the order stays in the list. `lines`: what it consists of now. */
type End = { result: Message; waits: boolean; lines?: LineToSend[] };

async function send(claimed: ClaimedSend): Promise<End> {
  const { shop, fulfillmentOrderId: id, shopOrderId } = claimed;
  const service = await findService(shop);
  if (service === null && (await isServiceMissing(shop)))
    return { result: { code: "to-send.result.service-gone" }, waits: true };
  if (service === null || (await findConnection(shop)) === null)
    return { result: { code: "to-send.result.not-connected" }, waits: true };
  const read = await readFulfillmentOrder(shop, { id, shopOrderId, ourLocationId: service.locationId });
  const decision = decideSend(read, linesIn(claimed.lines));
  switch (decision.kind) {
    case "leaves":
      return { result: decision.why, waits: false };
    case "waits":
      return { result: decision.why, waits: true, lines: decision.lines };
    case "requested":
      return { result: SENT, waits: false };
    case "submit": {
      // An earlier automatic request, if there was one, has ended: this one is the merchant's.
      await withdrawRequest(shop, id);
      const submitted = await submitPart(shop, id);
      if (submitted.kind === "user-errors") return rejected(submitted.problem);
      log.info({ shop, shopOrderId, fulfillmentOrderId: id }, "orders.sent-by-merchant");
      return { result: SENT, waits: false };
    }
  }
}

const SENT = { code: "to-send.result.sent" } as const;

function rejected(explanation: Message): End {
  return { result: { code: "to-send.result.rejected", explanation }, waits: true };
}
