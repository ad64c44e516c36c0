import { setTimeout as pause } from "node:timers/promises";

import type { AppProcess } from "../../sandbox/app-process.ts";
import type { Queries } from "../../support/query-count.ts";
import { atMost, type Figure, known } from "../figure.ts";
import { webhooks } from "./placing.ts";
import { percentile } from "../statistics.ts";
import { openPoster, type Poster, sendAll } from "./poster.ts";
import type { World } from "./world.ts";

const TELL_QUERIES = import.meta.resolve("./tell-queries.ts");
const WARM_UP = 100;
/** One after the other. What runs on a schedule meanwhile falls upon few of them, so the median counts. */
const ALONE = 25;
const TOGETHER = 1000;

/** Counts what an order costs, from its webhook until it is written down that the shop's request is accepted. */
export async function measureCosts(world: World): Promise<Figure[]> {
  await world.renew();
  const app = await world.startApp({ NODE_OPTIONS: `--import ${TELL_QUERIES}` });
  const poster = openPoster(app.url, 32);
  try {
    await costOf(world, { app, poster, first: 1, count: WARM_UP });
    const alone: Cost[] = [];
    for (let at = 1; at <= ALONE; at += 1)
      alone.push(await costOf(world, { app, poster, first: WARM_UP + at, count: 1 }));
    const first = WARM_UP + ALONE + 1;
    const together = await costOf(world, { app, poster, first, count: TOGETHER });
    const median = (of: (cost: Cost) => number) => percentile(alone.map(of), 0.5);
    const each = { unit: "an order" };
    return [
      atMost(6, { figure: "alone: transactions", value: median((cost) => cost.transactions), ...each }),
      atMost(20, { figure: "alone: statements", value: median((cost) => cost.statements), ...each }),
      atMost(2, { figure: "alone: Admin calls", value: median((cost) => cost.adminCalls), ...each }),
      atMost(1, { figure: "alone: jobs", value: median((cost) => cost.jobs), ...each }),
      atMost(1, {
        figure: `burst of ${TOGETHER.toLocaleString("en")}: transactions`,
        value: together.transactions / TOGETHER,
        ...each,
      }),
      known({
        figure: `burst of ${TOGETHER.toLocaleString("en")}: statements`,
        value: together.statements / TOGETHER,
        ...each,
      }),
    ];
  } finally {
    poster.close();
    await app.end();
  }
}

type Cost = Queries & { adminCalls: number };
type Orders = { app: AppProcess; poster: Poster; first: number; count: number };

async function costOf(world: World, { app, poster, first, count }: Orders): Promise<Cost> {
  const before = await costsSoFar(world, app);
  await sendAll(poster, { requests: webhooks(world, first, count), atOnce: 32 });
  const isAccepted = async () => {
    const [row] = await world.query<{ accepted: number }>(
      "select count(*)::int as accepted from supplier_order where acceptance = 'accepted'",
    );
    return row?.accepted === first - 1 + count;
  };
  while (!(await isAccepted())) await pause(20);
  const after = await costsSoFar(world, app);
  return {
    transactions: after.transactions - before.transactions,
    statements: after.statements - before.statements,
    jobs: after.jobs - before.jobs,
    adminCalls: after.adminCalls - before.adminCalls,
  };
}

async function costsSoFar({ tell }: World, app: AppProcess): Promise<Cost> {
  const told = () => app.output().match(/(?<=^counted ).+$/gm) ?? [];
  const before = told().length;
  app.signal("SIGUSR2");
  while (told().length === before) await pause(2);
  const queries = JSON.parse(told().at(-1) ?? "") as Queries;
  return { ...queries, adminCalls: (await tell({})).shopCalls };
}
