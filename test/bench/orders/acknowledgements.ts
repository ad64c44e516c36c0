import pg from "pg";

import { restrictedConnection } from "../../../app/lib/database-role.ts";
import { atLeast, atMost, type Figure, known } from "../figure.ts";
import { keepWebhook } from "./lean-webhook.ts";
import { PRODUCT, VARIANT } from "./made-up.ts";
import { accepted, webhooks } from "./placing.ts";
import { mean, percentile } from "../statistics.ts";
import { openPoster, sendAll, sendAtRate } from "./poster.ts";
import { type Receiver, startLean } from "./start-lean.ts";
import { webhookBytes } from "./webhook.ts";
import type { World } from "./world.ts";

/** As many connections as Shopify may open to one address. */
const CONNECTIONS = 100;
const RATES = [300, 1000];
const SECONDS = 5;
/** At the first rate, uncounted: by then both are compiled, and what the app makes up for after a start is done. */
const SECONDS_BEFORE = 4;
/** App and lean take turns so often, and each counts with its mean. */
const TURNS = 2;
const WARM_UP = 500;

/** Measures how soon webhooks are answered, and how many a second can be. They bring nothing that leads to work. */
export async function measureAcknowledgements(world: World): Promise<Figure[]> {
  return [...(await besideLean(world)), ...(await sustainedBesideCommitted(world))];
}

async function besideLean(world: World): Promise<Figure[]> {
  const found: Record<Who, number[][]> = { app: [], busyApp: [], busyLean: [], lean: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    found.app.push(await alone(world, () => startReceivingApp(world)));
    const busy = await besideWork(world);
    found.busyApp.push(busy.app);
    found.busyLean.push(busy.lean);
    found.lean.push(await alone(world, startLeanReceiver));
  }
  const meanOf = (who: Who, rate: number) => mean(found[who].map((turn) => turn[rate] ?? NaN));
  const figures = (rate: number, [app, lean]: [Who, Who], suffix = "") => {
    const figure = `acknowledgement p99 at ${(RATES[rate] ?? NaN).toLocaleString("en")}/s${suffix}`;
    const value = meanOf(app, rate);
    return [
      atMost(2, { figure: `${figure}, beside lean`, value: value / meanOf(lean, rate), unit: "ratio" }),
      known({ figure, value, unit: "ms" }),
    ];
  };
  const busy = "acknowledgement p99 at 300/s with orders and a mirror running, beside lean with none";
  return [
    ...figures(0, ["app", "lean"]),
    ...figures(0, ["busyApp", "busyLean"], " with orders and a mirror running"),
    known({ figure: busy, value: meanOf("busyApp", 0) / meanOf("lean", 0), unit: "ratio" }),
    ...figures(1, ["app", "lean"]),
  ];
}

type Who = "app" | "busyApp" | "busyLean" | "lean";

async function sustainedBesideCommitted(world: World): Promise<Figure[]> {
  const app = await sustained(world);
  const lean = await committed(world);
  return [
    atLeast(1, {
      figure: "sustained acknowledgements beside two rows committed",
      value: app / lean,
      unit: "ratio",
    }),
    known({ figure: "sustained acknowledgements", value: app, unit: "per s" }),
  ];
}

/** As the README says for more than one process: one acknowledges, another does what the webhooks lead to. */
async function startReceivingApp(world: World): Promise<Receiver> {
  const [web, worker] = await Promise.all([
    world.startApp({ ROLE: "web" }),
    world.startApp({ ROLE: "worker" }),
  ]);
  return {
    url: web.url,
    end: async () => {
      await Promise.all([web.end(), worker.end()]);
    },
  };
}

function startLeanReceiver(): Promise<Receiver> {
  return startLean("lean-receiver.ts");
}

/** More than is read meanwhile. */
const LISTED = 1_000_000;
const MIRRORED_AT_LEAST = 2000;
const ORDERS_A_SECOND = 10;

/**
 * The app takes on orders of all shops and a first run through the list of one while webhooks go to it, and then while they go to
 * lean: else two machines would be compared, one of them idle.
 */
