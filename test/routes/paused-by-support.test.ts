/** Pages while Stockbridge support pauses ordering. */
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { asSystem } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { en } from "../../app/messages/en.ts";
import { endSupportPause, pauseForSupport } from "../../app/orders/store/ordering-settings.server.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../orders/shop-world.ts";
import { openQueue } from "../support/queue.ts";

openQueue();

const WHY = "Their buyer owes us an answer.";

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
});

async function pauseForThisTest(shop: ShopDomain | null): Promise<void> {
  await asSystem("operator", (tx, now) => pauseForSupport(tx, { shop, by: "ada", why: WHY, now }));
  onTestFinished(async () => {
    await asSystem("operator", (tx, now) => endSupportPause(tx, { shop, now }));
  });
}

async function page(path: string): Promise<string> {
  const { status, html } = await renderedPage(path, { shop: world.shop, locale: "en" });
  expect(status).toBe(200);
  return html.replaceAll("&#x27;", "'");
}

describe("the pages of a shop whose ordering Stockbridge support has paused", () => {
  it.each<["this shop" | "every shop", string]>([
    ["this shop", en["ordering.paused-by-support"]],
    ["every shop", en["ordering.paused-for-all"]],
  ])("report a pause of %s, and show neither the operator's name nor their reason", async (...to) => {
    const [whose, sentence] = to;
    await pauseForThisTest(whose === "this shop" ? world.shop : null);
    for (const path of ["/app", "/app/orders", "/app/settings", "/app/activity"]) {
      const shown = await page(path);
      expect(shown).not.toContain(WHY);
      expect(shown).not.toContain("ada ");
      if (path !== "/app/activity") expect(shown).toContain(sentence);
      else expect(shown).toContain(en["orders.activity.paused-by-support"]);
    }
    expect(await page("/app/settings")).not.toContain(en["ordering.on"]);
  });

  it("show why an order waits", async () => {
    await pauseForThisTest(world.shop);
    const { id } = await requestedOrder(world);
    await world.processDue();
    expect(await page(`/app/orders/${id}`)).toContain(en["orders.reason.ordering-paused-by-support"]);
    expect(await page("/app/orders")).toContain(en["orders.reason.ordering-paused-by-support.label"]);
  });
});
