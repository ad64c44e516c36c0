import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { connect } from "../sandbox/tour.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { seePlaced, seeTracking, takeOrder } from "../sandbox/tour-orders.ts";
import { freshDatabase } from "../support/database.ts";
import { appLogin, transactionPooler } from "../support/transaction-pooler.ts";

let sandbox: Sandbox;
let closePooler: () => void;
beforeAll(async () => {
  const url = await freshDatabase();
  const owner = await transactionPooler(url);
  const app = await transactionPooler(await appLogin(url));
  closePooler = () => {
    owner.close();
    app.close();
  };
  sandbox = await startSandbox({ database: owner.url, settings: { APP_DATABASE_URL: app.url } });
});
afterAll(async () => {
  await sandbox.stop();
  closePooler();
});

describe("an app that reaches Postgres only through a pooler in transaction mode", () => {
  it("places an order and shows its package", async () => {
    await connect(sandbox);
    await importProduct(sandbox);
    const { order } = await takeOrder(sandbox);
    expect(await seePlaced(sandbox, order)).toContain("accepted in the shop");
    await seeTracking(sandbox, order);
  });

  it("logs that it gets no notifications, and still places the next order", async () => {
    await expect
      .poll(() => sandbox.appOutput())
      .toContain("Notifications do not arrive: a pooler is in between.");
    const { order } = await takeOrder(sandbox);
    const name = order?.name ?? "";
    await expect
      .poll(() => sandbox.shop.merchant.order(name).fulfillmentOrders[0]?.requestStatus)
      .toBe("ACCEPTED");
  });
});