async function besideWork(world: World): Promise<{ app: number[]; lean: number[] }> {
  await world.renew();
  const [shop] = world.shops;
  await world.tell({ supplierMs: 20, shopMs: 20, products: LISTED });
  await world.query(
    `insert into catalog_mirror (shop, state, run, started_at, next_at) values ($1, 'reading', 1, now(), now())
     on conflict (shop) do update set state = 'reading', run = catalog_mirror.run + 1, kind = 'full', page = 0,
       cursor = null, next_at = now()`,
    [shop],
  );
  const app = await startReceivingApp(world);
  const lean = await startLeanReceiver();
  const poster = openPoster(app.url, ORDERS_A_SECOND);
  try {
    const requests = webhooks(world, 1, ORDERS_A_SECOND * 2 * (SECONDS_BEFORE + SECONDS));
    const ordering = sendAtRate(poster, { requests, perSecond: ORDERS_A_SECOND });
    const rates = RATES.slice(0, 1);
    const found = { app: await p99s(world, app, rates), lean: await p99s(world, lean, rates) };
    assertAll(await ordering);
    await accepted(world, requests.length);
    return found;
  } finally {
    poster.close();
    await lean.end();
    await app.end();
    await forgetMirrored(world, shop ?? "");
  }
}

async function forgetMirrored({ query }: World, shop: string): Promise<void> {
  const [row] = await query<{ mirrored: number }>(
    "select count(*)::int as mirrored from supplier_product where shop = $1",
    [shop],
  );
  if ((row?.mirrored ?? 0) < MIRRORED_AT_LEAST) throw new Error("No catalog was mirrored meanwhile.");
  await query("delete from supplier_variant where shop = $1 and id <> $2", [shop, VARIANT]);
  await query("delete from supplier_product where shop = $1 and id <> $2", [shop, PRODUCT]);
  for (const table of ["supplier_find", "supplier_word", "mirror_page", "catalog_mirror"])
    await query(`delete from ${table} where shop = $1`, [shop]);
}

async function alone(world: World, start: () => Promise<Receiver>): Promise<number[]> {
  await world.renew();
  const receiver = await start();
  try {
    return await p99s(world, receiver, RATES);
  } finally {
    await receiver.end();
  }
}

/** Of each rate, one after the other. */
async function p99s(world: World, { url }: Receiver, rates: number[]): Promise<number[]> {
  const poster = openPoster(url, CONNECTIONS);
  const send = async (perSecond: number, seconds: number) => {
    const answers = await sendAtRate(poster, {
      requests: idle(world, perSecond * seconds),
      perSecond,
    });
    assertAll(answers);
    return percentile(
      answers.map(({ ms }) => ms),
      0.99,
    );
  };
  try {
    await send(rates[0] ?? 0, SECONDS_BEFORE);
    const found: number[] = [];
    for (const rate of rates) found.push(await send(rate, SECONDS));
    return found;
  } finally {
    poster.close();
  }
}

const SUSTAINED = 8000;

/** Webhooks acknowledged a second, as many at a time as there are connections. */
async function sustained(world: World): Promise<number> {
  await world.renew();
  const { url, end } = await world.startApp({ ROLE: "web" });
  const poster = openPoster(url, CONNECTIONS);
  try {
    await sendAll(poster, { requests: idle(world, WARM_UP), atOnce: 10 });
    const requests = idle(world, SUSTAINED);
    const started = performance.now();
    assertAll(await sendAll(poster, { requests, atOnce: CONNECTIONS }));
    return SUSTAINED / ((performance.now() - started) / 1000);
  } finally {
    poster.close();
    await end();
  }
}

const CONCURRENCIES = [4, 8, 16, 32];
const COMMITTED = 3000;

/** Pairs of rows that a plain client commits a second, at its best concurrency. */
async function committed(world: World): Promise<number> {
  await world.renew();
  let best = 0;
  for (const max of CONCURRENCIES) {
    const pool = new pg.Pool({ ...restrictedConnection({ DATABASE_URL: world.databaseUrl }), max });
    const keep = async (count: number) => {
      let left = count;
      const worker = async () => {
        while (left-- > 0) await keepWebhook(pool, { ...IDLE, shop: "a", webhookId: crypto.randomUUID() });
      };
      await Promise.all(Array.from({ length: max }, worker));
    };
    await keep(WARM_UP);
    const started = performance.now();
    await keep(COMMITTED);
    best = Math.max(best, COMMITTED / ((performance.now() - started) / 1000));
    await pool.end();
  }
  return best;
}

const IDLE = { topic: "products/update", subjectId: "gid://shopify/Product/9" };

/** The number of the next product. */
let product = 1000;

/** Webhooks of products that are not the supplier's, each of another one, from all shops in turn. */
function idle({ shops, secret }: World, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    webhookBytes(secret, {
      ...{ shop: shops[index % shops.length] ?? "", topic: IDLE.topic },
      body: { admin_graphql_api_id: `gid://shopify/Product/${String(product++)}` },
    }),
  );
}

function assertAll(answers: { status: number }[]): void {
  const other = answers.find(({ status }) => status !== 200);
  if (other) throw new Error(`A webhook was answered with ${String(other.status)}.`);
}
