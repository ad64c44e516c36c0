import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { OrderView } from "../sandbox/shop/merchant-views.ts";
import type { OrderWish } from "../sandbox/shop/merchant.ts";
import { control, poll } from "../sandbox/tour-support.ts";
import { freshDatabase } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";

/** The cases by which another app's order path was measured, each through real HTTP from end to end. */

const REQUESTED = "fulfillment_orders/fulfillment_request_submitted";

let sandbox: Sandbox;
/** A variant with plenty of stock, and its product, with the supplier. */
let sku: string;
let supplied: { productId: string; variantId: string; stock: number; priceMinor: number };

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  // Two processes share the work throughout.
  await sandbox.startAnotherApp();
  const browser = sandbox.merchant();
  const { email, password } = sandbox.supplier.account;
  await browser.submit("/app/settings", "routes/app.settings", { intent: "connect", email, password });
  const product = wholesale()
    .supplier.catalogue.page({ from: 0, limit: 100 })
    .products.find(
      ({ discontinued, variants }) =>
        !discontinued && variants.some((variant) => variant.sku && variant.stock > 50),
    );
  const variant = product?.variants.find((each) => each.sku && each.stock > 50);
  if (!product || !variant?.sku) throw new Error("The supplier sells nothing.");
  sku = variant.sku;
  supplied = {
    productId: product.id,
    variantId: variant.id,
    stock: variant.stock,
    priceMinor: variant.priceMinor,
  };
  await importOf(product.id);
});
afterAll(() => sandbox.stop());

beforeEach(() => {
  for (const operation of ["placeOrder", "getProduct", "findOrders"] as const)
    wholesale().setFault(operation, "500", 0);
});

/** Imports a product of the supplier, once the catalog has come to it. */
async function importOf(id: string): Promise<void> {
  const route = "routes/app.catalog";
  type Page = { products: { id: string; link: { state: string } | null }[] };
  const imported = await poll(180_000, async () => {
    const page = await sandbox.merchant().read<Page>(`/app/catalog?q=${sku}`, route);
    const product = page.products.find((each) => each.id === id);
    if (product && !product.link) await sandbox.merchant().importProducts([id]);
    return product?.link?.state === "imported" ? true : null;
  });
  if (imported === null) throw new Error("The import does not end.");
}

function wholesale() {
  if (sandbox.wholesale === null) throw new Error("This needs the simulated supplier.");
  return sandbox.wholesale;
}

/** A customer's order for one piece, unless told otherwise. */
function order(wish: Partial<OrderWish> = {}): Promise<OrderView> {
  return control(sandbox, "/_shop/orders", { lines: [{ sku, quantity: 1 }], ...wish });
}

function step(name: string, what: string): Promise<OrderView> {
  return control(sandbox, `/_shop/orders/${encodeURIComponent(name)}/${what}`, {});
}

function look(name: string): Promise<OrderView> {
  return control(sandbox, `/_shop/orders/${encodeURIComponent(name)}`);
}

/** Returns a customer's orders in the supplier's own ledger. */
async function bought(name: string): Promise<{ id: string; status: string }[]> {
  const { fulfillmentOrders } = await look(name);
  const numbers = fulfillmentOrders.map(({ id }) => id.split("/").at(-1));
  const { orders } = await control<{ orders: { id: string; reference: string; status: string }[] }>(
    sandbox,
    "/_wholesale/orders",
  );
  return orders.filter(({ reference }) => numbers.includes(reference.split("-")[1]));
}

type Row = { id: string; orderName: string; label: string; why: string };
type ShownRow = { id: string; orderName: string; label: Message; why: Message | null };

const t = translator("en");

async function row(name: string): Promise<Row | undefined> {
  const page = `/app/orders?query=${encodeURIComponent(name)}`;
  const { rows } = await sandbox.merchant().read<{ rows: ShownRow[] }>(page, "routes/app.orders._index");
  const found = rows.find(({ orderName }) => orderName === name);
  return found && { ...found, label: t(found.label), why: found.why === null ? "" : t(found.why) };
}

async function becomes(name: string, expected: Partial<Row>): Promise<Row> {
  await expect.poll(() => row(name)).toMatchObject(expected);
  return (await row(name)) as Row;
}

/** Expects this sentence on the order's page. */
async function pageSays(name: string, sentence: RegExp): Promise<void> {
  const { id = "" } = (await row(name)) ?? {};
  const page = () => sandbox.merchant().open(`/app/orders/${id}`);
  await expect.poll(async () => (await page()).html).toMatch(sentence);
}

async function deliver(body: object): Promise<number[]> {
  return (await control<{ answers: number[] }>(sandbox, "/_shop/webhooks", body)).answers;
}

/** Makes everything due that is due within the hour, and sweeps at once. */
async function anHourPasses(): Promise<void> {
  const { databaseUrl, shop } = sandbox;
  for (const { domain } of shop.shops) await timePasses(domain, 3600, databaseUrl);
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.send(jobs["orders.sweep"].name, {});
  await boss.stop({ graceful: false });
}

