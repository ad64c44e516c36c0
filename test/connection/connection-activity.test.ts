import { expect, it } from "vitest";

import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { findConnection } from "../../app/connection/connection-store.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { openQueue } from "../support/queue.ts";
import { newShop, wholesale } from "../support/world.ts";

openQueue();

/** Returns the shop's activity, oldest first. */
async function recorded(shop: ShopDomain): Promise<string[]> {
  const { entries } = await listActivity(shop, { place: null });
  return entries.map(({ tone, message }) => `${tone}: ${translator("en")(message)}`).reverse();
}

it("records connecting and disconnecting once each, with the key's name", async () => {
  const shop = newShop();
  await connect(shop, wholesale.account);
  const name = (await findConnection(shop))?.keyName;
  await Promise.all([1, 2].map(() => disconnect(shop, { why: "disconnected" })));
  expect(await recorded(shop)).toEqual([
    `success: Connected to your supplier with the key “${name}”.`,
    `info: Disconnected from your supplier. Stockbridge has forgotten the key “${name}”. It still works until you delete it on your supplier's site.`,
  ]);
});

it("records an uninstall as an uninstall, not as a disconnection", async () => {
  const shop = newShop();
  await connect(shop, wholesale.account);
  await disconnect(shop, { why: "uninstalled" });
  expect((await recorded(shop))[1]).toMatch(/^info: Stockbridge was uninstalled and has forgotten/);
});

it("does not record a failed sign-in, since nothing happened to the shop", async () => {
  const shop = newShop();
  await connect(shop, { ...wholesale.account, password: "wrong" });
  expect(await recorded(shop)).toEqual([]);
});

it("records an unauthorized key once however often it is tried, and once more when it works again", async () => {
  const shop = newShop();
  await connect(shop, wholesale.account);
  const check = () => checkKey(shop);
  wholesale.setFault("listProducts", "unauthorized", 3);
  await Promise.all([check(), check()]);
  await check();
  // A supplier that is down says nothing about the key.
  wholesale.setFault("listProducts", "html", 1);
  await check();
  await check();
  await check();
  expect((await recorded(shop)).slice(1)).toEqual([
    expect.stringMatching(
      /^critical: Your supplier no longer accepts the key “.*”, so new orders wait\. If you deleted/,
    ),
  ]);
  wholesale.setFault("listProducts", "unauthorized", 1);
  await check();
  await check();
  expect((await recorded(shop)).slice(2)).toEqual([
    expect.stringMatching(/^critical: /),
    expect.stringMatching(/^success: Your supplier accepts the key “.*” again\. /),
  ]);
});
