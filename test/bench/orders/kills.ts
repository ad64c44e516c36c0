import { setTimeout as pause } from "node:timers/promises";

import { atMost, type Figure, known } from "../figure.ts";
import { openPoster, sendAll } from "./poster.ts";
import { requestWebhook } from "./webhook.ts";
import type { World } from "./world.ts";

const ORDERS = 1500;
const KILLS = 3;
const CONCURRENCY = 32;
const FIRST_ORDER = 80_000_001;
const GIVE_UP_MS = 180_000;

/** A burst of orders whose worker is killed three times. */
export async function measureKills(world: World): Promise<Figure[]> {
  await world.renew();
  const { shops, secret, query, tell } = world;
  const orders = Array.from({ length: ORDERS }, (_, index) => ({
    shop: shops[index % shops.length] ?? "",
    number: FIRST_ORDER + index,
  }));
  for (const shop of shops) {
    const numbers = orders.filter((order) => order.shop === shop).map(({ number }) => number);
    await tell({ request: { shop, numbers } });
  }
  const web = await world.startApp({ ROLE: "web" });
  const poster = openPoster(web.url, 50);
  const startWorker = () => world.startApp({ ROLE: "worker", ORDER_CONCURRENCY: String(CONCURRENCY) });
  let worker = await startWorker();
  try {
    const requests = orders.map((order) => requestWebhook(secret, order));
    const answers = await sendAll(poster, { requests, atOnce: 50 });
    const posted = async () => Object.keys((await tell({})).posts).length;
    const started = performance.now();
    const isOver = () => performance.now() - started > GIVE_UP_MS;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while ((await posted()) < (ORDERS * kill) / (KILLS + 2) && !isOver()) await pause(20);
      await worker.end("SIGKILL");
      // As if the leases were over. An attempt's own deadline stays: what it leaves in doubt is in doubt.
      await query(
        "update inbox_entry set leased_until = null, due_at = now() where due_at > now() or leased_until > now()",
      );
      await query(
        "update supplier_order set leased_until = null where state = 'ready' and leased_until > now()",
      );
      worker = await startWorker();
    }
    const numbersOf = async (idsSelected: string) => {
      const rows = await query<{ id: string }>(idsSelected);
      return new Set(rows.map(({ id }) => id.split("/").at(-1)));
    };
    const findDue = () =>
      numbersOf(
        `select subject_id as id from inbox_entry where due_at is not null
         union select fulfillment_order_id from supplier_order where state = 'ready'`,
      );
    while ((await findDue()).size > 0 && !isOver()) await pause(250);
    await worker.end();
    const due = await findDue();

    const { posts, repeated } = await tell({});
    const sent = Object.keys(posts);
    const unsettled = await numbersOf(
      "select fulfillment_order_id as id from supplier_order where state in ('placing', 'in_doubt')",
    );
    const [kept] = await query<{ count: number }>("select count(*)::int from inbox_entry");
    const attempts = await query<{ reference: string }>("select reference from order_attempt");
    const committed = new Set(attempts.map(({ reference }) => reference));
    const numbers = new Set(sent.map((reference) => reference.split("-")[1]));
    const lost = orders.filter(
      ({ number }) => ![numbers, due, unsettled].some((known) => known.has(String(number))),
    );
    return [
      atMost(0, {
        figure: "three kills: webhooks not acknowledged or not kept",
        value: answers.filter(({ status }) => status !== 200).length + ORDERS - (kept?.count ?? 0),
        unit: "webhooks",
      }),
      atMost(0, {
        figure: "three kills: POST without a committed attempt",
        value: sent.filter((reference) => !committed.has(reference)).length,
        unit: "orders",
      }),
      atMost(0, { figure: "three kills: reference sent twice", value: repeated, unit: "orders" }),
      atMost(0, { figure: "three kills: lost", value: lost.length, unit: "orders" }),
      // On a machine that gives too little for the time that there is.
      known({ figure: "three kills: still to be handled", value: due.size, unit: "orders" }),
      atMost(KILLS * CONCURRENCY, {
        figure: "three kills: in doubt after all of them",
        value: unsettled.size,
        unit: "orders",
      }),
    ];
  } finally {
    poster.close();
    await worker.end();
    await web.end();
  }
}
