/** The pages of a shop that was disconnected, and connected to another account. */
import { describe, expect, it } from "vitest";

import { publishBranding } from "../../app/branding/publish-branding.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { findConnection } from "../../app/connection/connection-store.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { wholesale } from "../support/world.ts";

openQueue();

async function connectedShop(account = wholesale.account): Promise<ShopDomain> {
  const shop = await installedShop();
  await connect(shop, account);
  return shop;
}

async function textOf(path: string, shop: ShopDomain): Promise<string> {
  const { html } = await renderedPage(path, { shop, locale: "en" });
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll("&#x27;", "'");
}

describe("Home", () => {
  it("keeps its order counts while the shop is disconnected and once it connects with another account", async () => {
    const shop = await connectedShop();
    const connected = await textOf("/app", shop);
    await disconnect(shop, { why: "disconnected" });
    const disconnected = await textOf("/app", shop);
    await connect(shop, wholesale.otherAccount);
    for (const text of [connected, disconnected, await textOf("/app", shop)])
      expect(text).toMatch(/0\s+Need attention\s+0\s+In progress/);
  });

  it("shows no counts before the first connection", async () => {
    expect(await textOf("/app", await installedShop())).not.toContain("In progress");
  });
});

describe("the branding page", () => {
  it("does not call branding unpublished if it was published with another account", async () => {
    const shop = await connectedShop();
    const branding = { brandName: "Mugs", logo: null, primaryColor: null, packingSlipMessage: null };
    const contact = { returnAddress: null, supportEmail: null, supportPhone: null };
    await publishBranding(shop, { ...branding, ...contact });
    await disconnect(shop, { why: "disconnected" });
    await connect(shop, wholesale.otherAccount);
    const text = await textOf("/app/branding", shop);
    expect(text).toContain("You published version 1 with another account");
    expect(text).toContain("Not published with this account");
    expect(text).not.toContain("Not published yet");
  });
});

describe("Settings", () => {
  it("identifies the connected account by the name of its key, without showing its whole email", async () => {
    const shop = await connectedShop();
    const { keyName } = (await findConnection(shop))!;
    const text = await textOf("/app/settings", shop);
    expect(text).toContain(keyName);
    expect(text).toContain("the account lists this key name under API keys");
    expect(text).not.toContain(wholesale.account.email);
  });
});
