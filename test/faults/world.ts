import type { RulesForm } from "../../app/orders/rules/rules-form.ts";
import * as ownContract from "../../app/wholesale/contract.ts";
import { type BuiltIn, type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { findVariantBySku } from "../sandbox/shop/catalog/catalog.ts";
import { isOnSale } from "../sandbox/shop/catalog/publications.ts";
import type { Order as ShopOrder } from "../sandbox/shop/orders/order.ts";
import { totalAvailable } from "../sandbox/shop/stock/stock.ts";
import { poll } from "../sandbox/tour-support.ts";
import type { Order as Bought } from "../sandbox/wholesale/ledger.ts";
import type { Account } from "../sandbox/wholesale/accounts.ts";
import type { WholesaleService } from "../sandbox/wholesale/service.ts";
import { type Chance, chanceFor } from "./chance.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import * as consistentContract from "./consistent-contract.ts";
import { type Database, openDatabase } from "./database.ts";
import { type History, keepHistory } from "./history.ts";
import { loadWorker, type Spare, type Worker } from "./processes.ts";

/**
 * A customer's order. Its mark is in the recipient's name, so that a check can match it with the supplier's orders.
 * `stoppedAt`: when the merchant added the tag that stops rules; null without the tag, and if the order was requested before it.
 * `isDecided`: true once a person acted on the order, whose press may take effect much later.
 */
export type Case = { mark: string; shop: string; name: string; stoppedAt: Date | null; isDecided: boolean };

/** The plan of a run. Every at-most-once step is tried by at least two workers. */
export type Wanted = { seed: number; workersWanted: number; only: string | null };

/** The whole world of a run: the app's processes, and all that they depend on. */
export type World = Wanted & {
  sandbox: Sandbox;
  supplier: WholesaleService;
  cluster: Cluster;
  database: Database;
  history: History;
  shops: string[];
  /** Variants that both shops sell, with the supplier's ids. */
  goods: { sku: string; productId: string; variantId: string }[];
  workers: Worker[];
  /** To take the place of workers that are killed: loading one takes over a second. */
  spares: Spare[];
  cases: Case[];
  /** True while the supplier finds no order by its reference. */
  lookupIsBroken: boolean;
  /** The supplier's variant whose price can't be read just now. */
  unreadable: string | null;
  /** Numbers of the supplier's orders that were made of it meanwhile. */
  boughtUnread: string[];
  /** Lines of the log about errors that ended a worker. */
  uncaught: string[];
  /** Whose account each shop ought to be connected with. */
  accountOf: (shop: string) => Account;
};

const SHOPS = ["shop-a.myshopify.com", "shop-b.myshopify.com"];
/** Odd seeds run the contract as it is, even ones one under which the app may find out itself that nothing was ordered. */
const CONTRACTS: [BuiltIn, BuiltIn] = [
  { contract: consistentContract, file: "test/faults/consistent-contract.ts" },
  { contract: ownContract },
];
/** The second shop's rules request an order 15 minutes after its payment, unless it has this tag. */
export const STOP_TAG = "Stop";
const DELAYED_RULES = {
  delay: "15",
  time: "17:00",
  onlyTags: "",
  neverTags: STOP_TAG,
  askForEach: false,
  holdAbove: "",
  countries: { kind: "all", codes: [] },
  risk: "medium",
  ordersPerDay: "",
  moneyPerDay: "",
} satisfies RulesForm;

const PRODUCTS = 12;
const SOLD = 3;
export const PLENTY = 100_000;

/** Starts it, with so many workers, and two shops that sell what the supplier has. */
export async function startWorld(wanted: Wanted): Promise<World> {
  const world = await startSides(wanted);
  try {
    // Installs the clock before the database is first copied, so that each copy has it.
    await world.database.turnClock(0);
    await keepWorkers(world);
    await Promise.all(SHOPS.map((shop) => openShop(world, shop)));
    return world;
  } catch (error) {
    await stopWorld(world);
    throw error;
  }
}

/** All but the workers. */
async function startSides({ seed, workersWanted, only }: Wanted): Promise<World> {
  const cluster = await startCluster();
  try {
    const history = keepHistory();
    const sandbox = await startSandbox({
      database: cluster.url,
      products: PRODUCTS,
      shops: SHOPS,
      contract: CONTRACTS[seed % 2 === 0 ? 0 : 1],
      transit: slowPost(chanceFor(seed, 1)),
      settings: { ROLE: "web", LOG_LEVEL: "warn" },
    });
    const { wholesale: supplier } = sandbox;
    if (supplier === null) throw new Error("The simulated supplier is not there.");
    const world: World = {
      seed,
      workersWanted,
      only,
      sandbox,
      supplier,
      cluster,
      history,
      shops: SHOPS,
      workers: [],
      spares: [],
      cases: [],
      lookupIsBroken: false,
      unreadable: null,
      boughtUnread: [],
      uncaught: [],
      database: openDatabase(cluster.url),
      goods: stock(supplier),
      accountOf: (shop) => (shop === SHOPS[0] ? supplier.account : supplier.otherAccount),
    };
    worlds.set(world, undefined);
    return world;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Ends all processes of the run, once. One that fails to end does not keep the others. */
export function stopWorld(world: World): Promise<void> {
  const stopped = worlds.get(world) ?? stop(world);
  worlds.set(world, stopped);
  return stopped;
}

/** Ends all runs of this process. */
export async function stopWorlds(): Promise<void> {
  await Promise.allSettled([...worlds.keys()].map(stopWorld));
}

/** Those that were started, each with its end once that has begun. */
const worlds = new Map<World, Promise<void> | undefined>();

async function stop({ workers, spares, database, sandbox, cluster }: World): Promise<void> {
  const ends = [
    () => Promise.all([...spares.map((spare) => spare.discard()), ...workers.map((worker) => worker.end())]),
    () => database.close(),
    () => sandbox.stop(),
    () => cluster.stop(),
  ];
  const failures: unknown[] = [];
  for (const end of ends) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "Not all of the run ended as it should.");
}

/** Has workers begin in the place of those that were killed. `shiftMs`: how far the clock of a new one is ahead. */
export async function keepWorkers(world: World, shiftMs = 0): Promise<void> {
  world.workers = world.workers.filter(({ state }) => state !== "killed");
  const missing = Array.from({ length: world.workersWanted - world.workers.length }, async () => {
    world.workers.push(await beginWorker(world, shiftMs));
  });
  await Promise.all(missing);
  while (world.spares.length < world.workersWanted) world.spares.push(load(world));
}

function beginWorker(world: World, shiftMs: number): Promise<Worker> {
  return tryToStart(world, "worker", () => {
    const spare = (shiftMs === 0 && world.spares.shift()) || load(world, shiftMs);
    return spare.begin();
  });
}

/**
 * Starts a process of the app, up to four times. On a busy machine, or while the database is down, a process may
 * fail to start: the run does not test that.
 */
export async function tryToStart<Started>(
  { history, database }: World,
  name: string,
  start: () => Promise<Started>,
): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === STARTS_AT_MOST) throw error;
      history.note(null, `${name}: did not start, ${String(error)}`);
      await database.query("select");
    }
  }
}
const STARTS_AT_MOST = 4;

