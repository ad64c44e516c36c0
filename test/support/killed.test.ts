import { describe, expect, it } from "vitest";

import { killedAt } from "./killed.ts";
import { connectionsThat, holdLock, someoneWaits } from "./locks.ts";
import { newShop } from "./world.ts";

const lock = "lock table disconnection in access exclusive mode";

describe("what a test that fails had begun", () => {
  it("holds up no other: a process that it did not come to kill has ended", async () => {
    const shop = newShop();
    const use = { module: "app/catalog/links/begin-link-run.server.ts", name: "startDelisting" };
    await holdLock(lock);
    const failing = killedAt({ ...use, args: [shop, new Date()] }, async () => {
      await someoneWaits();
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
  });

  it("nor does a lock that it did not come to release", async () => {
    await expect.poll(() => connectionsThat("state <> 'idle'")).toBe(0);
    const next = await holdLock(`${lock} nowait`);
    await next.release();
  });
});
