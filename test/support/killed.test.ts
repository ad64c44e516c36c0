import { describe, expect, it } from "vitest";

import { killedAt } from "./killed.ts";
import { connectionsThat, holdLock, someoneWaits } from "./locks.ts";
import { newShop } from "./world.ts";

const lock = "lock table disconnection in access exclusive mode";

describe("the leftovers of a failed test", () => {
  it("include no process that still runs", async () => {
    const shop = newShop();
    const use = { module: "app/catalog/links/begin-link-run.server.ts", name: "startDelisting" };
    await holdLock(lock);
    const failing = killedAt({ ...use, args: [shop, new Date()] }, async () => {
      await someoneWaits();
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
  });

  it("include no lock that is still held", async () => {
    await expect.poll(() => connectionsThat("state <> 'idle'")).toBe(0);
    const next = await holdLock(`${lock} nowait`);
    await next.release();
  });
});
