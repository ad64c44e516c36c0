import { setTimeout as pause } from "node:timers/promises";

import { atLeast, atMost, type Figure, known } from "../figure.ts";
import { percentile } from "../statistics.ts";
import { leanPool, leanSteps } from "./lean-step.ts";
import { keepTwoRows } from "./lean-webhook.ts";
import { PRODUCT, VARIANT } from "./made-up.ts";
import { accepted, webhooks } from "./placing.ts";
import { openPoster, sendAll, sendAtRate } from "./poster.ts";
import { type Receiver, startLean } from "./start-lean.ts";
import { webhookBytes } from "./webhook.ts";
import type { World } from "./world.ts";

/** As many connections as Shopify may open to one address. */
const CONNECTIONS = 100;
const RATES = [300, 1000];
/** At the first rate, uncounted: by then both are compiled, and what the app makes up for after a start is done. */
const SECONDS_BEFORE = 4;
/**
 * App and lean take turns of a second so often, and the median of their p99s counts: a slow moment of the machine meets either,
 * and is not taken for what the other can do.
 */
const TURNS = 10;
const WARM_UP = 500;
const GIVE_UP_MS = 60_000;

/** Measures how soon webhooks are answered, and how many a second can be. They bring nothing that leads to work. */
export async function measureAcknowledgements(world: World): Promise<Figure[]> {
  return [
    ...(await besideLean(world)),
    ...(await besideLeanBusy(world)),
    ...(await sustainedBesideCommitted(world)),
  ];
}

async function besideLean(world: World): Promise<Figure[]> {
  await world.renew();
  return withBoth(world, ({ app, lean }) => compared(world, { app, lean }, RATES));
}

/** As the README says for more than one process: one acknowledges, another does what the webhooks lead to. Lean is one for both. */
async function withBoth<T>(world: World, measure: (both: Both) => Promise<T>): Promise<T> {
  const processes = await Promise.all([
    world.startApp({ ROLE: "web" }),
    world.startApp({ ROLE: "worker" }),
    startLean("lean-receiver.ts"),
  ]);
  const [app, , lean] = processes;
  try {
    return await measure({ app, lean });
  } finally {
    await Promise.all(processes.map(({ end }) => end()));
  }
}

type Both = { app: Receiver; lean: Receiver };

/** The p99 of both at each rate. */
async function compared(world: World, { app, lean }: Both, rates: number[], suffix = ""): Promise<Figure[]> {
  const posters = { app: openPoster(app.url, CONNECTIONS), lean: openPoster(lean.url, CONNECTIONS) };
  const send = async (who: keyof Both, perSecond: number, seconds = 1) => {
    const requests = idle(world, perSecond * seconds);
    const answers = await sendAtRate(posters[who], { requests, perSecond });
    assertAll(answers);
    await handled(world);
    return answers.map(({ ms }) => ms);
  };
  try {
    for (const who of ["app", "lean"] as const) await send(who, rates[0] ?? 0, SECONDS_BEFORE);
    const figures: Figure[] = [];
    for (const rate of rates) {
      const found: Record<keyof Both, number[]> = { app: [], lean: [] };
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const who of ["app", "lean"] as const) found[who].push(percentile(await send(who, rate), 0.99));
      const figure = `acknowledgement p99 at ${rate.toLocaleString("en")}/s${suffix}`;
      const [value, ofLean] = [percentile(found.app, 0.5), percentile(found.lean, 0.5)];
      figures.push(
        atMost(rate <= 300 ? 3 : 2, {
          figure: `${figure}, beside lean`,
          value: value / ofLean,
          unit: "ratio",
        }),
        known({ figure, value, unit: "ms" }),
      );
    }
    return figures;
  } finally {
    posters.app.close();
    posters.lean.close();
  }
}

/** Until nothing of the webhooks that bring nothing is left to do: it is not done in the other's turn. */
async function handled({ query }: World): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const due = await query("select from inbox_entry where topic = $1 and due_at is not null limit 1", [
      IDLE.topic,
    ]);
    if (due.length === 0) return;
    if (performance.now() > until) throw new Error("Webhooks that bring nothing are not handled.");
    await pause(20);
  }
}

/** More than is read meanwhile. */
const LISTED = 1_000_000;
const MIRRORED_AT_LEAST = 2000;
const ORDERS_A_SECOND = 10;

/** The app takes on orders of all shops, and a first run through the list of one, in its own turns and in lean's. */
async function besideLeanBusy(world: World): Promise<Figure[]> {
  await world.renew();
  const [shop] = world.shops;
  await world.tell({ supplierMs: 20, shopMs: 20, products: LISTED });
  await world.query(
    `insert into catalog_mirror (shop, state, run, started_at, due_at) values ($1, 'reading', 1, now(), now())
     on conflict (shop) do update set state = 'reading', run = catalog_mirror.run + 1, kind = 'full', page = 0,
       cursor = null, due_at = now()`,
    [shop],
  );
  try {
    return await withBoth(world, async ({ app, lean }) => {
      const poster = openPoster(app.url, ORDERS_A_SECOND);
      try {
        const requests = webhooks(world, 1, ORDERS_A_SECOND * 2 * (SECONDS_BEFORE + TURNS));
        const ordering = sendAtRate(poster, { requests, perSecond: ORDERS_A_SECOND });
        const suffix = " with orders and a mirror running";
        const figures = await compared(world, { app, lean }, RATES.slice(0, 1), suffix);
        assertAll(await ordering);
        await accepted(world, requests.length);
        return figures;
      } finally {
        poster.close();
      }
    });
  } finally {
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
  for (const table of ["product_search", "search_word", "mirror_page", "catalog_mirror"])
    await query(`delete from ${table} where shop = $1`, [shop]);
}

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
    const pool = leanPool(max, world.databaseUrl);
    const step = leanSteps(pool);
    const keep = async (count: number) => {
      let left = count;
      const worker = async () => {
        while (left-- > 0) await keepTwoRows(step, { ...IDLE, shop: "a", webhookId: crypto.randomUUID() });
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
      shop: shops[index % shops.length] ?? "",
      topic: IDLE.topic,
      body: { admin_graphql_api_id: `gid://shopify/Product/${String(product++)}` },
    }),
  );
}

function assertAll(answers: { status: number }[]): void {
  const other = answers.find(({ status }) => status !== 200);
  if (other) throw new Error(`A webhook was answered with ${String(other.status)}.`);
}
