import { inShop, type Tx } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import {
  callbackUrl,
  createService,
  listServices,
  type Service,
  setCallback,
} from "../../shop/fulfillment-service.server.ts";
import { nextTry } from "../back-off.ts";
import { ensureServiceJob } from "../jobs.ts";

/** The merchant sees it in the shop's locations, and in each order that we fulfil. */
const SERVICE_NAME = "Stockbridge";

export type EnsuredService =
  { kind: "ready"; serviceId: string; locationId: string } | { kind: "refused"; said: string };

/** Makes it due to be looked at: it may have gone with an uninstall. */
export async function renewService(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const due = { state: "due", said: null, nextAt: now, retryCount: 0 };
  await tx.fulfillmentService.upsert({ where: { shop }, create: { shop, ...due }, update: due });
  await enqueue(tx, ensureServiceJob, { shop });
}

/**
 * The shop's fulfilment service of ours: the known one, else the one of that name which an earlier installation left,
 * else a new one, and Shopify calls it at our address. Twice at once makes one, as Shopify takes a name once only.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function ensureService(shop: ShopDomain): Promise<EnsuredService> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  const moved = row?.callbackUrl !== callbackUrl;
  if (row?.state === "ready" && row.serviceId !== null && row.locationId !== null && !moved)
    return { kind: "ready", serviceId: row.serviceId, locationId: row.locationId };

  const ours = ({ id, name }: Service) => id === row?.serviceId || name === SERVICE_NAME;
  let service = (await listServices(shop)).find(ours);
  let said = "";
  if (service === undefined) {
    const made = await createService(shop, SERVICE_NAME);
    if (made.kind === "created") service = made.service;
    else {
      said = made.said;
      service = (await listServices(shop)).find(ours);
    }
  }
  const found = service
    ? {
        ...{ state: "ready", said: null, serviceId: service.id, locationId: service.locationId },
        callbackUrl: (await isCallbackSettled(shop, service)) ? callbackUrl : null,
      }
    : { state: "failed", said };
  const data = { ...found, nextAt: null, retryCount: 0 };
  await inShop(shop, (tx) =>
    tx.fulfillmentService.upsert({ where: { shop }, create: { shop, ...data }, update: data }),
  );
  if (!service) return { kind: "refused", said };
  return { kind: "ready", serviceId: service.id, locationId: service.locationId };
}

/**
 * Whether Shopify calls the service at our address, or never will. It only hurries what webhooks and the regular look
 * bring as well, so that it does not work is no reason to do without the service.
 */
async function isCallbackSettled(shop: ShopDomain, service: Service): Promise<boolean> {
  if (service.callbackUrl === callbackUrl) return true;
  try {
    const refused = await setCallback(shop, service.id);
    if (refused !== null) log.warn({ shop, refused }, "catalog.service-callback-refused");
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "catalog.service-callback-not-set");
    return false;
  }
}

/** Does it if it is due. What passes by itself is tried again later. */
export async function ensureServiceIfDue(shop: ShopDomain, now: Date): Promise<void> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (!row?.nextAt || row.nextAt > now) return;
  try {
    const ensured = await ensureService(shop);
    log.info({ shop, kind: ensured.kind }, "catalog.service-ensured");
  } catch (error) {
    log.warn({ shop, err: error }, "catalog.service-failed");
    const failure = error instanceof Failure ? error : null;
    const lasts = failure !== null && ["shop-gone", "rejected", "unexpected-reply"].includes(failure.code);
    await inShop(shop, (tx) =>
      tx.fulfillmentService.updateMany({
        where: { shop, state: "due" },
        data: lasts
          ? { state: "failed", said: failure.publicMessage, nextAt: null }
          : { retryCount: { increment: 1 }, nextAt: nextTry(failure, row.retryCount + 1, now) },
      }),
    );
  }
}
