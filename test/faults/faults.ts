import { READ_TIMELINE } from "../../app/lib/database/failover.ts";
import { READING, spareCalls, WRITING } from "./calls.ts";
import type { Chance } from "./chance.ts";
import { requestAgain, takeBack } from "./moves.ts";
import { sellOutAndDivide } from "./part-moves.ts";
import { reconnect } from "./pages.ts";
import type { Worker } from "./processes.ts";
import { age, passTime, settle } from "./settle.ts";
import type { Step } from "./wire.ts";
import { boughtOf, type Case, keepWorkers, tryToStart, type World } from "./world.ts";

/** Moments at which a process can be caught. */
export const STEPS: Step[] = [
  ...both("supplier", "reads cost and stock", /^GET \/api\/reseller\/products\//),
  ...both("supplier", "orders", /^POST \/api\/reseller\/orders /),
  ...both("supplier", "looks an order up", /^GET \/api\/reseller\/orders\?/),
  ...both("supplier", "reads an order", /^GET \/api\/reseller\/orders\//),
  ...both("supplier", "cancels", /^POST \/api\/reseller\/orders\/[^/]+\/cancel/),
  ...both("shop", "lists what is requested", /assignedFulfillmentOrders/),
  ...both("shop", "reads a request", /fulfillmentOrder\(/),
  ...both("shop", "accepts a request", /fulfillmentOrderAcceptFulfillmentRequest/),
  ...both("shop", "rejects a request", /fulfillmentOrderRejectFulfillmentRequest/),
  ...both("shop", "requests a part or the rest", /fulfillmentOrderSubmitFulfillmentRequest/),
  ...both("shop", "finds the rest", /fulfillmentOrdersLeftOut/),
  ...both("shop", "accepts a cancellation", /fulfillmentOrderAcceptCancellationRequest/),
  ...both("shop", "closes a request", /fulfillmentOrderClose/),
  ...both("shop", "shows a parcel", /fulfillmentCreate/),
];

/** Facts that an order is decided by. */
const JUST_READ = STEPS.filter(({ name }) => /knows that it reads (cost|a request)/.test(name));

function both(side: Step["side"], what: string, pattern: RegExp): Step[] {
  return [
    { side, pattern, when: "asked", name: `as it ${what}` },
    { side, pattern, when: "answered", name: `before it knows that it ${what}` },
  ];
}

/** A disaster of the processes, or of what they depend on. Returns the repair, to be done after a while. */
type Disaster = (world: World, chance: Chance) => End | Promise<End>;
type End = () => Promise<void>;

const DISASTERS: Disaster[] = [
  killAtStep,
  killAtStep,
  killAtStep,
  stopAtStep,
  stopAtStep,
  stopAtStep,
  stopAtStep,
  killSomebody,
  stopSomebody,
  crashDatabase,
  restoreDatabase,
  failOver,
  failOver,
  turnDatabaseClock,
  cutPackets,
  cutPackets,
  silenceLogins,
  endlessLists,
  setClocksApart,
  killPages,
  takeSupplierDown,
  breakLookup,
  breakLookup,
  connectOtherAccount,
  hideRequests,
  garblePrice,
  sellOutAndDivide,
];

/**
 * Every disaster comes once before the first comes again.
 *
 * @param only the name of one that comes alone; null for all.
 */
export function* disasters(chance: Chance, only: string | null): Generator<Disaster, never> {
  const coming = DISASTERS.filter(({ name }) => only === null || name === only);
  if (coming.length === 0) throw new Error(`There is no disaster “${only ?? ""}”.`);
  for (;;) yield* chance.shuffled(coming);
}

function killAtStep(world: World, chance: Chance): End {
  const step = chance.one(STEPS);
  world.workers.forEach((worker) => worker.killAt(step));
  return () => keepWorkers(world);
}

/**
 * One that stands still past its deadlines, while another goes on with its work, and then goes on itself. A call that it
 * waits for is over by then; what it has just read is not, and all the more dangerous.
 */
function stopAtStep(world: World, chance: Chance): End {
  const worker = toStop(world);
  if (chance.percent(40)) worker?.stopAt(chance.one(STEPS));
  else worker?.stopAt(chance.one(JUST_READ), chance.between(1, 6));
  return () => wakeStanding(world);
}

function stopSomebody(world: World, chance: Chance): End {
  const worker = toStop(world);
  setTimeout(
    () => {
      worker?.stop();
    },
    chance.between(0, 400),
  );
  if (worker) world.history.note(null, `${worker.name}: stands still`);
  return () => wakeStanding(world);
}

/**
 * Always the same one: with none left to go on meanwhile, nothing would come of it. None where the disaster before has just
 * killed them.
 */
function toStop({ workers }: World): Worker | undefined {
  return workers.find(({ state }) => state === "runs");
}

/**
 * Lets time pass for who stands still, and then lets them go on and end what they had begun. Their clock is another one from
 * then on, so they are not kept for longer. Soon after they were stopped: Prisma's own timers know of no other time than ours.
 */
export async function wakeStanding(world: World): Promise<void> {
  const standing = world.workers.filter(({ state }) => state === "stands still");
  if (standing.length === 0) return;
  await world.database.endTransactionsIdleFor(0.3);
  await passTime(world, PAST_LEASES);
  for (const worker of standing) worker.goOn(PAST_LEASES);
  world.history.note(null, `stopped: ${standing.map(({ name }) => name).join()} goes on`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await settle(world);
  await Promise.all(standing.map((worker) => worker.kill()));
  await keepWorkers(world);
}

/** Others may take over the orders then, and believe their own records still, which they do for ten minutes. */
const PAST_LEASES = 400;

function killSomebody(world: World, chance: Chance): End {
  const worker = chance.one(world.workers);
  setTimeout(() => void worker.kill(), chance.between(0, 600));
  world.history.note(null, `${worker.name}: killed at some moment`);
  return () => keepWorkers(world);
}

async function crashDatabase(world: World, chance: Chance) {
  await sparesLoaded(world);
  await new Promise((resolve) => setTimeout(resolve, chance.between(0, 400)));
  await world.cluster.crash();
  world.history.note(null, "database: crashed and started again");
  return () => Promise.resolve();
}

/** One that is just starting would not bear that the database ends, and nothing is to be learned from that. */
function sparesLoaded({ spares }: World): Promise<unknown> {
  return Promise.all(spares.map(({ loaded }) => loaded));
}

/** All that is known of this burst is lost. As an operator does it, nothing runs meanwhile, and it takes an hour. */
async function restoreDatabase(world: World, chance: Chance) {
  await sparesLoaded(world);
  await world.cluster.backUp();
  world.history.note(null, "database: copied");
  const before = world.cases.length;
  return async () => {
    await Promise.all([...world.workers.map((worker) => worker.end()), sparesLoaded(world)]);
    await world.cluster.restore();
    await age(world, HOUR_SECONDS);
    world.history.note(null, "database: restored from that copy, an hour later");
    const bought = boughtOf(world);
    const forgotten = world.cases.slice(before).filter(({ mark }) => bought.has(mark));
    await changeForgotten(world, chance.shuffled(forgotten).slice(0, CHANGED_AT_MOST));
  };
}

const CHANGED_AT_MOST = 4;

/**
 * Before anybody looks what became of them, merchants withdraw requests that were ordered and forgotten, and make others for
 * the same pieces.
 */
async function changeForgotten(world: World, forgotten: Case[]): Promise<void> {
  const withdrawn = forgotten.filter((each) => isDone(() => takeBack(world, each)));
  // Only the app returns accepted requests.
  await keepWorkers(world);
  await settle(world);
  for (const each of withdrawn) isDone(() => requestAgain(world, each));
}

/** Returns true if the sandbox permits it just now. */
function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** A standby takes over that lacks what was committed in the last moments, with the app's processes there or gone too. */
async function failOver(world: World, chance: Chance): Promise<End> {
  const { cluster, database, history } = world;
  await sparesLoaded(world);
  await cluster.copyStandby();
  history.note(null, "database: the standby falls behind");
  const over = new Promise((resolve) => setTimeout(resolve, chance.between(100, 1500))).then(async () => {
    const isRestarted = chance.percent(40);
    if (isRestarted) await Promise.all(world.workers.map((worker) => worker.kill()));
    await cluster.failOver();
    history.note(null, `database: failed over${isRestarted ? ", with all workers" : ""}`);
  });
  return async () => {
    await over;
    await keepWorkers(world);
    // Workers stay careful while the rows are young.
    for (const seconds of PAST_CAUTION) if (!(await passTimeOnceQuiet(world, seconds))) return;
    // The workers' own timers do not age. New workers trust the timeline that is stored here.
    await database.query(`update database_life set life = (${READ_TIMELINE})`);
    await replaceWorkers(world);
  };
}

/** First nothing is sent, then everything is looked up. */
const PAST_CAUTION = [100, 900];

/** Limit of tries to let time pass that fail because too much is under way. */
const QUIET_TRIES = 10;

/** Lets time pass for the workers, too. @returns false if too much was under way at each try. */
async function passTimeOnceQuiet(world: World, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < QUIET_TRIES; tries += 1)
    if (await passTime(world, seconds, { agesWorkers: true })) return true;
  return false;
}

async function replaceWorkers(world: World): Promise<void> {
  await Promise.all(world.workers.map((worker) => worker.end()));
  await keepWorkers(world);
}

/** It stays so: clocks are put right once. */
async function turnDatabaseClock(world: World, chance: Chance): Promise<End> {
  const seconds = chance.one([400, -400]);
  await sparesLoaded(world);
  setTimeout(() => void world.database.turnClock(seconds), chance.between(0, 800));
  world.history.note(null, `database: its clock is about to jump by ${String(seconds)} s`);
  return async () => {
    await settle(world);
    // Processes are careful for two minutes after they have noticed.
    await replaceWorkers(world);
    await world.sandbox.restartApp();
  };
}

/** Connections break at some packet, again and again. */
function cutPackets(world: World, chance: Chance): End {
  for (const worker of world.workers)
    for (let cuts = 0; cuts < 3; cuts += 1)
      worker.cutPacket(chance.between(1, 60), chance.one(["asked", "answered"] as const));
  return () => keepWorkers(world);
}

/** One worker's logins are accepted by the network, and never answered. */
function silenceLogins(world: World): End {
  const worker = toStop(world);
  worker?.silenceLogins();
  return async () => {
    worker?.answerLogins();
    await keepWorkers(world);
  };
}

/** The supplier's lists lead back to their beginning, or fail. */
function endlessLists(world: World, chance: Chance): End {
  if (world.lookupIsBroken) return () => Promise.resolve();
  const fault = chance.one(["never-ends", "500"] as const);
  world.supplier.setFault("findOrders", fault, FOR_LONG);
  world.history.note(null, `supplier: its lists, ${fault}`);
  return () => {
    world.supplier.setFault("findOrders", fault, 0);
    return Promise.resolve();
  };
}

const HOUR_SECONDS = 3600;

/** Two workers, with one of their clocks 95 seconds before or behind all others. */
async function setClocksApart(world: World, chance: Chance) {
  const shift = chance.one([95_000, -95_000]);
  await chance.one(world.workers).kill();
  await keepWorkers(world, shift);
  world.history.note(null, `clock: one worker's is ${String(shift / 1000)} s ahead`);
  return () => Promise.resolve();
}

async function killPages(world: World) {
  await tryToStart(world, "pages", () => world.sandbox.restartApp("SIGKILL"));
  world.history.note(null, "pages: killed and started again");
  return () => Promise.resolve();
}

function takeSupplierDown(world: World, chance: Chance): End {
  const fault = chance.one(["503", "500", "reset", "502-after-commit"] as const);
  for (const operation of [...READING, ...WRITING]) world.supplier.setFault(operation, fault, 25);
  world.history.note(null, `supplier: down, ${fault}`);
  return async () => {
    spareCalls(world);
    // They would not knock for a while.
    await Promise.all(world.workers.map((worker) => worker.end()));
    await keepWorkers(world);
  };
}

/**
 * The supplier finds no order by its reference until the lookup is mended. Starts only after each shop has an order
 * there: before, such a supplier could not be told from one that has none.
 */
async function breakLookup(world: World): Promise<End> {
  const { supplier, history, database, shops } = world;
  const ordering = await database.query(
    "select distinct shop from order_attempt_outcome where kind = 'placed'",
  );
  if (ordering.length < shops.length) return () => Promise.resolve();
  world.lookupIsBroken = true;
  supplier.setFault("findOrders", "finds-nothing", FOR_LONG);
  history.note(null, "supplier: finds no order by its reference");
  return async () => {
    for (const seconds of PAST_LOOKUPS) await passTime(world, seconds);
    world.lookupIsBroken = false;
    supplier.setFault("findOrders", "finds-nothing", 0);
  };
}

/**
 * Shopify fails to accept requests, and then does not show them. Their orders are placed at the supplier, and not accepted.
 * For eight minutes Shopify shows no request, or shows fulfillment orders as not requested, as with a replica that lags. Or
 * reads fail, for more than an hour.
 */
function hideRequests(world: World, chance: Chance): End {
  const { sandbox, history } = world;
  const [fault, waits] = chance.one(HIDDEN);
  const fail = (times: number) => {
    sandbox.shop.setFault("fulfillmentOrderAcceptFulfillmentRequest", "502", times);
  };
  const hide = (times: number) => {
    sandbox.shop.setFault("fulfillmentOrder\\(", fault, times);
  };
  fail(FOR_LONG);
  history.note(null, "shop: accepts no request");
  return async () => {
    hide(FOR_LONG);
    history.note(null, `shop: shows no request (${fault})`);
    for (const seconds of waits) await passTime(world, seconds);
    hide(0);
    fail(0);
    history.note(null, "shop: shows and accepts requests again");
  };
}

/** Seconds between looks, together less than the ten minutes after which a request counts as gone. */
const SOON_SHOWN = [60, 60, 120, 120, 120];
/** Faults that hide requests, and the seconds between looks. Reads may fail for longer, because a failure is no answer. */
const HIDDEN = [
  ["not-shown", SOON_SHOWN],
  ["stale", SOON_SHOWN],
  ["502", [60, 700, 3700]],
] as const;

/** The supplier shows a price that can't be read. Nothing of it is bought until they mend that. */
async function garblePrice(world: World, chance: Chance): Promise<End> {
  const { supplier, history, goods } = world;
  // A product that was read before is bought at the value that was read.
  if (world.unreadable !== null || !(await settle(world))) return () => Promise.resolve();
  const { productId, variantId } = chance.one(goods);
  const { catalogue, ledger } = supplier.supplier;
  const show = (shownAs: object) =>
    catalogue.change(productId, { variants: [{ id: variantId, shownAs }] }, new Date());
  const before = new Set(ledger.orders().map(({ id }) => id));
  supplier.setFault("getProduct", "500", 0);
  world.unreadable = variantId;
  show({ price: "125,00" });
  history.note(null, `supplier: the price of ${variantId} can't be read`);
  return async () => {
    await settle(world);
    for (const { id, lines } of ledger.orders())
      if (!before.has(id) && lines.some((line) => line.variantId === variantId)) world.boughtUnread.push(id);
    show({});
    world.unreadable = null;
    history.note(null, `supplier: the price of ${variantId} can be read again`);
  };
}

const FOR_LONG = 10_000;
/**
 * Orders in doubt are looked up within this time: first too early to prove anything, then as late as the contract
 * demands.
 */
const PAST_LOOKUPS = [130, 130];

/** The merchant signs in with another account by mistake, and corrects it later. */
async function connectOtherAccount(world: World) {
  const { supplier, shops, history } = world;
  const [shop = ""] = shops;
  await reconnect(world, shop, supplier.otherAccount);
  history.note(null, `connection: ${shop} with another account`);
  return async () => {
    await reconnect(world, shop, world.accountOf(shop));
    history.note(null, `connection: ${shop} with its own account again`);
  };
}
