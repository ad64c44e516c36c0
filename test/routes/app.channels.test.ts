import { expect, it, onTestFinished } from "vitest";

import { findDefaultChannels } from "../../app/catalog/import/default-channels.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { rendered } from "../messages/rendered-page.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { shopify } from "../support/world.ts";

/**
 * Asks the route for the shop's channels, or stores the channels with these ids. `seen`: the channels that were
 * stored when the dialog was opened.
 */
async function ask(shop: ShopDomain, ids?: string[], seen?: string[]) {
  const address = new URL("/app/channels", process.env["SHOPIFY_APP_URL"]);
  address.searchParams.set("_data", "routes/app.channels");
  const headers = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0",
    authorization: `Bearer ${await shopify.sessionToken({ shop })}`,
  };
  const before = seen ?? (await findDefaultChannels(shop))?.map(({ id }) => id) ?? [];
  const fields = [...(ids ?? []).map((id) => ["id", id]), ...before.map((id) => ["seen", id])];
  const body = ids && new URLSearchParams(fields);
  const request = new Request(address, { headers, ...(body && { method: "POST", body }) });
  const { status, html } = await rendered(request);
  return { status, answer: html && (JSON.parse(html) as unknown) };
}

function channelsOf(shop: ShopDomain) {
  return simulated(shop).publications.map(({ id, title }) => ({ id: gid("Publication", id), name: title }));
}

const UNREADABLE = {
  status: 200,
  answer: { kind: "unreadable", problem: { code: "failure.shop.server-error", status: 502 } },
};

it("the form of sales channels lists the shop's channels, and names the Online Store", async () => {
  const shop = await installedShop();
  const channels = channelsOf(shop);
  expect(channels.map(({ name }) => name)).toEqual(["Online Store", "Point of Sale"]);
  expect(await ask(shop)).toEqual({
    status: 200,
    answer: { kind: "channels", channels, onlineStore: channels[0] },
  });
});

it("the form of sales channels stores chosen channels that exist in the shop, for that shop only", async () => {
  const [shop, other] = [await installedShop(), await installedShop()];
  const [, pointOfSale] = channelsOf(shop);
  const chosen = [pointOfSale!.id, "gid://shopify/Publication/1"];
  expect(await ask(shop, chosen)).toEqual({ status: 200, answer: { kind: "stored" } });
  expect(await findDefaultChannels(shop)).toEqual([pointOfSale]);
  expect(await findDefaultChannels(other)).toBeNull();
  await ask(shop, []);
  expect(await findDefaultChannels(shop)).toEqual([]);
});

it("the form of sales channels does not overwrite a newer choice from another window", async () => {
  const shop = await installedShop();
  const [online, pointOfSale] = channelsOf(shop);
  expect(await ask(shop, [pointOfSale!.id], [])).toMatchObject({ answer: { kind: "stored" } });
  expect(await ask(shop, [online!.id], [])).toMatchObject({ answer: { kind: "stale" } });
  expect(await findDefaultChannels(shop)).toEqual([pointOfSale]);
});

it("the form of sales channels says if Shopify does not answer, and keeps the earlier choice", async () => {
  const shop = await installedShop();
  await ask(shop, [channelsOf(shop)[0]!.id]);
  shopify.setFault("publications", "502", 100);
  onTestFinished(() => shopify.setFault("publications", "502", 0));
  expect(await ask(shop)).toEqual(UNREADABLE);
  expect(await ask(shop, [])).toEqual(UNREADABLE);
  expect(await findDefaultChannels(shop)).toEqual([channelsOf(shop)[0]]);
});

it("the form of sales channels rejects more than 50 channels, and overlong ids", async () => {
  const shop = await installedShop();
  const many = Array.from({ length: 51 }, (_, index) => String(index));
  expect((await ask(shop, many)).status).toBe(400);
  expect((await ask(shop, ["x".repeat(256)])).status).toBe(400);
  expect(await findDefaultChannels(shop)).toBeNull();
});
