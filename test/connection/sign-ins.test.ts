import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { timePasses } from "../support/time-passes.ts";
import { newShop, wholesale } from "../support/world.ts";

const t = translator("en");

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

const mistyped = { ...wholesale.account, password: "mistyped" };

/** Signs in five times with a mistyped password, that many seconds apart. */
async function mistype(shop: ShopDomain, secondsApart: number): Promise<void> {
  for (let time = 0; time < 5; time++) {
    expect(await connect(shop, mistyped)).toMatchObject({ problem: { kind: "sign-in-rejected" } });
    if (time < 4) await timePasses(shop, secondsApart);
  }
}

/** Returns the seconds that the shop has to wait. */
async function waitOf(shop: ShopDomain): Promise<number> {
  const result = await connect(shop, wholesale.account);
  if (result.kind !== "problem" || result.problem.kind !== "too-many")
    throw new Error(`It did not have to wait: ${JSON.stringify(result)}`);
  return result.problem.waitSeconds;
}

describe("a sixth sign-in within a minute", () => {
  it("is rejected with a waiting time, and nothing is sent", async () => {
    const shop = newShop();
    await mistype(shop, 5);
    await timePasses(shop, 10);
    const sent = wholesale.requests.length;
    const wait = await waitOf(shop);
    // A minute after the first of five, less the duration of this test.
    expect(wait).toBeLessThanOrEqual(30);
    expect(wait).toBeGreaterThan(10);
    expect(wholesale.requests).toHaveLength(sent);
    expect(await listOrphanedKeys(shop)).toEqual([]);
    const { title, text } = explainProblem({ kind: "too-many", waitSeconds: 30 }, "connect");
    expect(t(title)).toBe("Wait 30 seconds before you try again");
    expect(t(text)).toMatch(/so this pause protects yours\. Nothing was sent\. Nothing was connected\.$/);
    expect(t(explainProblem({ kind: "too-many", waitSeconds: 1 }, "connect").title)).toContain(
      "Wait 1 second before",
    );
  });

  it("does not prolong the wait, so that a sign-in succeeds after the stated time", async () => {
    const shop = newShop();
    await mistype(shop, 0);
    for (let time = 0; time < 3; time++) {
      await timePasses(shop, 10);
      expect(await waitOf(shop)).toBeLessThanOrEqual(60);
    }
    await timePasses(shop, await waitOf(shop));
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
  });

  it("is rejected even if the earlier sign-ins succeeded or replaced a key", async () => {
    const shop = newShop();
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    expect(await replaceKey(shop, mistyped)).toMatchObject({ problem: { kind: "sign-in-rejected" } });
    await disconnect(shop, { why: "disconnected" });
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    expect(await replaceKey(shop, wholesale.account)).toMatchObject({
      problem: { kind: "too-many", waitSeconds: expect.any(Number) as number },
    });
  });

  it("is allowed for another shop", async () => {
    const [shop, other] = [newShop(), newShop()];
    await mistype(shop, 0);
    expect(await connect(other, wholesale.account)).toEqual({ kind: "connected" });
  });

  it("is allowed if the earlier attempts sent the supplier nothing", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account);
    for (let time = 0; time < 10; time++) {
      expect(await connect(shop, wholesale.account)).toEqual({ kind: "already" });
      const other = { ...wholesale.account, email: "somebody-else@example.com" };
      expect(await replaceKey(shop, other)).toMatchObject({ problem: { kind: "other-account" } });
    }
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
  });
});

describe("an account under password guessing", () => {
  const account = { ...mistyped, email: "guessed@example.com" };

  /** Tries wrong passwords, five from each new shop. */
  async function guess(times: number): Promise<ShopDomain[]> {
    const shops = Array.from({ length: times / 5 }, newShop);
    for (const shop of shops)
      for (let time = 0; time < 5; time += 1)
        expect(await connect(shop, account)).toMatchObject({ problem: { kind: "sign-in-rejected" } });
    return shops;
  }

  it("is paused after twenty wrong passwords from several shops, while other accounts can sign in", async () => {
    const shops = await guess(20);
    const sent = wholesale.requests.length;
    const result = await connect(newShop(), { ...account, email: " Guessed@Example.com" });
    if (result.kind !== "problem" || result.problem.kind !== "sign-ins-paused")
      throw new Error(`It did not have to wait: ${JSON.stringify(result)}`);
    expect(result.problem.waitSeconds).toBeGreaterThan(500);
    expect(wholesale.requests).toHaveLength(sent);
    for (const shop of shops) await timePasses(shop, 600);
    expect(await connect(newShop(), account)).toMatchObject({ problem: { kind: "sign-in-rejected" } });
    expect(await connect(newShop(), wholesale.account)).toEqual({ kind: "connected" });
  });
});

it("allows 120 sign-ins per minute for all shops together, and pauses others until the minute is over", async () => {
  const busy = newShop();
  await inShop(busy, async (tx, now) => {
    const row = { shop: busy, purpose: "connect", outcome: "stored", startedAt: now, deadline: now };
    const data = Array.from({ length: 120 }, (_, at) => ({ ...row, keyName: `${busy} ${String(at)}` }));
    await tx.keyAttempt.createMany({ data });
  });
  expect(await connect(newShop(), wholesale.account)).toMatchObject({ problem: { kind: "sign-ins-paused" } });
  await timePasses(busy, 60);
  expect(await connect(newShop(), wholesale.account)).toEqual({ kind: "connected" });
});

describe("a hundred clicks on Connect at once", () => {
  it("create one key without any error", async () => {
    const shop = newShop();
    const results = await Promise.all(Array.from({ length: 100 }, () => connect(shop, wholesale.account)));
    const keys = wholesale.supplier.accounts.keys().filter(({ name }) => name.includes(shop));
    expect(keys).toHaveLength(1);
    const kinds = results.map((result) => (result.kind === "problem" ? result.problem.kind : result.kind));
    expect(kinds.filter((kind) => kind === "connected")).toHaveLength(1);
    expect(kinds.filter((kind) => !["connected", "running", "already"].includes(kind))).toEqual([]);
    expect(await listOrphanedKeys(shop)).toEqual([]);
  });
});
