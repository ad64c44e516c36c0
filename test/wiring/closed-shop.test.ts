/** A shop that Shopify no longer serves: frozen, locked, closed or deleted. */
import { randomUUID } from "node:crypto";

import { afterEach, describe, expect, it, vi } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { Failure } from "../../app/lib/failure.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { openOrder } from "../../app/orders/ingest/open-order.server.ts";
import { processOrder } from "../../app/orders/placing/process-order.server.ts";
import { receive } from "../../app/queue/inbox.server.ts";
import { mutateShop } from "../../app/shop/call.server.ts";
import { readFacts } from "../../app/shop/shop-facts.server.ts";
import { inbox } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import { sweepAccess } from "../../app/installation/restore-access.server.ts";
import { type Closure, CLOSURES } from "../sandbox/shop/closure.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";

openQueue();

const HOUR = 3600;
const DAY = 24 * HOUR;
const HOWS = Object.keys(CLOSURES) as Closure["how"][];
const CLOSED: [Closure["how"], boolean][] = HOWS.flatMap((how) => [
  [how, false],
  [how, true],
]);

const find = vi.spyOn(shopify.tokens, "find");
const refresh = vi.spyOn(shopify.tokens, "refresh");
afterEach(() => {
  find.mockClear();
  refresh.mockClear();
});

async function closedShop(closed: Closure): Promise<ShopDomain> {
  const shop = await installedShop();
  shopify.closeShop(closed, shop);
  return shop;
}

function rowsOf(table: string, shop: ShopDomain): Promise<Record<string, unknown>[]> {
  return query(databaseUrl, `select * from ${table} where shop = $1`, [shop]);
}

async function recorded(shop: ShopDomain): Promise<unknown[]> {
  const rows = await query(databaseUrl, "select kind from activity where shop = $1 order by at, id", [shop]);
  return rows.map(({ kind }) => kind).filter((kind) => String(kind).startsWith("shop."));
}

async function redact(shop: ShopDomain, retryCount = 0): Promise<void> {
  await handleWebhook("shop/redact", { shop, retryCount });
}

describe.each(CLOSED)("a shop that is %s (gives tokens: %s)", (how, givesTokens) => {
  it("counts as a shop to which we lost access, so that its work waits", async () => {
    const shop = await closedShop({ how, givesTokens });
    const failure = await readFacts(shop).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "access-lost", isPermanent: false });
    await expect(readFacts(shop)).rejects.toMatchObject({ code: "access-lost" });
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: expect.any(Date) as Date }]);
  });

  it("is erased by shop/redact", async () => {
    const shop = await closedShop({ how, givesTokens });
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    await redact(shop);
    for (const table of ["connection", "session", "shop_access", "activity"])
      expect(await rowsOf(table, shop), table).toEqual([]);
  });

  it("counts as uninstalled if Shopify sends app/uninstalled", async () => {
    const shop = await closedShop({ how, givesTokens });
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    await handleWebhook("app/uninstalled", { shop });
    for (const table of ["connection", "session", "shop_access"])
      expect(await rowsOf(table, shop), table).toEqual([]);
  });
});

