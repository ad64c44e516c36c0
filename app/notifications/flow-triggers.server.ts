import type { EventName } from "../lib/activity/events.ts";
import { inShop, type Tx } from "../lib/database/db.server.ts";
import { execute, sqlArray } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { eventsOfTrigger } from "./flow-triggers.ts";

/**
 * Records whether a shop has an active workflow with a trigger. Shopify's calls may arrive out of order, so
 * older ones are ignored.
 */
export async function recordTriggerUse(
  shop: ShopDomain,
  { trigger, isUsed, asOf }: { trigger: string; isUsed: boolean; asOf: Date },
): Promise<void> {
  await inShop(
    shop,
    (tx) => execute(tx)`
      insert into flow_trigger_use as known (shop, trigger, in_use, as_of) values (${shop}, ${trigger}, ${isUsed}, ${asOf})
      on conflict (shop, trigger) do update set in_use = excluded.in_use, as_of = excluded.as_of
      where known.as_of < excluded.as_of`,
  );
}

/** Finds the events whose triggers the shop's active workflows use. */
export async function findUsedEvents(tx: Tx, shop: ShopDomain): Promise<Set<EventName>> {
  const used = await tx.flowTriggerUse.findMany({ where: { shop, inUse: true }, select: { trigger: true } });
  return new Set(used.flatMap(({ trigger }) => eventsOfTrigger(trigger)));
}

/**
 * Writes a trigger for each waiting event that the shop's workflows use, once per event. The choices for
 * e-mails don't matter, because merchants switch workflows on and off in Flow.
 */
export async function passToFlow(tx: Tx, shop: ShopDomain): Promise<void> {
  const used = [...(await findUsedEvents(tx, shop))];
  await execute(tx)`
    with fresh as (
      update outbox_entry set triggered_at = now()
      where shop = ${shop} and kind = 'event' and due_at is not null and triggered_at is null
      returning name, label, url, count, at, keep_until
    )
    insert into outbox_entry (id, shop, kind, name, label, url, count, at, due_at, keep_until)
    select gen_random_uuid(), ${shop}, 'trigger', name, label, url, count, at, now(), keep_until
    from fresh where name = any(${sqlArray(used)}::text[])`;
}
