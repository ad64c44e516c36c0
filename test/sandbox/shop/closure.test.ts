import { describe, expect, it, onTestFinished } from "vitest";
import { type Closure, CLOSURES } from "./closure.ts";
import { graphql, install, OTHER_SHOP, refresh, SHOP, startReceiver, startTestShop } from "./testing.ts";

const HOWS = Object.keys(CLOSURES) as Closure["how"][];

async function closedShop(closed: Closure) {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  const tokens = await install(shop);
  shop.closeShop(closed, SHOP);
  return { shop, access: String(tokens.access_token), refreshToken: String(tokens.refresh_token) };
}

/** Shopify/shopify-cli#1770, orbit-apps/elixir-shopifyapi#382, shopify.dev: Response codes, shopify-api-ruby#1322. */
describe("a simulated shop that Shopify no longer serves", () => {
  it.each([
    ["frozen", 402, { errors: "Unavailable Shop" }],
    ["unavailable", 403, { errors: "Unavailable Shop" }],
    ["deleted", 404, { errors: "Not Found" }],
    ["locked", 423, { errors: "Locked" }],
    ["app-not-installed", 401, { errors: expect.stringContaining("Invalid API key or access token") }],
  ] as const)("is %s and answers calls of the Admin API with %i", async (how, status, body) => {
    const { shop, access } = await closedShop({ how });
    expect(await graphql(shop, access, "{ shop { id } }")).toEqual({ status, body });
  });

  it.each(HOWS)("is %s and issues no access token by default", async (how) => {
    const { shop, refreshToken } = await closedShop({ how });
    expect(await refresh(shop, refreshToken)).toEqual(CLOSURES[how]);
  });

  it("issues access tokens if a test wants that, and works again once it is open", async () => {
    const { shop, access, refreshToken } = await closedShop({ how: "frozen", givesTokens: true });
    expect((await refresh(shop, refreshToken)).status).toBe(200);
    expect((await graphql(shop, access, "{ shop { id } }")).status).toBe(402);
    shop.closeShop(null, SHOP);
    expect((await graphql(shop, access, "{ shop { id } }")).status).toBe(200);
  });

  it("still sends the webhook shop/redact, while other shops stay open", async () => {
    const app = await startReceiver();
    onTestFinished(() => app.close());
    const { shop } = await closedShop({ how: "locked" });
    shop.app.url = app.url;
    expect(shop.shops.find(({ domain }) => domain === OTHER_SHOP)?.closed).toBeNull();
    expect(await shop.webhooks.deliver({ topic: "shop/redact", shop: SHOP })).toEqual([200]);
  });
});
