import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { sayProblem } from "../../app/connection/connect-problem.ts";
import { forgetKey } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { newShop, wholesale } from "../support/world.ts";

beforeAll(() => startQueue(jobHandlers));
afterAll(stopQueue);

const now = new Date("2026-11-21T10:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const mistyped = { ...wholesale.account, password: "mistyped" };

async function mistype(shop: ShopDomain, seconds: number[]): Promise<void> {
  for (const each of seconds) {
    expect(await connect(shop, mistyped, after(each))).toMatchObject({ problem: { kind: "wrong-account" } });
  }
}

describe("a sixth sign-in within a minute", () => {
  it("is answered with how long to wait, and nothing is sent", async () => {
    const shop = newShop();
    await mistype(shop, [0, 5, 10, 15, 20]);
    const asked = wholesale.requests.length;
    const result = await connect(shop, wholesale.account, after(30));
    expect(result).toEqual({ kind: "problem", problem: { kind: "too-many", waitSeconds: 30 } });
    expect(wholesale.requests).toHaveLength(asked);
    expect(await listOrphanedKeys(shop, after(300))).toEqual([]);
    expect(sayProblem({ kind: "too-many", waitSeconds: 30 }, "connect")).toEqual({
      title: "Please wait 30 seconds before you try again",
      text: expect.stringMatching(/Suppliers lock accounts .* protects yours\. Nothing was sent\./) as string,
    });
    expect(sayProblem({ kind: "too-many", waitSeconds: 1 }, "connect").title).toContain(
      "wait 1 second before",
    );
  });

  it("does not count itself: whoever waits as long as they are told gets through", async () => {
    const shop = newShop();
    await mistype(shop, [0, 0, 0, 0, 0]);
    for (const each of [1, 10, 30, 59])
      expect(await connect(shop, wholesale.account, after(each))).toMatchObject({
        problem: { kind: "too-many", waitSeconds: 60 - each },
      });
    expect(await connect(shop, wholesale.account, after(60))).toEqual({ kind: "connected" });
  });

  it("is counted whatever the sign-ins were for, and however they ended", async () => {
    const shop = newShop();
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });
    expect(await replaceKey(shop, wholesale.account, after(1))).toEqual({ kind: "replaced" });
    expect(await replaceKey(shop, mistyped, after(2))).toMatchObject({ problem: { kind: "wrong-account" } });
    await forgetKey(shop, { why: "disconnected", now: after(3) });
    expect(await connect(shop, wholesale.account, after(4))).toEqual({ kind: "connected" });
    expect(await replaceKey(shop, wholesale.account, after(5))).toEqual({ kind: "replaced" });
    expect(await replaceKey(shop, wholesale.account, after(6))).toMatchObject({
      problem: { kind: "too-many", waitSeconds: 54 },
    });
  });

  it("of another shop goes through", async () => {
    const [shop, other] = [newShop(), newShop()];
    await mistype(shop, [0, 0, 0, 0, 0]);
    expect(await connect(other, wholesale.account, now)).toEqual({ kind: "connected" });
  });

  it("does not count what was turned away before the supplier was asked", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account, now);
    for (let time = 0; time < 10; time++) {
      expect(await connect(shop, wholesale.account, after(1))).toEqual({ kind: "already" });
      const other = { ...wholesale.account, email: "somebody-else@example.com" };
      expect(await replaceKey(shop, other, after(1))).toMatchObject({ problem: { kind: "other-account" } });
    }
    expect(await replaceKey(shop, wholesale.account, after(2))).toEqual({ kind: "replaced" });
  });
});

describe("two hundred clicks at once", () => {
  it("on Connect make one key, and none of them meets an error", async () => {
    const shop = newShop();
    const results = await Promise.all(
      Array.from({ length: 200 }, () => connect(shop, wholesale.account, now)),
    );
    const keys = wholesale.supplier.accounts.keys().filter(({ name }) => name.includes(shop));
    expect(keys).toHaveLength(1);
    const kinds = results.map((result) => (result.kind === "problem" ? result.problem.kind : result.kind));
    expect(kinds.filter((kind) => kind === "connected")).toHaveLength(1);
    expect(kinds.filter((kind) => !["connected", "running", "already"].includes(kind))).toEqual([]);
    expect(await listOrphanedKeys(shop, after(300))).toEqual([]);
  });
});
