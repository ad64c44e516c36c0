/**
 * Random orders in a shop with random stock, prices, pauses and links: what a dry run says of each must come true, and the dry
 * run itself changes no row, makes no mutation in the shop, and sends the supplier nothing but reads.
 */
import fc from "fast-check";
import { expect } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { dryRun } from "../../../app/orders/dry-run.server.ts";
import type { TriedPart } from "../../../app/orders/dry-run-part.server.ts";
import {
  endSupportPause,
  pauseForSupport,
  pauseOrdering,
  setSendsParts,
} from "../../../app/orders/store/ordering-settings.server.ts";
import { REQUESTING_SCOPE } from "../../../app/shop/orders/fulfillment-order.ts";
import type { Payment } from "../../sandbox/shop/orders/place-order.ts";
import { query } from "../../support/database.ts";
import { tablesOfShops } from "../../support/every-table.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { addParts, inside, type OrderRow, type SellingShop, sellingShop, supplied } from "../shop-world.ts";

const OWN = "OWN-1";

/** Mostly the first: otherwise hardly any order would be placed. */
function mostly<Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    ...others.map((value) => fc.constant(value)),
  );
}

const line = fc.record({
  item: mostly<"first" | "second" | "own">("first", "second", "own"),
  quantity: fc.integer({ min: 1, max: 3 }),
});

const randomCase = fc.record({
  lines: fc.uniqueArray(line, { selector: ({ item }) => item, minLength: 1, maxLength: 3 }),
  paid: mostly<Payment>(true, false, "partly", "authorized"),
  test: mostly(false, true),
  address: mostly<"whole" | "none" | "no-street" | "no-zip" | "no-name">(
    "whole",
    "none",
    "no-street",
    "no-zip",
    "no-name",
  ),
  price: mostly<string | null>(null, "0.00"),
  supply: mostly<"as-is" | "sold-out" | "one-left" | "dearer" | "discontinued">(
    "as-is",
    "sold-out",
    "one-left",
    "dearer",
    "discontinued",
  ),
  pause: mostly<"no" | "by-merchant" | "by-support">("no", "by-merchant", "by-support"),
  /** The merchant's setting: lines that can be ordered are sent without the others. */
  sendsParts: fc.boolean(),
  mayRequest: mostly(true, false),
  isLinked: mostly(true, false),
  keyWorks: mostly(true, false),
  event: mostly<"none" | "unrequested" | "on-hold" | "canceled">(
    "none",
    "unrequested",
    "on-hold",
    "canceled",
  ),
  /** The same line is requested once more afterwards. */
  again: mostly(false, true),
});

type Case = typeof randomCase extends fc.Arbitrary<infer Value> ? Value : never;

/** An order that is placed, and requested once more. */
const USUAL: Case = {
  lines: [{ item: "first", quantity: 2 }],
  paid: true,
  test: false,
  address: "whole",
  price: null,
  supply: "as-is",
  pause: "no",
  sendsParts: false,
  mayRequest: true,
  isLinked: true,
  keyWorks: true,
  event: "none",
  again: true,
};

/** An order of which one piece is sent, and whose rest could be divided again. */
const DIVIDED: Case = {
  ...USUAL,
  lines: [{ item: "first", quantity: 3 }],
  supply: "one-left",
  sendsParts: true,
  again: false,
};

/** Compares dry and real runs of so many random orders. @returns how often each decision was reached. */
export async function compareRuns(numRuns: number): Promise<Partial<Record<TriedPart["decision"], number>>> {
  const world = await sellingShop();
  simulated(world.shop).searchLag = 0;
  shopify.merchant.createProduct({ title: "Own product", variants: [{ sku: OWN }] }, world.shop);
  const tables = await tablesOfShops(databaseUrl);
  const reached: Partial<Record<TriedPart["decision"], number>> = {};
  const count = (parts: TriedPart[]) => {
    for (const { decision } of parts) reached[decision] = (reached[decision] ?? 0) + 1;
  };
  const property = fc.asyncProperty(randomCase, async (given) => {
    const { name } = world.order(wishOf(world, given));
    const restore = await prepare(world, { given, name });
    try {
      const parts = await tryUnchanged(world, { name, tables });
      count(parts);
      await compare(world, { name, parts });
      if (parts.some(({ decision }) => decision === "part")) await compareRest(world, { name, tables });
      if (!given.again || parts.every(({ decision }) => decision !== "place")) return;
      addParts(world, name, [1]);
      world.request(name);
      const again = await tryUnchanged(world, { name, tables });
      count(again);
      await compare(world, { name, parts: again });
    } finally {
      await restore();
    }
  });
  await fc.assert(property, {
    numRuns,
    endOnFailure: true,
    examples: [[USUAL], [DIVIDED], [{ ...DIVIDED, mayRequest: false }]],
  });
  return reached;
}

