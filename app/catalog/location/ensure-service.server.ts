import { Prisma } from "@prisma/client";

import { jobs } from "../../queue/jobs.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { claim, dueAt, release } from "../../queue/lease.server.ts";
import { SHOP_CALL_SECONDS } from "../../shop/call.server.ts";
import {
  callbackUrl,
  createService,
  listServices,
  type Service,
  setCallback,
  isCreatedByUs,
} from "../../shop/location/fulfillment-service.server.ts";
import { beginRestoring } from "../links/begin-link-run.server.ts";
import { isServiceMissing } from "./our-location.server.ts";
import { recordServiceGone } from "./record-service-gone.server.ts";
import { sendAddress } from "./send-address.server.ts";

/** Merchants see this name in the list of locations and in orders. */
const SERVICE_NAME = "Stockbridge";
const NAME = /^Stockbridge( \d+)?$/;
/**
 * Lease of a check, longer than its calls to Shopify: two lists, `isCreatedByUs`, two creations, the callback
 * and the address.
 */
const LEASE_SECONDS = 7 * SHOP_CALL_SECONDS + 30;
/** Time between checks of a ready service. Merchants can delete it, and Shopify sends no webhook about it. */
const RECHECK_SECONDS = 24 * 60 * 60;

export type EnsuredService =
  { kind: "ready"; serviceId: string; locationId: string } | { kind: "failed"; problem: Message };

/**
 * Schedules finding or creating our service after the shop connected. If the service was deleted during this
 * connection, does nothing: only the merchant can bring the service back (`recreateService`).
 */
export async function makeServiceDue(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const row = await tx.fulfillmentService.findUnique({ where: { shop } });
  const connection = await tx.connection.findUnique({ where: { shop } });
  const isNewer = connection !== null && row?.goneAt != null && connection.connectedAt > row.goneAt;
  if (row?.state === "gone" && !isNewer) return;
  await scheduleService(tx, shop, now);
}

/** Schedules finding our service, or creating it if the shop has none. */
async function scheduleService(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const due = { state: "due", problem: Prisma.DbNull, ...dueAt(now), retryCount: 0 };
  await tx.fulfillmentService.upsert({ where: { shop }, create: { shop, ...due }, update: due });
  await enqueue(tx, jobs["catalog.ensure-service"], { shop });
}

/**
 * Schedules creating our service after a reinstallation, because an uninstall deletes it. Does nothing if the
 * shop had no service.
 */
export async function restoreService(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if ((await tx.fulfillmentService.count({ where: { shop } })) > 0) await scheduleService(tx, shop, now);
  });
}

/** Makes a check of our service due now. Called if Shopify does not know the service's location. */
export async function recheckService(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.fulfillmentService.updateMany({
      where: { shop, state: "ready" },
      data: dueAt(now),
    });
    if (count > 0) await enqueue(tx, jobs["catalog.ensure-service"], { shop });
  });
}

/**
 * Checks our service again after Shopify has replied that there is none. Shopify's reply may come from a
 * replica that does not know a new service yet.
 * @returns true if the service is gone.
 */
export async function confirmServiceGone(shop: ShopDomain): Promise<boolean> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (row?.state === "ready") await ensureService(shop, { recheck: true });
  return isServiceMissing(shop);
}

/**
 * Returns true if our service was deleted since that time, even if it was created again. Such a deletion
 * explains why a fulfillment order is no longer at our location: Shopify moves it to another one. Reads the
 * shop's services, unless our row shows the deletion already.
 * @throws Failure if a call to Shopify fails.
 */
export async function wasServiceLost(shop: ShopDomain, since: Date): Promise<boolean> {
  const find = () => inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  const isLost = (row: { state: string; goneAt: Date | null } | null) =>
    row?.state === "gone" || (row?.goneAt != null && row.goneAt >= since);
  const row = await find();
  if (row === null || isLost(row)) return row !== null;
  if (row.state !== "failed") await ensureService(shop, { recheck: true });
  return isLost(await find());
}

/**
 * Creates our service again after its deletion in Shopify, and schedules setting the stock at its location.
 * @returns the problem; null on success
 */
