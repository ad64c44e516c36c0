import { EVENTS, type EventName } from "../lib/activity/events.ts";
import { inShop, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../queue/back-off.ts";
import { type Claimed, postpone, release, writeLeased } from "../queue/lease.server.ts";
import { startWorkflows } from "../shop/flow.server.ts";
import { numberIn } from "../shop/ids.ts";
import { findUsedEvents } from "./flow-triggers.server.ts";
import { PAGE_FIELD, SUBJECT_PAGE, TRIGGERS } from "./flow-triggers.ts";
import { adminLink } from "./mail-links.server.ts";
import { GIVE_UP_AFTER_MS, type Outcome, REPEAT_SECONDS, UNANSWERED_AT_MOST } from "./outcome.ts";

type Trigger = Claimed<"OutboxEntry">;

type Call = { trigger: string; payload: Record<string, string | number> };

/**
 * Starts the workflows of a claimed trigger. Shopify has no idempotency key for this call, so each try is
 * counted as unanswered before it is sent. A call without a reply may have arrived, so it is repeated only
 * once.
 */
export async function sendTrigger(entry: Trigger): Promise<void> {
  const { shop } = entry;
  const call = await inShop(shop, (tx) => prepare(tx, entry));
  if (call === null) return;
  const failure = await tryStart(entry, call);
  await inShop(shop, (tx, now) => store(tx, { entry, failure, now }));
}

/** Returns the call to make; null if the entry ends without a call, or another worker has claimed it. */
async function prepare(tx: Tx, entry: Trigger): Promise<Call | null> {
  const { shop, unanswered } = entry;
  const event = EVENTS.find((name) => name === entry.name);
  const isUsed = event !== undefined && (await findUsedEvents(tx, shop)).has(event);
  const payload = isUsed ? await payloadOf(tx, entry, event) : null;
  if (!isUsed) await end(tx, entry, "not-wanted");
  else if (payload === null) await end(tx, entry, "no-subject");
  else if (unanswered >= UNANSWERED_AT_MOST) await end(tx, entry, "unanswered");
  else if (await writeLeased(tx, "OutboxEntry", entry, { unanswered: unanswered + 1 }))
    return { trigger: TRIGGERS[event].handle, payload };
  return null;
}

/** Returns the trigger's payload; null if the order or product is not in the shop. */
async function payloadOf(tx: Tx, entry: Trigger, event: EventName): Promise<Call["payload"] | null> {
  const { shop, url } = entry;
  const page = { [PAGE_FIELD]: adminLink(shop, url ?? "/app") };
  const { about } = TRIGGERS[event];
  if (about === null) return page;
  const [, place, pages, id = ""] = SUBJECT_PAGE.exec(url ?? "") ?? [];
  if (pages !== `${about}s`) return null;
  const isInAdmin = place === "shopify:admin";
  const shopId = isInAdmin ? id : await findShopId(tx, { shop, about, id: decodeURIComponent(id) });
  const number = numberIn(shopId ?? "");
  return number === null ? null : { [`${about}_id`]: Number(number), ...page };
}

async function findShopId(
  tx: Tx,
  { shop, about, id }: { shop: string; about: "order" | "product"; id: string },
): Promise<string | null> {
  if (about === "order") {
    const order = await tx.supplierOrder.findUnique({ where: { shop_id: { shop, id } } });
    return order?.shopOrderId ?? null;
  }
  const key = { shop, supplierProductId: id };
  const link = await tx.productLink.findUnique({ where: { shop_supplierProductId: key } });
  return link?.shopProductId ?? null;
}

/** @returns null if Shopify accepted the call. */
async function tryStart({ shop, id }: Trigger, call: Call): Promise<Failure | "user-errors" | null> {
  try {
    const started = await startWorkflows(shop, call);
    if (started.kind === "done") return null;
    log.error({ shop, id, trigger: call.trigger, problem: started.problem }, "notifications.trigger-refused");
    return "user-errors";
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, id, trigger: call.trigger, err: error }, "notifications.trigger-failed");
    return error;
  }
}

async function store(
  tx: Tx,
  { entry, failure, now }: { entry: Trigger; failure: Failure | "user-errors" | null; now: Date },
): Promise<void> {
  const { unanswered, retryCount } = entry;
  if (failure === null) await end(tx, entry, "sent");
  else if (failure === "user-errors" || failure.isPermanent) await end(tx, entry, "refused");
  else if (failure.code === "outcome-unknown") {
    if (unanswered + 1 >= UNANSWERED_AT_MOST) await end(tx, entry, "unanswered");
    else await postpone(tx, "OutboxEntry", entry, { seconds: REPEAT_SECONDS });
  } else if (now.getTime() - entry.at.getTime() > GIVE_UP_AFTER_MS) await end(tx, entry, "given-up");
  else {
    const seconds = backOffSeconds(retryCount, { failure });
    await postpone(tx, "OutboxEntry", entry, { seconds, retryCount: retryCount + 1, unanswered });
  }
}

async function end(tx: Tx, entry: Trigger, outcome: Outcome): Promise<void> {
  await release(tx, "OutboxEntry", entry, { dueAt: null, outcome });
}
