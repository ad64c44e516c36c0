import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../lib/database/db.server.ts";
import { execute, queryRows } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Message, storedMessage } from "../messages/message.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import { type Claimed, dueAt, type Leased, NOW, release, renew } from "../queue/lease.server.ts";
import { STOCK_PER_CALL, VARIANTS_PER_CALL } from "../shop/location/delivery-profile.server.ts";

export type ClaimedProfile = Claimed<"ShippingProfile">;

/**
 * Makes the shop's delivery profile due, if there is one. A worker that has claimed the profile keeps its
 * lease, and `releaseProfile` notices rates and links that changed meanwhile. If the merchant has deleted the
 * profile, it is created again only after they save rates.
 */
export async function makeProfileDue(tx: Tx, shop: ShopDomain): Promise<void> {
  const count = await execute(tx)`
    update shipping_profile set due_at = ${NOW}, retry_count = 0
    where shop = ${shop} and problem->>'code' is distinct from ${DELETED.code}`;
  if (count > 0) await enqueue(tx, jobs["shipping.update-profile"], { shop });
}

export const DELETED = { code: "shipping.problem.deleted" } as const satisfies Message;

/** Runs `makeProfileDue` in a transaction of its own. */
export async function wakeProfile(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => makeProfileDue(tx, shop));
}

/** A variant of the shop with its stored state; null if none is stored. */
type Looked = { id: string; state: "in" | "own-stock" | null };
/**
 * `unlinked`: the next variants that are no longer linked. `looked`: the next linked variants that are new,
 * or that have to be checked again.
 */
export type Batch = { unlinked: Looked[]; looked: Looked[] };

/**
 * Returns variants that were unlinked, and linked variants that are new. Without market-driven shipping, the
 * profile leaves out variants that the merchant stocks elsewhere. That may change, so variants that are left
 * out are checked again after a day, and variants in the profile after a week. With market-driven shipping,
 * all linked variants are added.
 */
export async function findBatch(tx: Tx, shop: ShopDomain, marketDriven: boolean): Promise<Batch> {
  const looked = await queryRows<Looked>(tx)`
    select link.shop_variant_id as id, variant.state ${LINKED}
      left join shipping_variant variant on variant.shop = link.shop and variant.shop_variant_id = link.shop_variant_id
    where link.shop = ${shop} and ${IS_LINKED} and ${needsLook(marketDriven)}
    order by link.shop_variant_id limit ${marketDriven ? VARIANTS_PER_CALL : STOCK_PER_CALL}`;
  const unlinked = await queryRows<Looked>(tx)`
    select variant.shop_variant_id as id, variant.state from shipping_variant variant
    where variant.shop = ${shop} and not exists (
      select ${LINKED} where link.shop = variant.shop and link.shop_variant_id = variant.shop_variant_id and ${IS_LINKED})
    limit ${VARIANTS_PER_CALL}`;
  return { looked, unlinked };
}

const IS_LINKED = Prisma.sql`link.shop_state is null and product.delisted is distinct from 'unlinked'`;
const LINKED = Prisma.sql`
  from variant_link link
    join product_link product on product.shop = link.shop and product.supplier_product_id = link.supplier_product_id`;

function needsLook(marketDriven: boolean): Prisma.Sql {
  if (marketDriven) return Prisma.sql`variant.state is distinct from 'in'`;
  return Prisma.sql`(variant.state is null
    or variant.checked_at < now() - case variant.state when 'in' then interval '7 days' else interval '1 day' end)`;
}

/** Stores the states of the batch's variants. @returns the lease's new end; null if another worker has the profile. */
export async function storeBatch(
  held: Leased<"ShippingProfile">,
  { unlinked, looked, ownStock, seconds }: Batch & { ownStock: Set<string>; seconds: number },
): Promise<Date | null> {
  const { shop } = held;
  return inShop(shop, async (tx, now) => {
    const leasedUntil = await renew(tx, "ShippingProfile", held, seconds);
    if (leasedUntil === null) return null;
    const ids = [...unlinked, ...looked].map(({ id }) => id);
    await tx.shippingVariant.deleteMany({ where: { shop, shopVariantId: { in: ids } } });
    await tx.shippingVariant.createMany({
      data: looked.map(({ id }) => {
        const state = ownStock.has(id) ? "own-stock" : "in";
        return { shop, shopVariantId: id, state, checkedAt: now };
      }),
    });
    return leasedUntil;
  });
}

/** Ends a worker's run. If rates were saved or links changed meanwhile, the profile is due again at once. */
export async function releaseProfile(
  held: ClaimedProfile,
  change: { problem: Message | null; dueAt: Date | null; retryCount: number },
): Promise<void> {
  const { shop, version } = held;
  await inShop(shop, async (tx) => {
    // The release locks the row. A concurrent `makeProfileDue` either waits for this lock, or has committed
    // before. In both cases, no saved rates or changed links are missed.
    const released = { ...change, problem: change.problem ?? Prisma.DbNull };
    if (!(await release(tx, "ShippingProfile", held, released))) return;
    const row = await tx.shippingProfile.findUnique({ where: { shop } });
    if (row === null) return;
    const before = storedMessage(held.problem)?.code;
    if (row.writtenVersion !== held.writtenVersion || before !== change.problem?.code)
      await enqueue(tx, jobs["shipping.profile-changed"], { shop });
    const { looked, unlinked } = await findBatch(tx, shop, row.marketDriven ?? false);
    const isBehind = change.problem === null && looked.length + unlinked.length > 0;
    if (row.version !== version || isBehind) await makeProfileDue(tx, shop);
  });
}

/** Forgets the shop's profile, because an uninstall removes it from the shop. Keeps the rates. */
export async function forgetProfile(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.shippingProfile.updateMany({
      where: { shop },
      data: { profileId: null, writtenVersion: null, problem: Prisma.DbNull, ...dueAt(null) },
    });
    await tx.shippingVariant.deleteMany({ where: { shop } });
  });
}
