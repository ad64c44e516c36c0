import { randomUUID } from "node:crypto";

import { describe, expect, it, onTestFinished } from "vitest";

import { markForSync } from "../../app/catalog/links/mark-for-sync.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import { receive } from "../../app/queue/inbox.server.ts";
import { openSetupChecks } from "../../app/installation/setup-store.server.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, newShop } from "../support/world.ts";

openQueue();

/** Due columns keep milliseconds. About every other moment rounds up to one that a worker's next claim may precede. */
const MOMENTS = 20;

/** Fails each write of a due time that is still to come, until the test ends: other files use the same database. */
async function failFuture(table: string, due: string): Promise<void> {
  onTestFinished(async () => {
    await query(databaseUrl, `drop function if exists fail_${table} cascade`);
  });
  await query(
    databaseUrl,
    `create function fail_${table}() returns trigger language plpgsql as $$ begin
       raise exception '% is due too late, at %', now(), new.${due}; end $$`,
  );
  await query(
    databaseUrl,
    `create trigger fail before insert or update on ${table} for each row when (new.${due} > now()) execute function fail_${table}()`,
  );
}

describe("a row that is due at once", () => {
  it("can be claimed at once if it is a webhook from receive", async () => {
    await failFuture("inbox_entry", "due_at");
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const ids = { webhookId: randomUUID(), eventId: randomUUID(), subjectId: null };
      const event = { shop: newShop(), topic: "orders/paid", triggeredAt: null, ...ids };
      expect(await receive(event)).toBe(true);
    }
  });

  it("can be claimed at once if it is a setup check from openSetupChecks", async () => {
    await failFuture("setup_check", "due_at");
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await query(
        databaseUrl,
        "insert into session (id, shop, state, \"accessToken\") values ($1, $1, '', 'sealed')",
        [newShop()],
      );
      await openSetupChecks();
    }
  });

  it("can be claimed at once if it is a product from markForSync", async () => {
    const shop = newShop();
    await query(
      databaseUrl,
      `insert into product_link (shop, supplier_product_id, state, import_id, account, requested_at)
       values ($1, 'lamp', 'importing', gen_random_uuid(), 'account', now())`,
      [shop],
    );
    await failFuture("product_link", "sync_due_at");
    for (let moment = 0; moment < MOMENTS; moment += 1)
      expect(await inShop(shop, (tx) => markForSync(tx, shop, ["lamp"]))).toBe(1);
  });
});
