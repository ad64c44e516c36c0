import { afterAll, beforeAll, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, wholesale } from "../support/world.ts";

openQueue();

const settings = {
  WHOLESALE_NAME: "Harbor & Sons",
  WHOLESALE_LOGO_URL: "https://harbor.example.com/logo.svg",
  WHOLESALE_ACCOUNT_URL: "https://harbor.example.com/account",
  WHOLESALE_KEYS_URL: "https://harbor.example.com/account?tab=keys",
  WHOLESALE_SUPPORT_URL: "https://harbor.example.com/help",
  SUPPORT_EMAIL: "help@stockbridge.example.com",
};

beforeAll(() => changeSettings(settings));
afterAll(() => changeSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined]))));

it("pages show the supplier's name, logo and links, and Stockbridge's support address", async () => {
  const shop = await installedShop();
  const before = await renderedPage("/app/settings", { shop, locale: "en" });
  expect(before.html).toContain("your account at Harbor &amp; Sons");
  await connect(shop, wholesale.account);
  const { html } = await renderedPage("/app/settings", { shop, locale: "en" });
  expect(html).toContain("Connected to Harbor &amp; Sons");
  const { WHOLESALE_LOGO_URL, WHOLESALE_ACCOUNT_URL, WHOLESALE_KEYS_URL, WHOLESALE_SUPPORT_URL } = settings;
  for (const url of [WHOLESALE_LOGO_URL, WHOLESALE_ACCOUNT_URL, WHOLESALE_KEYS_URL, WHOLESALE_SUPPORT_URL])
    expect(html).toContain(url);
  expect(html).toContain(`mailto:${settings.SUPPORT_EMAIL}`);
});

it("pages show the supplier's host name and no links if neither name nor links are set", async () => {
  await changeSettings(Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])));
  const { html } = await renderedPage("/app/settings", { shop: await installedShop(), locale: "en" });
  expect(html).toContain("your account at 127.0.0.1:");
  expect(html).not.toContain("mailto:");
});