export async function recreateService(shop: ShopDomain): Promise<Message | null> {
  await inShop(shop, (tx, now) => scheduleService(tx, shop, now));
  const ensured = await ensureService(shop);
  return ensured.kind === "failed" ? ensured.problem : null;
}

/**
 * Returns our fulfillment service in the shop: the known one, else one from an earlier installation, else a
 * new one, with our callback URL. Concurrent calls create one service, because Shopify accepts a name only
 * once. Reads the shop only if the service is not ready, has a former callback URL, or for a `recheck`. If the shop used a
 * service that is gone, creates no other one in its place (docs/decisions/0030-let-the-merchant-bring-back-a-deleted-service.md).
 * @throws Failure if a call to Shopify fails.
 */
export async function ensureService(
  shop: ShopDomain,
  { recheck = false }: { recheck?: boolean } = {},
): Promise<EnsuredService> {
  const row = await inShop(shop, (tx) => tx.fulfillmentService.findUnique({ where: { shop } }));
  if (row?.state === "gone") return GONE;
  const moved = row?.callbackUrl !== callbackUrl;
  if (row?.state === "ready" && row.serviceId !== null && row.locationId !== null && !moved && !recheck)
    return { kind: "ready", serviceId: row.serviceId, locationId: row.locationId };

  const found = await findOrCreate(shop, row);
  if (found.kind === "gone") {
    await recordServiceGone(shop);
    return GONE;
  }
  if (found.kind === "user-errors") {
    await storeService(shop, { state: "failed", problem: found.problem });
    return { kind: "failed", problem: found.problem };
  }
  const { id: serviceId, locationId } = found.service;
  await storeService(shop, {
    state: "ready",
    problem: Prisma.DbNull,
    serviceId,
    locationId,
    callbackUrl: (await isCallbackDone(shop, found.service)) ? callbackUrl : null,
  });
  await trySendAddress(shop);
  return { kind: "ready", serviceId, locationId };
}

/** Runs `ensureService` if it is due. Retries transient failures later. */
export async function ensureServiceIfDue(shop: ShopDomain): Promise<void> {
  const claimed = await claimService(shop);
  if (claimed === null) return;
  const { leasedUntil, retryCount, goneAt } = claimed;
  try {
    const { kind } = await ensureService(shop, { recheck: true });
    log.info({ shop, kind }, "catalog.service-ensured");
  } catch (error) {
    log.warn({ shop, err: error, retryCount }, "catalog.service-failed");
    const failure = error instanceof Failure ? error : null;
    await inShop(shop, (tx, now) =>
      release(
        tx,
        "FulfillmentService",
        { shop, leasedUntil },
        failure?.isPermanent
          ? { state: failedState(goneAt), problem: failure.explanation, dueAt: null }
          : { dueAt: after(now, backOffSeconds(retryCount, { failure })) },
      ),
    );
  }
}

/** Claims the check of the shop's service; null if no check is due. `retryCount`: failures in a row. */
async function claimService(
  shop: ShopDomain,
): Promise<{ retryCount: number; leasedUntil: Date; goneAt: Date | null } | null> {
  return inShop(shop, async (tx) => {
    const set = { retryCount: { increment: 1 } };
    const [claimed] = await claim(tx, "FulfillmentService", { key: { shop }, seconds: LEASE_SECONDS, set });
    return claimed ? { ...claimed, retryCount: claimed.retryCount - 1 } : null;
  });
}

const GONE = { kind: "failed", problem: { code: "failure.shop.service-gone" } } as const;

async function findOrCreate(shop: ShopDomain, row: { state: string; serviceId: string | null } | null) {
  const knownId = row?.serviceId ?? null;
  const services = await listServices(shop);
  const known = await findOurs(shop, services, knownId);
  if (known) return { kind: "found", service: known } as const;
  if (row?.state === "ready") return { kind: "gone" } as const;
  const [name, other] = freeNames(services);
  const created = await createService(shop, name);
  if (created.kind === "created") return created;
  // Shopify may have rejected our creation because another worker has just created the service.
  const service = await findOurs(shop, await listServices(shop), knownId);
  if (service) return { kind: "found", service } as const;
  // A location may still have the name: the merchant can delete our service and keep its location, and Shopify
  // does not list that location for us.
  return createService(shop, other);
}

