import { expect, it } from "vitest";

import { explainOrder } from "../../app/operator/explain-order.server.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

it("names a key that was never tried as an obstacle to an order", async () => {
  const shop = newShop();
  await query(
    databaseUrl,
    `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check,
       check_since, checked_at) values ($1, 'Stockbridge', '', '', '', 1, now(), 'unverified', now(), now())`,
    [shop],
  );
  const id = await storeOrder(shop, { state: "ready" });
  const { obstacles } = await explainOrder(shop, id);
  expect(obstacles.join()).toContain("The key is unverified");
});
