import { Session } from "@shopify/shopify-api";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { queryShop, mutateShop } from "../../app/shop/call.server.ts";
import {
  failureFromErrors,
  failureFromStatus,
  noAnswer,
  throttledFor,
  messageOfUserErrors,
} from "../../app/shop/failures.ts";
import { createService, listServices } from "../../app/shop/location/fulfillment-service.server.ts";
import { readFacts } from "../../app/shop/shop-facts.server.ts";
import { api, sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { newShop, shopify } from "../support/world.ts";

const QUERY = `#graphql
      query shopFacts { shop { currencyCode ianaTimezone taxesIncluded } }
    `;
const anHourAgo = new Date(Date.now() - 3_600_000);
const inAnHour = new Date(Date.now() + 3_600_000);

async function keep(shop: ShopDomain, tokens: { accessToken: string; refreshToken?: string; expires: Date }) {
  const id = api.session.getOfflineId(shop);
  await sessionStorage.storeSession(new Session({ id, shop, state: "", isOnline: false, ...tokens }));
}

/** Shopify's reply while a shop's points are used up. */
const throttled = {
  errors: {
    networkStatusCode: 200,
    graphQLErrors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
  },
  extensions: {
    cost: { requestedQueryCost: 20, throttleStatus: { currentlyAvailable: 0, restoreRate: 1000 } },
  },
};

describe("a call to a shop", () => {
  it("returns data", async () => {
    expect(await readFacts(await installedShop())).toMatchObject({ currency: "EUR" });
  });

  it("has the types of its operation, and does not compile for an operation without types", async () => {
    const shop = await installedShop();
    const data = await queryShop(shop, (request) => request(QUERY));
    // @ts-expect-error The operation does not read it.
    expect(data.shop.name).toBeUndefined();
    // @ts-expect-error The operation takes none.
    await queryShop(shop, (request) => request(QUERY, { variables: { id: "gid://shopify/Shop/1" } }));
    // @ts-expect-error There are no types of it.
    const unchecked = queryShop(shop, (request) => request("#graphql\n query nobody { shop { nothing } }"));
    await expect(unchecked).rejects.toMatchObject({ code: "unexpected-reply" });
  });

  it("does not follow a redirect, which would receive the token", async () => {
    const shop = await installedShop();
    const before = simulated(shop).usage.calls;
    shopify.setFault("currencyCode", "307");
    await expect(readFacts(shop)).rejects.toMatchObject({ name: "Failure" });
    expect(simulated(shop).usage.calls).toBe(before);
    expect(await readFacts(shop)).toMatchObject({ currency: "EUR" });
  });

  it("fails as shop-gone for a shop that never installed the app", async () => {
    await expect(readFacts(newShop())).rejects.toMatchObject({ name: "Failure", code: "shop-gone" });
  });

  it("fails as access-lost if the shop accepts none of our tokens, for example after an uninstall", async () => {
    const shop = await installedShop();
    shopify.uninstall(shop);
    await expect(readFacts(shop)).rejects.toMatchObject({
      name: "Failure",
      code: "access-lost",
      explanation: { code: "failure.shop.access-lost" },
    });
  });

  it("renews a token that the shop rejects before its expiry", async () => {
    const shop = await installedShop();
    const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
    const refreshToken = session?.refreshToken ?? "";
    await keep(shop, { accessToken: "shpat_revoked", refreshToken, expires: inAnHour });
    const renewals = vi.spyOn(shopify.tokens, "refresh");
    expect(await readFacts(shop)).toMatchObject({ currency: "EUR" });
    expect(renewals).toHaveBeenCalledTimes(1);
    renewals.mockRestore();
  });

  it("is sent three times at most if the shop rejects even fresh tokens", async () => {
    const shop = await installedShop();
    const rejected = { errors: { networkStatusCode: 401 } };
    const send = vi.fn(() => Promise.resolve(rejected));
    await expect(queryShop(shop, send)).rejects.toMatchObject({ code: "access-lost" });
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("continues with a token that a page has obtained meanwhile", async () => {
    const shop = await installedShop();
    await keep(shop, { accessToken: "shpat_of-before", expires: inAnHour });
    let sent = 0;
    const data = await queryShop(shop, async (request) => {
      sent += 1;
      if (sent === 1) await issueToken(shop);
      return request(QUERY);
    });
    expect(sent).toBe(2);
    expect(data.shop.currencyCode).toBe("EUR");
  });

  it("renews an expired token once for all concurrent calls", async () => {
    const shop = await installedShop({ expires: anHourAgo });
    const renewals = vi.spyOn(shopify.tokens, "refresh");
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => readFacts(shop)))).toHaveLength(5);
    expect(renewals).toHaveBeenCalledTimes(1);
    await readFacts(shop);
    expect(renewals).toHaveBeenCalledTimes(1);
    renewals.mockRestore();
  });

  it("waits until enough points are restored", async () => {
    const shop = await installedShop();
    let sent = 0;
    const data = await queryShop(shop, (request) => {
      sent += 1;
      return sent < 3 ? Promise.resolve(throttled) : request(QUERY);
    });
    expect(sent).toBe(3);
    expect(data).toMatchObject({ shop: { currencyCode: "EUR" } });
  });

  it("is queued behind calls that were throttled earlier, so that almost none is throttled twice", async () => {
    const shop = await installedShop();
    const [cost, restoreRate, calls] = [100, 2000, 20];
    let [available, at, sent] = [0, performance.now(), 0];
    const send = (): Promise<object> => {
      sent += 1;
      const now = performance.now();
      available += ((now - at) / 1000) * restoreRate;
      at = now;
      const throttleStatus = { currentlyAvailable: Math.floor(available), restoreRate };
      if (available < cost)
        return Promise.resolve({
          ...throttled,
          extensions: { cost: { requestedQueryCost: cost, throttleStatus } },
        });
      available -= cost;
      return Promise.resolve({ data: {} });
    };
    await Promise.all(Array.from({ length: calls }, () => queryShop(shop, send)));
    expect(sent).toBeLessThan(3 * calls);
  });

  it("fails with the time to wait if restoring the points takes too long", async () => {
    const extensions = {
      cost: { requestedQueryCost: 1000, throttleStatus: { currentlyAvailable: 0, restoreRate: 10 } },
    };
    await expect(
      queryShop(await installedShop(), () => Promise.resolve({ ...throttled, extensions })),
    ).rejects.toMatchObject({ code: "rate-limited", retryAfterSeconds: 100 });
  });

  it("sends nothing more after its deadline", async () => {
    const shop = await installedShop();
    const { usage } = simulated(shop);
    const before = usage.calls;
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const throttledCall = mutateShop(shop, async (request) => {
      await request(QUERY);
      now += 30_000;
      return throttled;
    });
    await expect(throttledCall).rejects.toMatchObject({ code: "unreachable" });
    expect(usage.calls).toBe(before + 2);
    const waitedForPoints = mutateShop(shop, (request) => {
      now += 61_000;
      return request(QUERY);
    });
    await expect(waitedForPoints).rejects.toMatchObject({ code: "unreachable" });
    expect(usage.calls).toBe(before + 2);
    clock.mockRestore();
  });

  it("fails with an explanation for the merchant if a permission is missing", async () => {
    const shop = await installedShop({ scopes: [] });
    await expect(createService(shop, "Stockbridge")).rejects.toMatchObject({
      code: "rejected",
      explanation: { code: "failure.shop.permission-missing" },
    });
  });

  it("fails as a problem that the operator must repair if Shopify denies the server's address", async () => {
    const shop = await installedShop();
    shopify.app.addressDenied = true;
    onTestFinished(() => void (shopify.app.addressDenied = false));
    const denied = { code: "app-denied", status: 403, explanation: { code: "failure.shop.address-denied" } };
    await expect(readFacts(shop)).rejects.toMatchObject(denied);
    await expect(createService(shop, "Stockbridge")).rejects.toMatchObject(denied);
    shopify.app.addressDenied = false;
    expect(await readFacts(shop)).toMatchObject({ currency: "EUR" });
  });

  it("fails as outcome-unknown if a mutation breaks off, and as unreachable if a query does", async () => {
    const shop = await installedShop();
    const brokenOff = () => Promise.resolve({ errors: {} });
    await expect(queryShop(shop, brokenOff)).rejects.toMatchObject({ code: "unreachable" });
    await expect(mutateShop(shop, brokenOff)).rejects.toMatchObject({ code: "outcome-unknown" });
  });

  it("returns Shopify's userErrors as a value", async () => {
    const shop = await installedShop();
    expect(await createService(shop, "Stockbridge")).toMatchObject({ kind: "created" });
    expect(await createService(shop, "Stockbridge")).toEqual({
      kind: "user-errors",
      problem: { code: "failure.shop.user-errors", problem: "Name has already been taken" },
    });
    expect(await listServices(shop)).toMatchObject([{ name: "Stockbridge" }]);
  });
});

