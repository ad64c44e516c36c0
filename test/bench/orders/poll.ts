import { atMost, type Figure } from "../figure.ts";
import { fillManyShops, forgetManyShops, MANY_SHOPS, startQuietCounterparts, timed } from "./many-shops.ts";
import type { World } from "./world.ts";

/** The sample; the other shops take as long. */
const SHOPS = MANY_SHOPS / 2;

/** Measures how long one process takes to ask 1,000 shops, all of which order, whether a webhook was lost. */
export async function measurePoll(world: World): Promise<Figure[]> {
  await world.renew();
  const end = await startQuietCounterparts({ supplierMs: 0, shopMs: 300 });
  try {
    await fillManyShops(world, { shops: SHOPS, orders: false });
    const { pollRequests } = await import("../../../app/orders/ingest/poll-requests.server.ts");
    await world.query("delete from request_poll");
    const { wall } = await timed(world, async () => {
      // A sweep ends after 50 s; the next one goes on.
      for (let left = 1; left > 0;) {
        await pollRequests();
        const [row] = await world.query<{ left: number }>(
          `select count(*)::int as left from connection
           where shop like 'many-%' and shop not in (select shop from request_poll where polled_at is not null)`,
        );
        left = row?.left ?? 0;
      }
    });
    return [
      atMost(75, {
        figure: "the poll over 1,000 shops at 300 ms a call",
        value: (wall * MANY_SHOPS) / SHOPS,
        unit: "s",
        scale: `${String(SHOPS)} shops`,
      }),
    ];
  } finally {
    await forgetManyShops(world);
    await end();
  }
}
