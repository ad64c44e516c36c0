import { Prisma } from "@prisma/client";

import { findFormerLocation, findService } from "../catalog/location/our-location.server.ts";
import { databaseTime, inShop } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { Message } from "../messages/message.ts";
import { after, backOffSeconds } from "../queue/back-off.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import { claim, release, writeLeased } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import { SHOP_CALL_SECONDS } from "../shop/call.server.ts";
import {
  changeProfile,
  createProfile,
  findOwnStock,
  findProfile,
  readProfile,
  type ReadProfile,
  removeProfile,
  ZONES_PER_CALL,
} from "../shop/location/delivery-profile.server.ts";
import { type RateGroup, zonesOf } from "./rates.ts";
import {
  type ClaimedProfile,
  DELETED,
  findBatch,
  makeProfileDue,
  releaseProfile,
  storeBatch,
} from "./shipping-store.server.ts";

/**
 * Lease of a profile. The calls before the first renewal take less time: find, create, read, two writes of
 * rates with a read between them, the stock elsewhere, and the variants.
 */
const LEASE_SECONDS = 8 * SHOP_CALL_SECONDS + 30;
/** A job runs for this time. The next job continues its work. */
const RUN_MS = 10_000;
/**
 * Time between two checks of a profile. A check finds a deleted profile, another model of shipping, or a scope that was
 * granted again, even if no webhook reports it.
 */
const HOUR_SECONDS = 3600;

/** Updates the shop's delivery profile if it is due. */
export async function updateProfile(shop: ShopDomain): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "ShippingProfile", { key: { shop }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await processProfile(claimed);
}

/** Updates the due delivery profiles of all shops. */
export async function sweepProfiles(): Promise<void> {
  await sweep({
    purpose: "shipping",
    work: "ShippingProfile",
    seconds: LEASE_SECONDS,
    process: processProfile,
  });
}

/**
 * Gives the shop one profile with the merchant's rates, our location and the linked variants. Without rates,
 * removes the profile. Each step may be repeated: after a crash, the next worker reads the shop and begins
 * again. If only the merchant can solve a problem, the profile is no longer due.
 */
async function processProfile(claimed: ClaimedProfile): Promise<void> {
  const { shop, retryCount } = claimed;
  try {
    const problem = await bringUpToDate(claimed);
    if (problem === null) return;
    log.warn({ shop, problem: problem.code }, "shipping.profile-stopped");
    await releaseProfile(claimed, { problem, dueAt: null, retryCount: 0 });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, err: error, retryCount }, "shipping.profile-failed");
    const lacksScope = error.explanation.code === "failure.shop.permission-missing";
    const problem = lacksScope ? SCOPE_MISSING : error.explanation;
    const seconds = lacksScope ? HOUR_SECONDS : backOffSeconds(retryCount, { failure: error });
    const dueAt = after(await databaseTime(), seconds);
    await releaseProfile(claimed, { problem, dueAt, retryCount: retryCount + 1 });
  }
}

const SCOPE_MISSING: Message = { code: "shipping.problem.scope" };

/**
 * @returns a problem that only the merchant can solve; null if the profile is released, or if another worker
 *   has it.
 */
async function bringUpToDate(claimed: ClaimedProfile): Promise<Message | null> {
  const { shop, name, version } = claimed;
  const groups = claimed.groups as RateGroup[];
  if (groups.length === 0) return removeAll(claimed);
  const service = await findService(shop);
  if (service === null) return endRun(claimed);
  const { locationId } = service;
  const known = claimed.profileId;
  // If the reply to an earlier creation was lost, the shop already has a profile with that name.
  let id = known ?? (await findProfile(shop, name));
  if (id === null) {
    const created = await createProfile(shop, { name, locationId });
    if (created.kind === "user-errors") return created.problem;
    id = created.id;
  }
  const { profile, marketDriven, currency } = await readProfile(shop, id);
  if (profile === null) {
    await forgetVariants(claimed);
    return DELETED;
  }
  const store = { profileId: id, marketDriven };
  await inShop(shop, (tx) => writeLeased(tx, "ShippingProfile", claimed, store));
  if (currency !== claimed.currency)
    return { code: "shipping.problem.currency", before: claimed.currency, now: currency };
  const isWritten = known !== null && claimed.writtenVersion === version;
  const isThere = profile.group?.locationIds.join() === locationId;
  if (!isWritten || !isThere) {
    // Writing the rates takes several calls, and the rates count as written only after the last one. After a crash
    // between two calls, some countries have no rates, so the next worker writes all of them again.
    if (!(await inShop(shop, (tx) => writeLeased(tx, "ShippingProfile", claimed, { writtenVersion: null }))))
      return null;
    const problem = await writeRates(claimed, profile, locationId);
    if (problem !== null) return problem;
    const written = { writtenVersion: version };
    if (!(await inShop(shop, (tx) => writeLeased(tx, "ShippingProfile", claimed, written)))) return null;
  }
  return moveVariants(claimed, { id, locationId, marketDriven });
}

