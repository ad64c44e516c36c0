/** A merchant compares shop, Stockbridge and supplier, and sees a difference come and go. */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, frame, open, screenshot } = await startSelling("reconciliation");
const { ledger } = sandbox.wholesale!.supplier;

it("lists a supplier's order that is missing from our records, until the supplier cancels it", async () => {
  const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }] });
  sandbox.shop.merchant.requestFulfillment(name);
  await expect
    .poll(() => query(sandbox.databaseUrl, "select from supplier_order where acceptance = 'accepted'"), {
      timeout: 60_000,
    })
    .toHaveLength(1);
  await open("/app/orders");
  await open("/app/reconciliation");
  const compare = frame.getByRole("button", { name: "Compare now" });
  await compare.click();
  await frame.getByText("No differences").waitFor({ timeout: 60_000 });
  await screenshot("none");

  const [ours] = ledger.orders();
  const stray = ledger.place({ ...ours!, reference: ours!.reference.replace(/-\d+-1$/, "-999-1") });
  await compare.click();
  await frame.getByText(stray.id).first().waitFor({ timeout: 60_000 });
  await frame.getByRole("link", { name: "Open orders" }).waitFor();
  await screenshot("one");

  ledger.cancel(stray.id);
  await compare.click();
  await frame.getByText("No differences").waitFor({ timeout: 60_000 });
}, 240_000);
