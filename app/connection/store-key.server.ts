import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { enqueue } from "../queue/boss.server.ts";
import { jobs } from "../queue/jobs.ts";
import type { Attempt } from "./key-attempt-store.server.ts";
import { checkColumns, type KeyCheck } from "./connection-store.server.ts";
import { sealAccount, sealKey } from "./sealed-key.server.ts";

/** A new key, with the attempt that created it and the account it belongs to. Of `email` only a sealed part is stored. */
export type NewKey = { attempt: Attempt; apiKey: string; account: string; email: string };

/**
 * Stores the key and ends its attempt, in one transaction.
 * @throws if the attempt has ended otherwise meanwhile: its deadline passed, or the app was uninstalled. Then
 * the list of orphaned keys shows the key's name.
 */
export async function storeKey(shop: ShopDomain, key: NewKey): Promise<void> {
  const { attempt, account } = key;
  const { keyName } = attempt;
  const sealed = {
    ...(await sealKey(shop, { keyName, apiKey: key.apiKey })),
    sealedAccount: await sealAccount(shop, key.email),
  };
  await inShop(shop, async (tx, now) => {
    await endWithKey(tx, shop, attempt);
    const generation = await tx.keyAttempt.count({
      where: { shop, outcome: { in: ["stored", "released", "acknowledged"] } },
    });
    const untried = { keyCheck: "unverified", checkSince: now, connectedAt: now, checkedAt: now };
    await tx.connection.create({ data: { shop, account, generation, ...sealed, ...untried } });
    await tx.disconnection.deleteMany({ where: { shop } });
    await enqueue(tx, jobs["connection.connected"], { shop });
    const message = { code: "connection.activity.connected", keyName } as const;
    await recordActivity(tx, { shop, kind: "connection.connected", tone: "success", message, at: now });
  });
}

/**
 * Replaces the key of `generation` with a new, tried one and ends its attempt, in one transaction.
 * @throws as `storeKey`, and if the shop no longer has the old key.
 */
export async function swapKey(
  shop: ShopDomain,
  key: NewKey,
  { generation, check }: { generation: number; check: KeyCheck },
): Promise<void> {
  const { attempt, account } = key;
  const { keyName } = attempt;
  const sealed = {
    ...(await sealKey(shop, { keyName, apiKey: key.apiKey })),
    sealedAccount: await sealAccount(shop, key.email),
  };
  await inShop(shop, async (tx, now) => {
    const [before] = await queryRows<{ keyName: string; keyCheck: string; account: string | null }>(tx)`
      select key_name as "keyName", key_check as "keyCheck", account from connection
      where shop = ${shop} and generation = ${generation} for update`;
    if (!before) throw new Error("The key to be replaced is not the shop's any more.");
    await endWithKey(tx, shop, attempt);
    await tx.keyAttempt.updateMany({
      where: { shop, keyName: before.keyName, outcome: "stored" },
      data: { outcome: "released", releasedWhy: "replaced" },
    });
    const checked = { ...checkColumns(check), checkSince: now, checkedAt: now };
    const next = { account, generation: generation + 1, ...sealed, ...checked };
    await tx.connection.update({ where: { shop }, data: next });
    // Work waits only for a key that the supplier rejected. Products and branding belong to the account.
    if (before.keyCheck === "unauthorized" || before.account !== account)
      await enqueue(tx, jobs["connection.connected"], { shop });
    await recordActivity(tx, {
      shop,
      kind: "connection.replaced",
      tone: "success",
      subject: { label: { code: "settings.title" }, url: "/app/settings" },
      message: { code: "connection.activity.replaced", keyName, oldKeyName: before.keyName },
      at: now,
    });
  });
}

async function endWithKey(tx: Tx, shop: ShopDomain, { id }: Attempt): Promise<void> {
  const { count } = await tx.keyAttempt.updateMany({
    where: { shop, id, outcome: "pending" },
    data: { outcome: "stored" },
  });
  if (count !== 1) throw new Error("The attempt has ended otherwise.");
}
