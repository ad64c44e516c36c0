import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { inShop } from "../../app/lib/database/db.server.ts";
import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { enqueue, startQueue, startWorking, stopQueue } from "../../app/queue/boss.server.ts";
import { defineJobs } from "../../app/queue/jobs.ts";
import { newShop } from "../support/world.ts";

/** Jobs that end at the test's command. Tests look only at the order in which they start, never at times. */
const begun: string[] = [];
const underWay = new Map<string, () => void>();
const ofShop = z.object({ shop: shopDomain, label: z.string() });
const jobs = defineJobs({
  "test.bulk": { data: ofShop, isBulk: true, concurrency: 2 },
  "test.quick": { data: ofShop, concurrency: 1 },
});

async function handle({ label }: { label: string }): Promise<void> {
  begun.push(label);
  if (label.startsWith("long")) await new Promise<void>((resolve) => underWay.set(label, resolve));
}

beforeAll(async () => {
  await startQueue(jobs);
  await startWorking(jobs, { "test.bulk": handle, "test.quick": handle });
});

afterAll(async () => {
  for (const end of underWay.values()) end();
  await stopQueue();
});

async function send(
  shop: ShopDomain,
  label: string,
  { job = "test.bulk", isUrgent = false }: { job?: keyof typeof jobs; isUrgent?: boolean } = {},
): Promise<string> {
  const name = `${label} ${randomUUID()}`;
  await inShop(shop, (tx) => enqueue(tx, jobs[job], { shop, label: name }, { isUrgent }));
  return name;
}

async function hasBegun(label: string): Promise<void> {
  await expect.poll(() => begun).toContain(label);
}

function end(label: string): void {
  underWay.get(label)?.();
  underWay.delete(label);
}

describe("a bulk job", () => {
  it("runs alone in its shop, so that another shop's bulk job starts beside it", async () => {
    const [large, small] = [newShop(), newShop()];
    const first = await send(large, "long");
    // Two that are due at once may be fetched by two workers, and begin in either order.
    await hasBegun(first);
    const second = await send(large, "long");
    const other = await send(small, "short");
    await hasBegun(other);
    expect(begun).not.toContain(second);
    end(first);
    await hasBegun(second);
    end(second);
  });

  it("leaves a worker free for a job that a person waits for, even in its own shop", async () => {
    const [one, two, three] = [newShop(), newShop(), newShop()];
    const busy = [await send(one, "long"), await send(two, "long")];
    for (const label of busy) await hasBegun(label);
    const waiting = await send(three, "short");
    const clicks = [
      await send(three, "short", { isUrgent: true }),
      await send(one, "short", { isUrgent: true }),
    ];
    for (const label of clicks) await hasBegun(label);
    expect(begun).not.toContain(waiting);
    busy.forEach(end);
    await hasBegun(waiting);
  });

  it("is followed at once by the next waiting job", async () => {
    const shops = Array.from({ length: 30 }, () => newShop());
    const hold = [await send(newShop(), "long"), await send(newShop(), "long")];
    for (const label of hold) await hasBegun(label);
    const labels = await Promise.all(shops.map((shop) => send(shop, "short")));
    hold.forEach(end);
    await expect.poll(() => labels.every((label) => begun.includes(label))).toBe(true);
  });
});

describe("a job that is not bulk", () => {
  it("is followed at once by the next waiting jobs", async () => {
    const shop = newShop();
    const hold = await send(shop, "long", { job: "test.quick" });
    await hasBegun(hold);
    const labels = await Promise.all(
      Array.from({ length: 40 }, () => send(shop, "short", { job: "test.quick" })),
    );
    end(hold);
    await expect.poll(() => labels.every((label) => begun.includes(label))).toBe(true);
  });
});