function wishOf({ skus }: SellingShop, { lines, paid, test, address }: Case) {
  const sku = { first: skus[0], second: skus[1], own: OWN };
  const whole = { firstName: "Erika", lastName: "Muster", address1: "Weg 1", city: "Köln", zip: "50667" };
  return {
    lines: lines.map(({ item, quantity }) => ({ sku: sku[item], quantity })),
    paid,
    test,
    address: {
      whole,
      none: null,
      "no-street": { ...whole, address1: null },
      "no-zip": { ...whole, zip: null },
      "no-name": { ...whole, firstName: null, lastName: null },
    }[address],
  };
}

/** Brings shop, supplier and settings into the case's state. @returns a function that brings them back. */
async function prepare(
  world: SellingShop,
  { given, name }: { given: Case; name: string },
): Promise<() => Promise<void>> {
  const { shop } = world;
  const { product, variant } = supplied();
  const { stock, priceMinor } = variant;
  const change = (changed: object, whole: object = {}) =>
    wholesale.supplier.catalogue.change(
      product.id,
      { ...whole, variants: [{ id: variant.id, ...changed }] },
      new Date(),
    );
  if (given.price !== null) for (const each of inside(world, name).lines) each.price = given.price;
  if (given.event !== "unrequested" && simulatedIsOurs(world, name)) world.request(name);
  const [first] = inside(world, name).fulfillmentOrders;
  if (given.event === "on-hold" && first) Object.assign(first, { status: "ON_HOLD" });
  if (given.event === "canceled") inside(world, name).cancelledAt = new Date();
  if (given.supply === "sold-out") change({ stock: 0 });
  if (given.supply === "one-left") change({ stock: 1 });
  if (given.supply === "dearer") change({ priceMinor: priceMinor * 50 });
  if (given.supply === "discontinued") change({}, { discontinued: true });
  await setSendsParts(shop, given.sendsParts ? "on" : "off");
  if (!given.mayRequest)
    await issueToken(shop, { scopes: shopify.app.scopes.filter((scope) => scope !== REQUESTING_SCOPE) });
  if (given.pause === "by-merchant") await pauseOrdering(shop);
  const support = { shop, by: "test", why: "test" };
  if (given.pause === "by-support") await inShop(shop, (tx, now) => pauseForSupport(tx, { ...support, now }));
  if (!given.isLinked) await rename(shop, "", "-off");
  if (!given.keyWorks) await checkIs(shop, "unauthorized");
  return async () => {
    change({ stock, priceMinor }, { discontinued: false });
    await query(databaseUrl, "update ordering_settings set paused_at = null where shop = $1", [shop]);
    await inShop(shop, (tx, now) => endSupportPause(tx, { shop, now }));
    if (!given.isLinked) await rename(shop, "-off", "");
    if (!given.mayRequest) await issueToken(shop);
    await checkIs(shop, "verified");
  };
}

function simulatedIsOurs(world: SellingShop, name: string): boolean {
  return inside(world, name).fulfillmentOrders.some(({ location }) => location.service !== null);
}

/** Unlinks the shop's variants, or links them again. */
async function rename(shop: string, from: string, to: string): Promise<void> {
  await query(
    databaseUrl,
    `update variant_link set shop_variant_id = regexp_replace(shop_variant_id, $2, $3) where shop = $1`,
    [shop, `${from}$`, to],
  );
}

async function checkIs(shop: string, check: string): Promise<void> {
  await query(databaseUrl, "update connection set key_check = $2 where shop = $1", [shop, check]);
}

/** Tries the order, and fails if anything has changed after that. */
async function tryUnchanged(
  { shop }: SellingShop,
  { name, tables }: { name: string; tables: string[] },
): Promise<TriedPart[]> {
  const look = async () => ({
    rows: await hashRows(shop, tables),
    mutations: simulated(shop).usage.mutations,
    sent: wholesale.requests.filter(({ method }) => method !== "GET").length,
    jobs: await query(databaseUrl, "select count(*) from pgboss.job where data->>'shop' = $1", [shop]),
  });
  const before = await look();
  const run = await dryRun(shop, { kind: "name", name });
  expect(await look()).toEqual(before);
  if (run.kind !== "orders") throw new Error(JSON.stringify(run));
  expect(run.orders.map((order) => order.name)).toEqual([name]);
  return run.orders.flatMap(({ parts }) => parts);
}

