import { expect, it } from "vitest";

import { limitPresses } from "../../app/lib/http/limit-presses.server.ts";
import { shopDomain } from "../../app/lib/shop-domain.ts";

it("rejects a shop's thirty-first button press within a minute, but not another shop's press", async () => {
  const [busy, other] = ["busy.myshopify.com", "other.myshopify.com"].map((name) => shopDomain.parse(name));
  if (!busy || !other) throw new Error("There are two.");
  for (let press = 0; press < 30; press += 1) await limitPresses(busy);
  const refused = (await limitPresses(busy).catch((thrown: unknown) => thrown)) as Response;
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ code: "page.too-often" });
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  await limitPresses(other);
});