describe("an error reply from Shopify", () => {
  it.each([
    [403, false, "rejected"],
    [406, true, "rejected"],
    [429, true, "rate-limited"],
    [500, false, "unreachable"],
    [502, true, "outcome-unknown"],
  ])(
    "has the right meaning: status %i, for a call that changes data (%s), means %s",
    (status, changes, code) => {
      expect(failureFromStatus(status, changes)).toMatchObject({ code, status });
    },
  );

  it.each([
    ["INTERNAL_SERVER_ERROR", false, "unreachable"],
    ["INTERNAL_SERVER_ERROR", true, "outcome-unknown"],
    ["ACCESS_DENIED", true, "rejected"],
    ["MAX_COST_EXCEEDED", false, "unexpected-reply"],
    ["undefinedField", false, "unexpected-reply"],
  ])(
    "has the right meaning: error %s, for a call that changes data (%s), means %s",
    (code, changes, meaning) => {
      expect(failureFromErrors([{ message: "So it is.", extensions: { code } }], changes).code).toBe(meaning);
    },
  );

  it.each([[[]], [[null]], [["text"]], [[{ extensions: 7 }]]])(
    "counts as an unexpected reply with the errors %j",
    (errors) => {
      const { code, explanation } = failureFromErrors(errors, false);
      expect(code).toBe("unexpected-reply");
      expect(translator("en")(explanation)).toBe(
        "Shopify's answer doesn't make sense to Stockbridge. If this continues, contact Stockbridge support.",
      );
      expect(throttledFor(errors, undefined)).toBeNull();
    },
  );

  it("has a sentence that the merchant can read", () => {
    const say = translator("en");
    for (const failure of [noAnswer(true), failureFromStatus(500, true), failureFromErrors([], false)])
      expect(say(failure.explanation)).toMatch(/^[A-Z].*\.$/);
    expect(say(failureFromStatus(403, true).explanation)).toBe("Shopify rejected the request (status 403).");
  });
});

it.each([
  [{ requestedQueryCost: 500, throttleStatus: { currentlyAvailable: 100, restoreRate: 100 } }, 4000],
  [{ requestedQueryCost: 500, throttleStatus: { currentlyAvailable: 499, restoreRate: 1000 } }, 100],
  [undefined, 1000],
  [{ requestedQueryCost: 500, throttleStatus: { currentlyAvailable: 0, restoreRate: 0 } }, 1000],
])("a throttled call waits until the missing points are restored: %j", (cost, milliseconds) => {
  expect(throttledFor([{ message: "Throttled", extensions: { code: "THROTTLED" } }], { cost })).toBe(
    milliseconds,
  );
});

describe("messageOfUserErrors", () => {
  it("joins at most three userErrors, each once", () => {
    const errors = ["One.", "Two", "One.", "Three.", "Four."].map((message) => ({ message }));
    const message = messageOfUserErrors(errors);
    expect(message).toEqual({ code: "failure.shop.user-errors", problem: "One; Two; Three" });
    expect(translator("en")(message!)).toBe("Shopify rejected it: One; Two; Three.");
  });

  it("returns null if the mutation succeeded", () => {
    expect(messageOfUserErrors([])).toBeNull();
  });
});
