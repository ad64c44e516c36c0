import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { sweepCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { log } from "../../../app/lib/telemetry/log.server.ts";
import { loader } from "../../../app/routes/readyz.ts";
import { keepBulkAccess } from "../../../app/shop/bulk/keep-bulk-access.server.ts";
import { runBulkMutation } from "../../../app/shop/bulk/bulk-operations.server.ts";
import { beginReadingVariants, readVariantsAfter } from "../../../app/shop/products/shop-variants.server.ts";
import type { BulkType } from "../../sandbox/shop/bulk/operation.ts";
import { query } from "../../support/database.ts";
import { installedShop, simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";

openQueue();

beforeEach(() => query(databaseUrl, "delete from bulk_access"));

function deny(...kinds: BulkType[]): void {
  shopify.app.bulkDenied = kinds;
  onTestFinished(() => void (shopify.app.bulkDenied = []));
}

/** Lets time pass for what the app knows of its access. */
async function timePasses(seconds: number): Promise<void> {
  const sql = `update bulk_access set used_at = used_at - make_interval(secs => $1),
    tried_at = tried_at - make_interval(secs => $1), denied_since = denied_since - make_interval(secs => $1)`;
  await query(databaseUrl, sql, [seconds]);
}

const operations = (shop: ShopDomain) => simulated(shop).bulk.operations.map(({ type }) => type);
const HOUR = 3600;
const DAY = 24 * HOUR;
const DENIED = { code: "app-denied", explanation: { code: "failure.shop.bulk-denied" } };
const DELETE_NOTHING = `#graphql
  mutation deleteNothing($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { message } }
  }
`;
const deleteNothing = (shop: ShopDomain) =>
  runBulkMutation(shop, { mutation: DELETE_NOTHING, lines: [{ metafields: [] }] });

describe("a bulk operation that Shopify denies the app", () => {
  it("fails as a problem that the operator must repair, is logged once, and is not sent again within the hour", async () => {
    const [shop, other] = [await installedShop(), await installedShop()];
    const logged = vi.spyOn(log, "error");
    onTestFinished(() => logged.mockRestore());
    deny("QUERY", "MUTATION");
    await expect(beginReadingVariants(shop)).rejects.toMatchObject(DENIED);
    await expect(deleteNothing(shop)).rejects.toMatchObject(DENIED);
    const { calls } = simulated(other).usage;
    await expect(beginReadingVariants(other)).rejects.toMatchObject(DENIED);
    await expect(deleteNothing(other)).rejects.toMatchObject(DENIED);
    expect(simulated(other).usage.calls).toBe(calls);
    await timePasses(HOUR);
    await expect(beginReadingVariants(other)).rejects.toMatchObject(DENIED);
    expect(simulated(other).usage.calls).toBe(calls + 1);
    const lines = logged.mock.calls.filter(([, event]) => event === "shop.bulk-denied");
    expect(lines.map(([fields]) => (fields as { kind: string }).kind)).toEqual(["query", "mutation"]);
  });

  it("is sent again after an hour, once the operator has enabled bulk operations", async () => {
    const shop = await installedShop();
    shopify.app.bulkDenied = ["QUERY"];
    await expect(beginReadingVariants(shop)).rejects.toMatchObject(DENIED);
    shopify.app.bulkDenied = [];
    await timePasses(HOUR);
    await beginReadingVariants(shop);
    await beginReadingVariants(shop);
    expect(operations(shop)).toEqual(["QUERY", "QUERY"]);
  });
});

describe("/readyz", () => {
  /** An answer is kept for a second. */
  const look = async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue((later += 10_000));
    const request = new Request("http://localhost/readyz");
    const response = await loader({ request, context: { isLocal: true } });
    clock.mockRestore();
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  let later = performance.now();

  it("stays ready, and reports denied bulk operations until Shopify allows them", async () => {
    const shop = await installedShop();
    expect((await look()).body).not.toHaveProperty("degraded");
    deny("MUTATION");
    await expect(deleteNothing(shop)).rejects.toMatchObject(DENIED);
    expect(await look()).toMatchObject({
      status: 200,
      body: {
        ready: true,
        degraded: [expect.stringMatching(/^Shopify has denied this app bulk mutations since 20.*Z\./)],
      },
    });
    shopify.app.bulkDenied = [];
    await timePasses(HOUR);
    await deleteNothing(shop);
    expect((await look()).body).not.toHaveProperty("degraded");
  });
});

describe("keepBulkAccess", () => {
  it("runs a bulk query and a bulk mutation per fortnight in one of the shops, and changes nothing there", async () => {
    const shops = [await installedShop(), await installedShop()];
    shopify.merchant.createProduct({ title: "Mine", variants: [{ sku: "M" }] }, shops[0]);
    const began = () => shops.flatMap(operations).toSorted();
    await keepBulkAccess(shops);
    await keepBulkAccess(shops);
    expect(began()).toEqual(["MUTATION", "QUERY"]);
    await timePasses(13 * DAY);
    await keepBulkAccess(shops);
    expect(began()).toHaveLength(2);
    await timePasses(DAY + HOUR);
    await keepBulkAccess(shops);
    expect(began()).toEqual(["MUTATION", "MUTATION", "QUERY", "QUERY"]);
    await expect
      .poll(() => shops.flatMap((shop) => simulated(shop).bulk.operations.map(({ status }) => status)))
      .toEqual(["COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED"]);
    expect((await readVariantsAfter(shops[0]!, null)).variants).toMatchObject([{ sku: "M" }]);
  });

  it("runs no bulk query if the app's own work has run one", async () => {
    const shop = await installedShop();
    await beginReadingVariants(shop);
    await keepBulkAccess([shop]);
    expect(operations(shop)).toEqual(["QUERY", "MUTATION"]);
  });

  it("runs a denied bulk query again every hour", async () => {
    const shop = await installedShop();
    shopify.app.bulkDenied = ["QUERY"];
    await keepBulkAccess([shop]);
    expect(operations(shop)).toEqual(["MUTATION"]);
    shopify.app.bulkDenied = [];
    await keepBulkAccess([shop]);
    expect(operations(shop)).toEqual(["MUTATION"]);
    await timePasses(HOUR);
    await keepBulkAccess([shop]);
    expect(operations(shop)).toEqual(["MUTATION", "QUERY"]);
  });

  it("runs only in a shop whose own comparison is due", async () => {
    const [shop, idle] = [await installedShop(), await installedShop()];
    await sweepCatalog();
    expect([...operations(shop), ...operations(idle)]).toEqual([]);
    const sql = "insert into catalog_sync (shop, compare_due_at) values ($1, now() - interval '1 second')";
    await query(databaseUrl, sql, [shop]);
    await sweepCatalog();
    expect(operations(shop)).toEqual(["QUERY", "MUTATION"]);
    expect(operations(idle)).toEqual([]);
  });
});
