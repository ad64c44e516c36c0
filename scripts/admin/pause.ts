import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { type Command, operatorIn, printDone, textOf, type Typed } from "./command.ts";

export const pause: Command = {
  summary: "Let no order of one shop, or of any shop, begin from now on",
  takes: "SHOP | --all",
  positionals: [0, 1],
  help: `
It holds at once in every process, without a restart, and needs a reason (--why). Orders wait, and none is lost; those
that have begun go to their end. All else goes on: updates, packages, cancellations. The merchant sees that Stockbridge
support has paused ordering, and neither who nor why.

  --all            every shop`,
  options: { all: { type: "boolean" } },
  changes: true,
  run: async (typed) => {
    const operator = operatorIn(typed);
    const { why } = operator;
    if (why === null)
      throw new Error("--why: is missing. Say why ordering is paused, for whoever resumes it.");
    const { pauseOrders } = await import("../../app/operator/pause-orders.server.ts");
    return printDone(typed, "pause", await pauseOrders(await shopIn(typed), { ...operator, why }));
  },
};

export const resume: Command = {
  summary: "End a pause of Stockbridge support",
  takes: "SHOP | --all",
  positionals: [0, 1],
  help: `
Orders that waited go on at once. A pause of one shop and that of every shop end each by themselves, and the merchant's
own pause is theirs to end.

  --all            the pause of every shop`,
  options: { all: { type: "boolean" } },
  changes: true,
  run: async (typed) => {
    const { resumeOrders } = await import("../../app/operator/pause-orders.server.ts");
    const { startQueue, stopQueue } = await import("../../app/queue/boss.server.ts");
    const shop = await shopIn(typed);
    await startQueue({});
    try {
      return printDone(typed, "resume", await resumeOrders(shop, operatorIn(typed)));
    } finally {
      await stopQueue();
    }
  },
};

/** Returns the shop on the command line; null with `--all`, which stands for every shop. */
async function shopIn({ positionals: [typed], values }: Typed): Promise<ShopDomain | null> {
  const name = textOf(typed);
  if ((name === null) !== (values.all === true))
    throw new Error("Name one shop, or say --all, and not both.");
  if (name === null) return null;
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  return asSystem("operator", (tx) => findShop(tx, name));
}