describe("an order from request to tracking, in the ten cases that the app Openship is measured by", () => {
  it("buys once if the same webhook arrives three times at once (case 1)", async () => {
    const { name } = await order();
    const { fulfillmentOrders } = await step(name, "request-fulfillment");
    const webhook = { topic: REQUESTED, subjectId: fulfillmentOrders[0]?.id, webhookId: "the-same" };
    expect(await deliver({ ...webhook, times: 3 })).toEqual([200, 200, 200]);
    await becomes(name, { label: "Ordered" });
    expect(await bought(name)).toHaveLength(1);
  });

  it("rejects a webhook with a false signature, and buys nothing (case 2)", async () => {
    const { name, fulfillmentOrders } = await order();
    const forged = { topic: REQUESTED, subjectId: fulfillmentOrders[0]?.id, badSignature: true };
    expect(await deliver(forged)).toEqual([401]);
    // Even a webhook with a valid signature buys nothing that the shop itself does not request.
    expect(await deliver({ ...forged, badSignature: false })).toEqual([200]);
    const later = await order();
    await step(later.name, "request-fulfillment");
    await becomes(later.name, { label: "Ordered" });
    // The order may be listed as one to send, since it is paid.
    expect((await row(name))?.label).not.toBe("Ordered");
    expect(await bought(name)).toEqual([]);
  });

  it("holds an unpaid order with a reason until it is paid (case 3)", async () => {
    const { name } = await order({ paid: false });
    await step(name, "request-fulfillment");
    await becomes(name, { why: "Not paid" });
    expect(await bought(name)).toEqual([]);
    await pageSays(name, /The order isn.{1,6}t paid/);
    await step(name, "pay");
    await becomes(name, { label: "Ordered" });
    expect(await bought(name)).toHaveLength(1);
  });

  it("holds an order that has no address, with a reason (case 4)", async () => {
    const { name } = await order({ address: null });
    await step(name, "request-fulfillment");
    await becomes(name, { why: "Missing shipping address" });
    expect(await bought(name)).toEqual([]);
    await pageSays(name, /has no shipping address/);
  });

  it("buys once if the supplier stores the order and then replies with status 500 (case 5)", async () => {
    wholesale().setFault("placeOrder", "500-after-commit", 1);
    const { name } = await order();
    await step(name, "request-fulfillment");
    await becomes(name, { label: "Ordered" });
    expect(await bought(name)).toHaveLength(1);
  });

  it("buys once if “Try again” is pressed twice at once (case 6)", async () => {
    const { productId, variantId, stock } = supplied;
    wholesale().supplier.catalogue.change(productId, { variants: [{ id: variantId, stock: 0 }] }, new Date());
    const { name } = await order();
    await step(name, "request-fulfillment");
    const { id } = await becomes(name, { why: "Out of stock" });
    wholesale().supplier.catalogue.change(productId, { variants: [{ id: variantId, stock }] }, new Date());
    const retry = () => sandbox.merchant().press(id, "retry");
    await Promise.all([retry(), retry()]);
    await becomes(name, { label: "Ordered" });
    await retry();
    expect(await bought(name)).toHaveLength(1);
  });

  it("buys automatically after an outage of the supplier (case 7)", async () => {
    wholesale().setFault("getProduct", "500", 1);
    const { name } = await order();
    await step(name, "request-fulfillment");
    await becomes(name, { why: "Supplier not responding" });
    expect(await bought(name)).toEqual([]);
    await anHourPasses();
    await becomes(name, { label: "Ordered" });
    expect(await bought(name)).toHaveLength(1);
  });

  it("holds an order with a reason if its cost rises by 50 % before ordering (case 8)", async () => {
    const { productId, variantId, priceMinor } = supplied;
    const cost = (minor: number) =>
      wholesale().supplier.catalogue.change(
        productId,
        { variants: [{ id: variantId, priceMinor: minor }] },
        new Date(),
      );
    cost(Math.round(priceMinor * 1.5));
    const { name } = await order();
    await step(name, "request-fulfillment");
    await becomes(name, { why: "The cost rose" });
    expect(await bought(name)).toEqual([]);
    await pageSays(name, /Your cost has risen by more than a fifth/);
    cost(priceMinor);
  });

  it("buys only the supplier's line of an order with two lines (case 9)", async () => {
    await control(sandbox, "/_shop/products", {
      title: "The merchant's own mug",
      variants: [{ sku: "OWN-MUG" }],
    });
    const { name } = await order({
      lines: [
        { sku, quantity: 1 },
        { sku: "OWN-MUG", quantity: 2 },
      ],
    });
    await step(name, "request-fulfillment");
    await becomes(name, { label: "Ordered" });
    expect(await bought(name)).toMatchObject([{ lines: [{ variant_id: supplied.variantId, quantity: 1 }] }]);
  });

  it("cancels with the supplier if the shop cancels, and answers the shop (case 10)", async () => {
    const { name } = await order();
    await step(name, "request-fulfillment");
    await becomes(name, { label: "Ordered" });
    await expect
      .poll(async () => (await look(name)).fulfillmentOrders)
      .toMatchObject([{ requestStatus: "ACCEPTED" }]);
    await step(name, "cancel");
    await becomes(name, { label: "Canceled" });
    expect(await bought(name)).toMatchObject([{ status: "cancelled" }]);
    await expect
      .poll(async () => (await look(name)).fulfillmentOrders[0])
      .toMatchObject({ requestStatus: "CANCELLATION_ACCEPTED" });
    await pageSays(name, /Your supplier canceled/);
  });
});
