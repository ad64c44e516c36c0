import { hash } from "node:crypto";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { methodKey } from "../../shop/orders/shipping-method.ts";
import { abilities } from "../../wholesale/contract.ts";
import { ensureReferencePrefix } from "../store/ordering-settings.server.ts";
import { wakeOrders } from "../store/wake-orders.server.ts";
import type { Assigned, MethodRules } from "./shipping-method.ts";

/**
 * One of the shop's shipping methods. `assigned`: the merchant's decision which method the supplier's orders name; null
 * if there is no decision.
 */
export type SeenMethod = { key: string; name: string; assigned: Assigned | null };

export type ChoiceSettings = Omit<MethodRules, "assigned"> & {
  methods: SeenMethod[];
  sendsCustomerNote: boolean;
};

/**
 * Maximum number of undecided methods per shop. Some shops put a date into the names of their methods, so every day
 * brings new ones.
 */
const UNDECIDED_AT_MOST = 200;

/** Finds the shop's shipping methods, and the merchant's decisions about them and about the customer's note. */
export async function findChoices(tx: Tx, shop: ShopDomain): Promise<ChoiceSettings> {
  const settings = await tx.orderingSettings.findUnique({ where: { shop } });
  const rows = await tx.shippingMethod.findMany({
    where: { shop },
    orderBy: [{ firstSeenAt: "asc" }, { key: "asc" }],
  });
  return {
    defaultMethod: settings?.defaultShippingMethod ?? null,
    holdsUnknown: settings?.holdsUnknownMethods ?? false,
    sendsCustomerNote: settings?.sendsCustomerNote ?? false,
    methods: rows.map(({ key, name, assignedAt, supplierMethod }) => ({
      key,
      name,
      assigned: assignedAt && { supplierMethod },
    })),
  };
}

/**
 * Returns a hash of the merchant's decisions. By this hash, a save detects that other decisions were stored meanwhile.
 * Ignores methods without a decision, because every new order may add one.
 */
export function versionOfChoices({ methods, ...settings }: ChoiceSettings): string {
  const { defaultMethod, holdsUnknown, sendsCustomerNote } = settings;
  const decided = methods.flatMap(({ key, assigned }) => (assigned ? [[key, assigned.supplierMethod]] : []));
  return hash(
    "sha256",
    JSON.stringify([defaultMethod, holdsUnknown, sendsCustomerNote, decided]),
    "base64url",
  );
}

/** Counts the shop's methods without a decision; 0 if the supplier takes no shipping method. */
export async function countUndecided(tx: Tx, shop: ShopDomain): Promise<number> {
  if (abilities.shippingMethods === null) return 0;
  return tx.shippingMethod.count({ where: { shop, assignedAt: null } });
}

/**
 * Stores a method that an order names for the first time, and records an entry for the merchant.
 *
 * @param holds true if the order is held because of the method. The hold informs the merchant, so no entry is recorded.
 */
export async function learnMethod(
  shop: ShopDomain,
  { name, holds }: { name: string; holds: boolean },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.shippingMethod.createMany({
      data: [{ shop, key: methodKey(name), name, firstSeenAt: now }],
      skipDuplicates: true,
    });
    if (count === 0) return;
    const undecided = await tx.shippingMethod.findMany({
      where: { shop, assignedAt: null },
      orderBy: [{ firstSeenAt: "desc" }, { key: "asc" }],
      skip: UNDECIDED_AT_MOST,
      select: { key: true },
    });
    if (undecided.length > 0) {
      const keys = undecided.map(({ key }) => key);
      await tx.shippingMethod.deleteMany({ where: { shop, assignedAt: null, key: { in: keys } } });
    }
    // If a shop has so many undecided methods, every order brings a new name. The merchant would get too many entries,
    // so there are none.
    if (holds || undecided.length > 0) return;
    const message = { code: "orders.activity.method-seen", method: name } as const;
    const subject = { label: { code: "methods.title" }, url: "/app/methods" } as const;
    await recordActivity(tx, {
      shop,
      kind: "orders.method-seen",
      tone: "warning",
      subject,
      message,
      at: now,
    });
  });
}

/**
 * Stores the merchant's decisions, and wakes the orders that waited for them. Ignores methods that are no longer there.
 * @returns false if other decisions were stored since the merchant saw the version `seen`.
 */
export async function saveChoices(
  shop: ShopDomain,
  {
    methods,
    defaultMethod,
    holdsUnknown,
    sendsCustomerNote,
    seen,
  }: Omit<ChoiceSettings, "methods"> & { methods: Omit<SeenMethod, "name">[]; seen?: string },
): Promise<boolean> {
  await ensureReferencePrefix(shop);
  const isStored = await inShop(shop, async (tx, now) => {
    // Locks the row, so that other saves wait.
    await queryRows(tx)`select from ordering_settings where shop = ${shop} for update`;
    if (seen !== undefined && seen !== versionOfChoices(await findChoices(tx, shop))) return false;
    for (const { key, assigned } of methods)
      await tx.shippingMethod.updateMany({
        where: { shop, key },
        data: { assignedAt: assigned && now, supplierMethod: assigned?.supplierMethod ?? null },
      });
    await tx.orderingSettings.updateMany({
      where: { shop },
      data: { defaultShippingMethod: defaultMethod, holdsUnknownMethods: holdsUnknown, sendsCustomerNote },
    });
    const message = { code: "orders.activity.methods-changed" } as const;
    await recordActivity(tx, { shop, kind: "orders.methods-changed", tone: "info", message, at: now });
    return true;
  });
  if (isStored) await wakeOrders(shop, "choices-changed");
  return isStored;
}
