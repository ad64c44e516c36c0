import { describe, expect, it } from "vitest";

import { setAutomaticOrdering } from "../../app/orders/store/ordering-settings.server.ts";
import { env } from "../../app/lib/env.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

/** Returns the prefix of a shop that has just got its row: none is there before, as after a restored backup. */
async function prefixAnew(shop: ShopDomain): Promise<string> {
  await query(databaseUrl, "delete from ordering_settings where shop = $1", [shop]);
  await setAutomaticOrdering(shop, "on");
  const [row] = await query<{ prefix: string }>(
    databaseUrl,
    "select reference_prefix as prefix from ordering_settings where shop = $1",
    [shop],
  );
  return row?.prefix ?? "";
}

describe("the prefix of a shop's references", () => {
  it("is the same after its row was lost, even if two processes create it at once", async () => {
    const [shop, other] = [newShop(), newShop()];
    const prefix = await prefixAnew(shop);
    expect(prefix).toMatch(/^SB[0-9A-F]{8}$/);
    expect(await prefixAnew(shop)).toBe(prefix);
    await query(databaseUrl, "delete from ordering_settings where shop = $1", [shop]);
    await Promise.all([setAutomaticOrdering(shop, "on"), setAutomaticOrdering(shop, "on")]);
    expect(
      await query(databaseUrl, "select reference_prefix from ordering_settings where shop = $1", [shop]),
    ).toEqual([{ reference_prefix: prefix }]);
    expect(await prefixAnew(other)).not.toBe(prefix);
  });

  it("differs between installations, because each has its own secret", async () => {
    const shop = newShop();
    const prefix = await prefixAnew(shop);
    await query(databaseUrl, "delete from account_salt");
    // A process's caches depend on its keyring object.
    env.STOCKBRIDGE_KEYRING = { ...env.STOCKBRIDGE_KEYRING };
    expect(await prefixAnew(shop)).not.toBe(prefix);
  });

  it("gets eight more digits if another shop has the same prefix", async () => {
    const [shop, other] = [newShop(), newShop()];
    const prefix = await prefixAnew(shop);
    await query(databaseUrl, "update ordering_settings set shop = $2 where shop = $1", [shop, other]);
    expect(await prefixAnew(shop)).toMatch(new RegExp(`^${prefix}[0-9A-F]{8}$`));
  });
});
