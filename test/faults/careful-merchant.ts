import { isOfOtherAccount, needingAttention, orderPage, type OrderPage, press, reconnect } from "./pages.ts";
import { boughtOf, type Case, piecesOf, type World } from "./world.ts";

/** A person does not press the same button for ever. */
const RETRIES_AT_MOST = 4;
const pressed = new WeakMap<World, Map<string, number>>();

/**
 * Acts as a careful merchant who sees only our pages, the supplier's, and the shop: goes through all that needs
 * attention, and does what each page says.
 *
 * @returns true if there was anything to do
 */
export async function workThrough(world: World): Promise<boolean> {
  let acted = await cancelSurplus(world);
  for (const shop of world.shops) {
    if (await isOfOtherAccount(world, shop)) {
      await reconnect(world, shop, world.accountOf(shop));
      world.history.note(null, `person: connects ${shop} with its own account, as its settings advise`);
      acted = true;
    }
    for (const { id, orderName } of await needingAttention(world, shop)) {
      const each = world.cases.find((known) => known.shop === shop && known.name === orderName);
      if (each && (await decide(world, each, await orderPage(world, shop, id)))) acted = true;
    }
  }
  return acted;
}

async function decide(world: World, each: Case, page: OrderPage): Promise<boolean> {
  const { id, can, attempt } = page;
  if (can.confirm && attempt !== null) {
    // They have waited, and look in their account at the supplier for the reference, and for the customer's name.
    const taken = await knownNumbers(world);
    const found = (boughtOf(world).get(each.mark) ?? [])
      .filter((order) => !taken.has(order.id) && piecesOf(order).length > 0)
      .toSorted((one) => (one.reference === attempt.reference ? -1 : 1));
    const [alive] = found;
    const fields: Record<string, string> = alive
      ? { intent: "ordered", attempt: attempt.id, number: alive.id }
      : { intent: "not-ordered", attempt: attempt.id };
    // They have seen it there, for that customer; or looked once more, and it is not there.
    for (let certain = await press(world, each, page, fields); certain !== null;)
      certain = await press(world, each, page, { ...fields, certain });
    return true;
  }
  const refused = page.shipments.find((shipment) => shipment.state === "failed");
  if (refused && mayPress(world, refused.id)) {
    await press(world, each, page, { intent: "show-shipment", shipment: refused.id });
    return true;
  }
  if (can.acknowledge !== null) {
    await press(world, each, page, { intent: "acknowledge", reason: can.acknowledge });
    return true;
  }
  if (page.message.code === "orders.reason.already-ordered" && can.cancel !== null) {
    await press(world, each, page, { intent: "cancel" });
    return true;
  }
  if (!can.retry || !mayPress(world, id)) return false;
  await press(world, each, page, { intent: "retry" });
  return true;
}

function mayPress(world: World, id: string): boolean {
  const counts = pressed.get(world) ?? new Map<string, number>();
  pressed.set(world, counts);
  const count = counts.get(id) ?? 0;
  counts.set(id, count + 1);
  return count < RETRIES_AT_MOST;
}

/** Cancels orders that the app has reported as unknown: no customer wants them. */
async function cancelSurplus(world: World): Promise<boolean> {
  const { supplier, history } = world;
  let acted = false;
  const told = await toldNumbers(world);
  for (const [mark, orders] of boughtOf(world)) {
    for (const { id, status } of orders) {
      if (!told.has(id) || (status !== "received" && status !== "processing")) continue;
      supplier.supplier.ledger.cancel(id);
      history.note(mark, `person: cancels ${id} at the supplier, of which the app has told`);
      acted = true;
    }
  }
  return acted;
}

/** The supplier's numbers that stand on pages already. */
async function knownNumbers({ database }: World): Promise<Set<string>> {
  const rows = await database.query<{ number: string }>(
    "select supplier_order_id as number from supplier_order where supplier_order_id is not null",
  );
  return new Set(rows.map(({ number }) => number));
}

/** The supplier's numbers of which the app has told that they do not fit. */
export async function toldNumbers({ database }: World): Promise<Set<string>> {
  const rows = await database.query<{ number: string }>(
    "select message->>'number' as number from activity where kind = 'orders.mismatch' and message->>'number' is not null",
  );
  return new Set(rows.map(({ number }) => number));
}
