import { expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { readStanding } from "../../../app/orders/store/standing.server.ts";
import { newShop } from "../../support/world.ts";

it("counts a line as not bought if no supplier order contains it, even if the shop's answers disagree", async () => {
  const shop = newShop();
  const lineItemId = "gid://shopify/LineItem/1";
  // The answer with the refunds is from before the piece was added to the order.
  const lines = new Map([[lineItemId, { ordered: 0, remaining: 0 }]]);
  const item = {
    shop,
    orderId: null,
    intent: {
      past: { fulfilled: [], refunded: [], lines },
      isProbe: false,
      lines: [{ lineItemId, title: "Mug", quantity: 1, ordered: 1 }],
    },
  };
  const standing = await inShop(shop, (tx) => readStanding(tx, [item]));
  expect(standing.get(item)).toMatchObject({ isBought: false });
});
