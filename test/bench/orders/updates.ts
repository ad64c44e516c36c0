import { atMost, type Figure, known } from "../figure.ts";
import {
  fillManyShops,
  forgetManyShops,
  MANY_SHOPS,
  ORDERS_A_SHOP,
  startQuietCounterparts,
  timed,
} from "./many-shops.ts";
import type { World } from "./world.ts";

/** The longest a list waits: its pause with what is added at random, and the minute until a sweep. */
const LONGEST_PAUSE_SECONDS = 600 * 1.2 + 60;
/** The shortest pause between two lists of a shop that has not just placed an order. */
const PAUSE_SECONDS = 600;
/** The sample of a round; the other lists take as long. */
const LISTS = 500;
/** The shortest interval between single reads of an order that is in its list. */
const SINGLY_SECONDS = 6 * 3600;
const SINGLES = 500;

/** Measures what it takes to know of each change of 100,000 open orders, by lists and order by order. */
export async function measureUpdates(world: World): Promise<Figure[]> {
  await world.renew();
  const end = await startQuietCounterparts({ supplierMs: 20, shopMs: 0 });
  try {
    await fillManyShops(world, { shops: MANY_SHOPS, orders: true });
    const { sweepUpdateLists } = await import("../../../app/orders/tracking/read-update-list.server.ts");
    const { sweepUpdates } = await import("../../../app/orders/tracking/read-update.server.ts");
    const due =
      "insert into order_update_run (shop, due_at) select shop, now() from connection where shop like 'many-%' order by shop limit $1";
    const again = "on conflict (shop) do update set due_at = now(), leased_until = null";
    const readAll = async () => {
      await world.query(`${due} ${again}`, [LISTS]);
      await sweepUpdateLists();
    };
    // The first time nothing is known yet.
    await readAll();
    const lists = await timed(world, readAll);
    const soon =
      "update supplier_order set update_leased_until = null, update_due_at = now() where id in (select id from supplier_order where shop like 'many-%' limit $1)";
    await world.query(soon, [SINGLES]);
    const singles = await timed(world, sweepUpdates);
    const orders = MANY_SHOPS * ORDERS_A_SHOP;
    const rounds = MANY_SHOPS / LISTS;
    const share = (rounds * lists.cpu) / PAUSE_SECONDS + ((singles.cpu / SINGLES) * orders) / SINGLY_SECONDS;
    const scale = `${String(LISTS)} lists that bring a change each, of ${String(MANY_SHOPS)}, and ${String(SINGLES)} single reads`;
    return [
      atMost(15, {
        figure: "100,000 open orders, each asked for updates within",
        value: (LONGEST_PAUSE_SECONDS + rounds * lists.wall) / 60,
        unit: "min",
        scale,
      }),
      atMost(0.2, { figure: "of one core for that, app and Postgres", value: share, unit: "cores", scale }),
      known({
        figure: "without the list: orders asked for, by one process, supplier answers in 20 ms",
        value: SINGLES / singles.wall,
        unit: "orders/s",
        scale: `${String(SINGLES)} orders`,
      }),
    ];
  } finally {
    await forgetManyShops(world);
    await end();
  }
}