describe("a frozen shop", () => {
  const frozen: Closure = { how: "frozen", givesTokens: true };

  it("gets at most one request per hour, and fewer the longer it is frozen", async () => {
    const shop = await closedShop(frozen);
    const asked = async (times = 5) => {
      refresh.mockClear();
      for (let time = 0; time < times; time += 1) await readFacts(shop).catch(() => undefined);
      return refresh.mock.calls.length;
    };
    expect(await asked()).toBe(0);
    await timePasses(shop, HOUR);
    expect(await asked()).toBe(1);
    await timePasses(shop, 10 * DAY);
    expect(await asked()).toBe(1);
    await timePasses(shop, 2 * HOUR);
    expect(await asked()).toBe(0);
    await timePasses(shop, DAY);
    expect(await asked()).toBe(1);
  });

  it("keeps its webhooks and orders waiting until it is open again", async () => {
    const shop = await closedShop(frozen);
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    await receive({ shop, topic, webhookId: randomUUID(), eventId: null, subjectId: "7", triggeredAt: null });
    await inbox.drain();
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: "access-lost", handled_at: null }]);
    const orderName = "#7";
    const [fulfillmentOrderId, shopOrderId] = ["gid://shopify/FulfillmentOrder/7", "gid://shopify/Order/7"];
    await openOrder(shop, { fulfillmentOrderId, shopOrderId, orderName });
    const [order] = await rowsOf("supplier_order", shop);
    await processOrder({ shop, orderId: String(order?.["id"]) });
    expect(await rowsOf("supplier_order", shop)).toMatchObject([{ state: "ready", reason: "access-lost" }]);

    shopify.closeShop(null, shop);
    await timePasses(shop, HOUR);
    await inbox.drain();
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: null }]);
    await sweepAccess();
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: null }]);
  });

  it("loses webhooks that have waited for a month, and keeps later ones", async () => {
    const shop = await closedShop(frozen);
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    const entry = { shop, topic, eventId: null, subjectId: "7", triggeredAt: null };
    for (const days of [31, 29]) {
      await receive({ ...entry, webhookId: randomUUID() });
      await timePasses(shop, days === 31 ? 2 * DAY : 29 * DAY);
    }
    await inbox.drain();
    const rows = await rowsOf("inbox_entry", shop);
    expect(rows.map(({ failure }) => failure)).toEqual(["access-lost", "access-lost"]);
    expect(rows.filter((row) => row["handled_at"] === null)).toHaveLength(1);
  });

  it("is reported once, and does not count as open merely because it issues a token", async () => {
    const shop = await closedShop(frozen);
    for (let hour = 0; hour < 3; hour += 1) {
      await readFacts(shop).catch(() => undefined);
      await sweepAccess();
      await timePasses(shop, 3 * HOUR);
    }
    expect(await recorded(shop)).toEqual(["shop.access-lost"]);
    shopify.closeShop(null, shop);
    await timePasses(shop, DAY);
    await readFacts(shop);
    await sweepAccess();
    expect(await recorded(shop)).toEqual(["shop.access-lost", "shop.access-restored"]);
  });

  it("rejects a mutation, which counts as not carried out", async () => {
    const shop = await closedShop(frozen);
    const mutation = mutateShop(shop, (request) =>
      request(
        `#graphql
      mutation acceptFulfillment($id: ID!, $estimatedShippedAt: DateTime) {
        fulfillmentOrderAcceptFulfillmentRequest(id: $id, estimatedShippedAt: $estimatedShippedAt) {
          userErrors { message }
        }
      }
    `,
        { variables: { id: "gid://shopify/FulfillmentOrder/1" } },
      ),
    );
    await expect(mutation).rejects.toBeInstanceOf(Failure);
    await expect(mutation).rejects.toMatchObject({ code: "access-lost", status: 402 });
  });
});

describe("shop/redact", () => {
  it("erases nothing of a shop whose token works", async () => {
    const shop = await installedShop();
    await redact(shop);
    expect(await rowsOf("session", shop)).toHaveLength(1);
  });

  it("erases nothing of a shop that is open again a moment after we lost access", async () => {
    const shop = await closedShop({ how: "frozen", givesTokens: true });
    await expect(readFacts(shop)).rejects.toMatchObject({ code: "access-lost" });
    shopify.closeShop(null, shop);
    await redact(shop);
    expect(await rowsOf("session", shop)).toHaveLength(1);
  });

  it("erases nothing of a shop whose token lacks all permissions", async () => {
    const shop = await installedShop({ scopes: [] });
    await redact(shop);
    expect(await rowsOf("session", shop)).toHaveLength(1);
  });

  it("is retried for a day while Shopify fails, and then erases the shop", async () => {
    const shop = await installedShop();
    shopify.setFault("shop", "502", 3);
    // The inbox retries within ten minutes at first, and every hour later.
    for (const retryCount of [0, 29])
      await expect(redact(shop, retryCount)).rejects.toMatchObject({ status: 502 });
    expect(await rowsOf("session", shop)).toHaveLength(1);
    await redact(shop, 30);
    expect(await rowsOf("session", shop)).toEqual([]);
  });

  it("erases a shop whose tokens were revoked without notice", async () => {
    const shop = await installedShop();
    shopify.tokens.revokeAll(simulated(shop));
    await redact(shop);
    expect(await rowsOf("session", shop)).toEqual([]);
  });
});
