import type { RatesState } from "../../app/shipping/load-rates.server.ts";
import type { RatesForm } from "../../app/shipping/rates-form.ts";
import { translator } from "../../app/messages/translate.ts";
import type { Sandbox } from "./sandbox.ts";
import { findBuyable, NO_PRODUCTS } from "./tour-orders.ts";
import { control, escapeHtml, poll } from "./tour-support.ts";

const PAGE = ["/app/rates", "routes/app.rates"] as const;
const LIVE_WITHIN_MS = 180_000;

const t = translator("en");

/** Sees that customers can't check out yet, enters a rate as the merchant does, and waits until it is in the shop. */
export async function setRates(sandbox: Sandbox): Promise<string> {
  const browser = sandbox.merchant();
  const page = await browser.open(PAGE[0]);
  if (!page.html.includes(escapeHtml(t("shipping.first.title"))))
    throw new Error("The page doesn't offer to enter shipping rates.");
  const sku = await findBuyable(sandbox);
  if (sku === null) return `no rates to enter yet: ${NO_PRODUCTS}`;
  const refused = await fetch(`${sandbox.addresses.control}/_shop/checkouts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ lines: [{ sku, quantity: 1 }] }),
  });
  if (refused.status !== 422) throw new Error(`A checkout without rates answered ${String(refused.status)}.`);

  await control(sandbox, "/_shop/scopes", { scopes: ["write_shipping"] });
  const group = {
    name: "Everywhere",
    restOfWorld: true,
    countries: [],
    basis: "flat" as const,
    freeFrom: "",
  };
  const form: RatesForm = { title: "Standard", groups: [{ ...group, steps: [{ from: "", price: "4.90" }] }] };
  const { version } = await browser.read<{ version: number }>(...PAGE);
  const saved = { intent: "save", form: JSON.stringify(form), version: String(version) };
  await browser.submit(...PAGE, saved);
  let last: RatesState | null = null;
  const live = await poll(LIVE_WITHIN_MS, async () => {
    last = (await browser.read<{ state: RatesState }>(...PAGE)).state;
    return last.kind === "live" && last.inProfile > 0 ? last : null;
  });
  if (live === null) throw new Error(`The rates don't reach the shop: ${JSON.stringify(last)}`);
  return `no checkout without a rate; now ${String(live.inProfile)} variants ship for 4.90`;
}
