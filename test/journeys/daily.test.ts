/** Home on a morning after a night with sales, a higher price, a variant that sold out, and an order that waits. */
import { expect, it } from "vitest";

import { seePlaced, takeOrder } from "../sandbox/tour-orders.ts";
import { control } from "../sandbox/tour-support.ts";
import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, page, frame, open, screenshot } = await startSelling("daily");

/** The supplier asks twice as much for the product's first variant, and has no piece of it. Its new price needs no approval. */
async function changeAtSupplier(): Promise<void> {
  const { wholesale } = sandbox;
  const [title] = sandbox.shop.shops.flatMap(({ catalog }) =>
    [...catalog.products.values()].map((product) => product.title),
  );
  const catalogue = wholesale?.supplier.catalogue;
  const product = catalogue
    ?.page({ from: 0, limit: catalogue.size })
    .products.find(({ name }) => name === title);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error("The supplier does not have the shop's product.");
  const price = ((variant.priceMinor * 2) / 100).toFixed(2);
  await query(
    sandbox.databaseUrl,
    `insert into sync_settings (shop, price, stock, availability, buffer, discontinued, approve_above)
     select shop, true, true, true, 0, 'zero-stock', null from connection`,
  );
  await control(sandbox, `/_wholesale/products/${product.id}`, {
    variants: [{ id: variant.id, price, stock: 0 }],
  });
  await sandbox.merchant().submit("/app/sync", "routes/app.sync", { intent: "sync-now" });
}

it("shows on Home which prices and stock changed, and links to the order that waits", async () => {
  await page.setViewportSize({ width: 1280, height: 1500 });
  await frame.getByRole("button", { name: "Hide guide" }).click();
  const { order } = await takeOrder(sandbox);
  await seePlaced(sandbox, order);
  const [sku] = sandbox.shop.shops.flatMap(({ catalog }) =>
    [...catalog.products.values()].flatMap(({ variants }) => variants.map(({ item }) => item.sku ?? "")),
  );
  const unpaid = await control<{ name: string }>(sandbox, "/_shop/orders", {
    lines: [{ sku, quantity: 1 }],
    paid: false,
  });
  await control(sandbox, `/_shop/orders/${encodeURIComponent(unpaid.name)}/request-fulfillment`, {});
  await changeAtSupplier();
  await expect
    .poll(
      async () => {
        await open("/app");
        await frame.getByRole("heading", { name: "Changes by Stockbridge in the last 24 hours" }).waitFor();
        return [
          await frame.getByText("1 price rose, none fell.").count(),
          await frame.getByText("1 variant sold out, none is back in stock.").count(),
          await frame.getByRole("link", { name: `Review ${unpaid.name}` }).count(),
        ];
      },
      { timeout: 180_000, interval: 1000 },
    )
    .toEqual([1, 1, 1]);
  await frame.getByText("30 days before: none").first().waitFor();
  await screenshot("home");
  await frame.getByRole("link", { name: `Review ${unpaid.name}` }).click();
  await frame.getByRole("heading", { name: unpaid.name }).waitFor();
});

it("undoes last night's price changes, and sells below cost again only if the merchant selects that", async () => {
  await open("/app");
  await frame.getByRole("button", { name: "Undo prices" }).click();
  const dialog = frame.getByRole("dialog", { name: "Undo the prices of this update?" });
  const undo = dialog.getByRole("button", { name: "Undo prices" });
  await undo.click();
  // Clicks the label, because that click waits until the dialog stands still.
  await dialog.getByText("Sell one variant at a loss").click();
  await undo.click();
  await frame.getByText("Prices undone").waitFor();
});

it("searches the activity", async () => {
  await open("/app/activity");
  await frame.getByRole("textbox", { name: "Search by order, product, or word" }).fill("connected");
  await frame.getByRole("button", { name: "Search" }).click();
  await frame.getByText(/^Connected to your supplier/).waitFor();
  await expect.poll(() => frame.getByText(/^The order/).count()).toBe(0);
  await screenshot("activity");
});

it("offers on Home to reconnect once the supplier no longer accepts the key", async () => {
  await control(sandbox, "/_wholesale/faults", {
    operation: "listProducts",
    fault: "unauthorized",
    times: 10,
  });
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", { intent: "test" });
  await open("/app");
  await frame
    .getByRole("link", { name: "Reconnect" })
    .or(frame.getByRole("button", { name: "Reconnect" }))
    .waitFor();
  await screenshot("trouble");
});
