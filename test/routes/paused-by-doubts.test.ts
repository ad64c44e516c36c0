/** Pages while the supplier's unclear answers pause ordering. */
import { beforeAll, expect, it } from "vitest";

import { disconnect } from "../../app/connection/disconnect.server.ts";
import { en } from "../../app/messages/en.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { requestedOrder, type SellingShop, sellingShop } from "../orders/shop-world.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

openQueue();

let world: SellingShop;
beforeAll(async () => {
  world = await sellingShop();
  await query(
    databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, unclear_responses, next_try_at)
     values ($1, $1, 3, now() + interval '1 minute')
     on conflict (shop) do update set unclear_responses = 3, next_try_at = excluded.next_try_at`,
    [world.shop],
  );
});

/** The page's text, with its apostrophes as they are written. */
async function page(path: string): Promise<string> {
  const { status, html } = await renderedPage(path, { shop: world.shop, locale: "en" });
  expect(status).toBe(200);
  return html.replaceAll("&#x27;", "'");
}

it("Settings says that unclear answers of the supplier pause ordering, and not that orders go out at once", async () => {
  const settings = await page("/app/settings");
  expect(settings).toContain("Stockbridge tries one order at a time");
  expect(settings).not.toContain(en["ordering.on"]);
});

it("Home and Orders link to the orders in doubt only while some need attention", async () => {
  const leads = [en["ordering.doubtful.action"], "check the orders that are in doubt"];
  for (const path of ["/app", "/app/orders"]) {
    const shown = await page(path);
    expect(shown).toContain(en["ordering.doubtful.title"]);
    for (const lead of leads) expect(shown).not.toContain(lead);
  }
  const { id } = await requestedOrder(world);
  await query(
    databaseUrl,
    "update supplier_order set state = 'held', reason = 'unpaid', leased_until = null, due_at = null where id = $1",
    [id],
  );
  for (const path of ["/app", "/app/orders"]) {
    const shown = await page(path);
    for (const lead of leads) expect(shown).toContain(lead);
  }
});

it("Home shows orders that need attention after a disconnection, but no pause of ordering", async () => {
  await disconnect(world.shop, { why: "disconnected", products: "keep" });
  const shown = await page("/app");
  expect(shown).toContain(en["home.needs-attention"]);
  expect(shown).not.toContain(en["ordering.doubtful.title"]);
});
