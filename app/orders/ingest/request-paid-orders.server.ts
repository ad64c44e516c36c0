import { recordActivity } from "../../activity/record-activity.server.ts";
import { findService } from "../../catalog/location/find-service.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { asSystem, inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import {
  listUnrequested,
  readRequestable,
  type RequestableOrder,
  submitRequest,
} from "../../shop/fulfillment-requests.server.ts";
import { decideRequest } from "./decide-request.ts";
import { findOrderingSettings } from "../ordering-settings.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";

/** A shop's older ones were looked at by earlier rounds. */
const PAGES_AT_MOST = 20;

/**
 * Carries out the merchant's automatic ordering for an order that is said to be paid: its fulfilment is requested,
 * as the merchant would do it, if the shop itself confirms the payment. What was paid before the instruction was given
 * stays the merchant's to request.
 */
export async function requestPaidOrder(
  shop: ShopDomain,
  { subjectId, triggeredAt, now }: { subjectId: string | null; triggeredAt: Date | null; now: Date },
): Promise<void> {
  const { automaticOrderingSince } = await findOrderingSettings(shop);
  const number = /\d+$/.exec(subjectId ?? "")?.[0];
  if (
    automaticOrderingSince === null ||
    number === undefined ||
    (triggeredAt ?? now) < automaticOrderingSince
  )
    return;
  // A shop that is not connected has nobody to request it from. Once it is, the backstop finds the order.
  if ((await findConnection(shop)) === null) return;
  const { order, refused, requested } = await request(shop, `gid://shopify/Order/${number}`);
  if (order !== null && refused !== null) await tellRefused(shop, { order, said: refused, now });
  // The shop tells of the request as of any other; nothing here depends on its doing so.
  if (requested > 0) await ingestRequests(shop, now);
}

/**
 * The backstop for lost webhooks: looks in every connected shop with the instruction for orders since then that are
 * paid and not requested.
 */
export async function requestPaidOrdersOfAll(): Promise<void> {
  const shops = await asSystem(
    "orders",
    (tx) => tx.$queryRaw<{ shop: ShopDomain; since: Date }[]>`
      select shop, automatic_ordering_since as since from ordering_settings join connection using (shop)
      where automatic_ordering_since is not null`,
  );
  for (const { shop, since } of shops) {
    try {
      for (const shopOrderId of await findPaidSince(shop, since)) {
        const { refused } = await request(shop, shopOrderId);
        if (refused !== null) log.warn({ shop, shopOrderId, refused }, "orders.request-refused");
      }
    } catch (error) {
      // One shop must not keep the others from being looked at, whatever is the matter with it.
      log.warn({ shop, err: error }, "orders.paid-orders-not-read");
    }
  }
}

async function findPaidSince(shop: ShopDomain, since: Date): Promise<Set<string>> {
  const found = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { unrequested, next } = await listUnrequested(shop, after);
    for (const { shopOrderId, orderedAt, mayBeRequested } of unrequested) {
      if (mayBeRequested && orderedAt >= since) found.add(shopOrderId);
    }
    // The latest come first, and none is older than its order.
    if (next === null || unrequested.some(({ openedAt }) => openedAt < since)) break;
    after = next;
  }
  return found;
}

type Requested = { order: RequestableOrder | null; requested: number; refused: string | null };

async function request(shop: ShopDomain, id: string): Promise<Requested> {
  const service = await findService(shop);
  const order = service && (await readRequestable(shop, { id, ourLocationId: service.locationId }));
  let requested = 0;
  let refused: string | null = null;
  for (const part of order ? decideRequest(order) : []) {
    const answer = await submitPart(shop, part);
    if (answer.kind === "requested") requested += 1;
    else refused = translator(DEFAULT_LOCALE)(answer.problem);
  }
  if (requested > 0) log.info({ shop, shopOrderId: id, requested }, "orders.requested-by-instruction");
  return { order, requested, refused };
}

/** What the shop does not permit is refused as well: asked again, it would say the same. */
async function submitPart(shop: ShopDomain, id: string): ReturnType<typeof submitRequest> {
  try {
    return await submitRequest(shop, id);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "rejected") throw error;
    return { kind: "user-errors", problem: error.explanation };
  }
}

async function tellRefused(
  shop: ShopDomain,
  { order, said, now }: { order: RequestableOrder; said: string; now: Date },
): Promise<void> {
  const number = /\d+$/.exec(order.id)?.[0] ?? "";
  await inShop(shop, (tx) =>
    recordActivity(tx, {
      shop,
      kind: "orders.request-refused",
      tone: "warning",
      subject: { label: order.name, url: `shopify:admin/orders/${number}` },
      message: {
        code: "earlier-message",
        text: `Order ${order.name} is paid, but Stockbridge could not request its fulfilment. ${said} Request it on the order's page in Shopify.`,
      },
      at: now,
    }),
  );
}