/**
 * Finds our service in the shop. The name is not enough, because the shop may also have a development
 * installation of Stockbridge. So tests whether we may edit the service's location: only the app that created
 * it may.
 */
async function findOurs(
  shop: ShopDomain,
  services: Service[],
  knownId: string | null,
): Promise<Service | undefined> {
  const known =
    services.find(({ id }) => id === knownId) ??
    services.find((service) => service.callbackUrl === callbackUrl);
  if (known) return known;
  for (const service of services.filter(({ name }) => NAME.test(name)))
    if (await isCreatedByUs(shop, service)) return service;
  return undefined;
}

/**
 * Returns the first two unused names of "Stockbridge", "Stockbridge 2", … A service of another installation may
 * use one.
 */
function freeNames(services: Service[]): [string, string] {
  const taken = new Set(services.map(({ name }) => name.toLowerCase()));
  const names = [
    SERVICE_NAME,
    ...services.map((_, index) => numbered(index + 2)),
    numbered(services.length + 2),
  ];
  const [first = SERVICE_NAME, second = numbered(services.length + 3)] = names.filter(
    (name) => !taken.has(name.toLowerCase()),
  );
  return [first, second];
}

function numbered(number: number): string {
  return `${SERVICE_NAME} ${String(number)}`;
}

/**
 * Returns the state after a failed creation. A service that was deleted before stays "gone", so that Home still
 * offers to create it.
 */
function failedState(goneAt: Date | null): "failed" | "gone" {
  return goneAt === null ? "failed" : "gone";
}

async function storeService(
  shop: ShopDomain,
  found: Omit<Prisma.FulfillmentServiceUncheckedCreateInput, "shop">,
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const due = found.state === "ready" ? after(now, RECHECK_SECONDS) : null;
    const before = await tx.fulfillmentService.findUnique({ where: { shop } });
    const state = found.state === "failed" ? failedState(before?.goneAt ?? null) : found.state;
    const data = { ...found, state, ...dueAt(due), retryCount: 0 };
    await tx.fulfillmentService.upsert({ where: { shop }, create: { shop, ...data }, update: data });
    const lost = before?.locationId != null && before.locationId !== (found.locationId ?? before.locationId);
    if (lost) {
      const former = { formerLocationId: before.locationId, goneAt: now };
      await tx.fulfillmentService.update({ where: { shop }, data: former });
      await restockAll(tx, shop, now);
    }
    const isBack = before?.goneAt != null && before.state !== "ready" && found.state === "ready";
    if (lost || isBack) await enqueue(tx, jobs["catalog.selling"], { shop });
  });
}

/** Schedules setting the stock of all linked products at the new location. */
async function restockAll(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const { count } = await tx.productLink.updateMany({
    where: { shop, delisted: null, shopProductId: { not: null } },
    data: { delisted: "keep" },
  });
  const connection = await tx.connection.findUnique({ where: { shop } });
  if (count > 0 && connection !== null) await beginRestoring(tx, shop, { ...connection, now });
}

/**
 * Returns true if Shopify has our callback URL, or has rejected it permanently. The service works without a
 * callback, too: webhooks and polling report the same requests, only later.
 */
async function isCallbackDone(shop: ShopDomain, service: Service): Promise<boolean> {
  if (service.callbackUrl === callbackUrl) return true;
  try {
    const problem = await setCallback(shop, service.id);
    if (problem !== null) log.warn({ shop, problem }, "catalog.service-callback-rejected");
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "catalog.service-callback-not-set");
    return false;
  }
}

/** Sends the warehouse's address to Shopify. If that fails, the next check of the service sends it. */
async function trySendAddress(shop: ShopDomain): Promise<void> {
  try {
    await sendAddress(shop);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "catalog.location-address-not-sent");
  }
}