function load({ sandbox, cluster, history, uncaught }: World, shiftMs = 0): Spare {
  const tell = (what: string) => {
    history.note(null, what);
  };
  const name = `worker ${String((started += 1))}`;
  const onUncaught = (line: string) => void uncaught.push(line);
  return loadWorker(sandbox, { name, database: cluster.url, shiftMs, tell, onUncaught });
}
let started = 0;

/** The supplier's own book. */
export function boughtOf({ supplier }: World): Map<string, Bought[]> {
  return Map.groupBy(supplier.supplier.ledger.orders(), ({ shipTo }) => MARK.exec(shipTo.name)?.[0] ?? "");
}
const MARK = /[A-Z]\d{4}$/;

/** Returns the pieces of an order that the supplier has sent or will send. */
export function piecesOf(order: Bought): Bought["lines"] {
  return hasEnded(order) ? order.shipments.flatMap(({ lines }) => lines) : order.lines;
}

export function hasEnded({ status }: Bought): boolean {
  return status === "cancelled" || status === "rejected";
}

/** The customer's order as the shop itself has it. */
export function inShop({ sandbox }: World, { shop, name }: Case): ShopOrder {
  const found = sandbox.shop.shops
    .find(({ domain }) => domain === shop)
    ?.orders.find((each) => each.name === name);
  if (!found) throw new Error(`${shop} has no order ${name}.`);
  return found;
}

/** Webhooks arrive late, in another order than they were sent, and sometimes not at all. */
function slowPost(chance: Chance): () => number | null {
  return () => (chance.percent(5) ? null : chance.percent(30) ? chance.between(50, 1500) : 0);
}

/** The supplier never runs out of some of its products. */
function stock({ supplier: { catalogue } }: WholesaleService): World["goods"] {
  const goods = catalogue
    .page({ from: 0, limit: PRODUCTS })
    .products.filter(({ discontinued }) => !discontinued)
    .flatMap(({ id: productId, variants }) => {
      const variant = variants.find(({ sku }) => sku);
      return variant?.sku ? [{ sku: variant.sku, productId, variantId: variant.id }] : [];
    })
    .slice(0, SOLD);
  for (const { productId, variantId: id } of goods)
    catalogue.change(productId, { variants: [{ id, stock: PLENTY }] }, new Date());
  return goods;
}

function isSold({ sandbox }: World, { shop, sku }: { shop: string; sku: string }): boolean {
  const catalog = sandbox.shop.shops.find(({ domain }) => domain === shop)?.catalog;
  const variant = catalog && findVariantBySku(catalog, sku);
  return variant !== undefined && isOnSale(variant.product) && totalAvailable(variant.item) > 0;
}

/** Some seconds, but on a machine that has other things to do. */
const OPEN_WITHIN_MS = 300_000;

/** The merchant connects, and imports what the shop is to sell. */
async function openShop(world: World, shop: string): Promise<void> {
  const { sandbox, goods, accountOf } = world;
  const browser = sandbox.merchant(shop);
  await browser.submit("/app/settings", "routes/app.settings", { intent: "connect", ...accountOf(shop) });
  sandbox.shop.grantScopes({ shop, scopes: ["write_third_party_fulfillment_orders"] });
  const done = await poll(OPEN_WITHIN_MS, async () => {
    await browser.importProducts(goods.map(({ productId }) => productId));
    return goods.every(({ sku }) => isSold(world, { shop, sku })) ? true : null;
  });
  if (done === null) throw new Error(`${shop} could not import what it is to sell.`);
  if (shop === SHOPS[0]) return;
  const rules = { intent: "save", form: JSON.stringify(DELAYED_RULES), version: "0" };
  await browser.submit("/app/rules", "routes/app.rules", rules);
  const automatic = { intent: "automatic-ordering", to: "on" };
  await browser.submit("/app/settings", "routes/app.settings", automatic);
}