/** Shopify's points are counted for each read, so they are no result of a dry run. */
const COUNTS_READS = "shop_budget";

async function hashRows(shop: string, tables: string[]): Promise<unknown[]> {
  const hashes = tables
    .filter((table) => table !== COUNTS_READS)
    .map(
      (table) =>
        `select '${table}' as name, md5(string_agg(row::text, '' order by row::text)) as hash from "${table}" row where shop = $1`,
    );
  return query(databaseUrl, hashes.join(" union all "), [shop]);
}

/**
 * Compares dry and real run for the rest of a divided order. It must not be divided a second time, although a part of it can be
 * ordered.
 */
async function compareRest(
  world: SellingShop,
  { name, tables }: { name: string; tables: string[] },
): Promise<void> {
  const { product, variant } = supplied();
  wholesale.supplier.catalogue.change(product.id, { variants: [{ id: variant.id, stock: 1 }] }, new Date());
  const parts = await tryUnchanged(world, { name, tables });
  expect(parts.map(({ decision }) => decision)).not.toContain("part");
  await query(
    databaseUrl,
    "update supplier_order set due_at = date_trunc('milliseconds', now()) where shop = $1 and order_name = $2 and state = 'held'",
    [world.shop, name],
  );
  await compare(world, { name, parts });
}

type Decided = OrderRow & { decided_cost: string | null };

/** Lets Stockbridge do its work, and compares it with what the dry run said. */
async function compare(
  world: SellingShop,
  { name, parts }: { name: string; parts: TriedPart[] },
): Promise<void> {
  const bought = new Set((await world.bought()).map(({ id }) => id));
  if (parts.some(({ isRequested }) => !isRequested)) world.request(name);
  const divides = parts.some(({ decision }) => decision === "part");
  for (let round = 0; round < (divides ? 3 : 1); round += 1) {
    await world.ingestRequests();
    await world.processDue(10);
  }
  const rows = (await world.rows()) as Decided[];
  for (const part of parts) {
    const row = rows.find((each) => each.fulfillment_order_id === part.fulfillmentOrderId);
    if (part.decision === "part") {
      expect(await wasDivided(row?.id)).toBe(true);
      continue;
    }
    expect({ ...actual(row), name }).toEqual({ ...expected(part), name });
    if (part.decision !== "place") continue;
    expect(Number(row?.decided_cost)).toBe(Number(part.cost?.amount));
    const order = (await world.bought()).find(({ id }) => id === row?.supplier_order_id);
    const pieces = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(pieces(order?.lines ?? [])).toBe(pieces(part.lines));
  }
  if (divides) return;
  const added = (await world.bought()).filter(({ id }) => !bought.has(id));
  expect(added).toHaveLength(parts.filter(({ decision }) => decision === "place").length);
  const ours = rows.filter(({ order_name: of }) => of === name);
  expect(ours.map((row) => row.fulfillment_order_id).toSorted()).toEqual(
    parts.map(({ fulfillmentOrderId }) => fulfillmentOrderId).toSorted(),
  );
}

async function wasDivided(orderId: string | undefined): Promise<boolean> {
  const rows = await query(
    databaseUrl,
    "select from activity where kind = 'orders.part-wanted' and subject_url = $1",
    [`/app/orders/${String(orderId)}`],
  );
  return rows.length > 0;
}

const ARRIVED = ["placed", "partially_shipped", "shipped", "delivered"];

function actual(row: Decided | undefined): object {
  if (row === undefined) return { decision: "nothing" };
  const { state, reason, reason_params: params } = row;
  if (ARRIVED.includes(state)) return { decision: "ordered" };
  if (state === "canceled") return { decision: reason === "gone" ? "nothing" : "cancel" };
  // The page offers to send this part. It is no part of the decision.
  const { part: _part, ...named } = params ?? {};
  return { decision: state === "held" ? "hold" : "wait", reason, params: named };
}

function expected({ decision, reason }: TriedPart): object {
  if (decision === "place" || decision === "known") return { decision: "ordered" };
  if (decision === "cancel" || decision === "nothing") return { decision };
  const { code, ...params } = reason ?? { code: null };
  return { decision, reason: code, params: JSON.parse(JSON.stringify(params)) as object };
}
