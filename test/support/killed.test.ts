import { describe, expect, it } from "vitest";

import { killedAt } from "./killed.ts";
import { connectionsThat, holdLock, someoneWaits } from "./locks.ts";
import { newShop } from "./world.ts";

const lock = "lock table disconnection in access exclusive mode";

describe("a test that fails while its process is held", () => {
  it("leaves no running process", async () => {
    const shop = newShop();
    const use = { module: "app/catalog/links/begin-link-run.server.ts", name: "startDelisting" };
    await holdLock(lock);
    const failing = killedAt({ ...use, args: [shop, new Date()] }, async () => {
      await someoneWaits();
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
  });

  it("leaves no held lock", async () => {
    await expect.poll(() => connectionsThat("state <> 'idle'")).toBe(0);
    const next = await holdLock(`${lock} nowait`);
    await next.release();
  });
});