/**
 * Replaces all zones of the profile. The first call also deletes the old zones, so that no country is without
 * rates for long.
 */
async function writeRates(
  { shop, title, currency, groups }: ClaimedProfile,
  { id, group, zoneIds }: ReadProfile,
  locationId: string,
): Promise<Message | null> {
  const zones = zonesOf({ title, currency, groups: groups as RateGroup[] });
  const first = zones.slice(0, ZONES_PER_CALL);
  const problem = await changeProfile(
    shop,
    id,
    group === null
      ? { locationGroupsToCreate: [{ locations: [locationId], zonesToCreate: first }] }
      : {
          zonesToDelete: zoneIds,
          locationGroupsToUpdate: [
            {
              id: group.id,
              locationsToAdd: group.locationIds.includes(locationId) ? [] : [locationId],
              locationsToRemove: group.locationIds.filter((each) => each !== locationId),
              zonesToCreate: first,
            },
          ],
        },
  );
  if (problem !== null || zones.length <= ZONES_PER_CALL) return problem;
  const groupId = group?.id ?? (await readProfile(shop, id)).profile?.group?.id;
  if (groupId === undefined) return DELETED;
  for (let start = ZONES_PER_CALL; start < zones.length; start += ZONES_PER_CALL) {
    const zonesToCreate = zones.slice(start, start + ZONES_PER_CALL);
    const rejected = await changeProfile(shop, id, {
      locationGroupsToUpdate: [{ id: groupId, zonesToCreate }],
    });
    if (rejected !== null) return rejected;
  }
  return null;
}

/** Adds linked variants to the profile and removes others, until none is left or the job's time is up. */
async function moveVariants(
  claimed: ClaimedProfile,
  { id, locationId, marketDriven }: { id: string; locationId: string; marketDriven: boolean },
): Promise<Message | null> {
  const { shop } = claimed;
  const formerLocationId = await findFormerLocation(shop);
  const until = performance.now() + RUN_MS;
  while (performance.now() < until) {
    const batch = await inShop(shop, (tx) => findBatch(tx, shop, marketDriven));
    const { looked, unlinked } = batch;
    if (looked.length + unlinked.length === 0) break;
    const variantIds = looked.map((variant) => variant.id);
    const ownStock = marketDriven
      ? new Set<string>()
      : await findOwnStock(shop, { locationId, formerLocationId, variantIds });
    // A variant whose stored state is "in" is not added again: the merchant may have moved it since.
    const added = looked.filter((variant) => variant.state !== "in" && !ownStock.has(variant.id));
    const removed = [...unlinked, ...looked.filter((variant) => ownStock.has(variant.id))].filter(
      ({ state }) => state === "in",
    );
    const problem =
      added.length + removed.length === 0
        ? null
        : await changeProfile(shop, id, {
            variantsToAssociate: added.map((variant) => variant.id),
            variantsToDissociate: removed.map((variant) => variant.id),
          });
    if (problem !== null) return problem;
    const leasedUntil = await storeBatch(claimed, { ...batch, ownStock, seconds: LEASE_SECONDS });
    if (leasedUntil === null) return null;
    // The caller ends this lease, even after a failure, so it must know the lease's new end.
    claimed.leasedUntil = leasedUntil;
  }
  return endRun(claimed);
}

async function endRun(claimed: ClaimedProfile): Promise<null> {
  const dueAt = after(await databaseTime(), HOUR_SECONDS);
  await releaseProfile(claimed, { problem: null, dueAt, retryCount: 0 });
  return null;
}

/** Removes the profile from the shop, and then the rates. */
async function removeAll(claimed: ClaimedProfile): Promise<Message | null> {
  const { shop, name, version } = claimed;
  const id = claimed.profileId ?? (await findProfile(shop, name));
  if (id !== null && (await readProfile(shop, id)).profile !== null) {
    const problem = await removeProfile(shop, id);
    if (problem !== null) return problem;
  }
  await inShop(shop, async (tx) => {
    const gone = { profileId: null, writtenVersion: null, dueAt: null };
    if (!(await release(tx, "ShippingProfile", claimed, gone))) return;
    await tx.shippingVariant.deleteMany({ where: { shop } });
    // If the merchant has saved rates meanwhile, the row has a newer version, and stays.
    const { count } = await tx.shippingProfile.deleteMany({ where: { shop, version } });
    if (count === 0) await makeProfileDue(tx, shop);
    await enqueue(tx, jobs["shipping.profile-changed"], { shop });
  });
  return null;
}

async function forgetVariants(claimed: ClaimedProfile): Promise<void> {
  const { shop } = claimed;
  const gone = { profileId: null, writtenVersion: null, problem: Prisma.DbNull };
  await inShop(shop, async (tx) => {
    if (!(await writeLeased(tx, "ShippingProfile", claimed, gone))) return;
    await tx.shippingVariant.deleteMany({ where: { shop } });
  });
}
