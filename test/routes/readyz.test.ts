import { describe, expect, it } from "vitest";

import { loader } from "../../app/routes/readyz.ts";
import { changeSettings } from "../support/world.ts";

const TOKEN = "a-token-of-the-operator";

async function bodyFor({ isLocal = false, authorization }: { isLocal?: boolean; authorization?: string }) {
  const request = new Request("http://app.example/readyz", {
    headers: authorization ? { authorization } : {},
  });
  const response = await loader({ request, context: { isLocal } });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe("/readyz", () => {
  it("shows its numbers only to the same machine if no token is set", async () => {
    expect(await bodyFor({ isLocal: true })).toHaveProperty("oldestDueSeconds");
    for (const authorization of [undefined, "Bearer undefined", "Bearer ", `Bearer ${TOKEN}`])
      expect(await bodyFor({ ...(authorization && { authorization }) })).toEqual({ ready: true });
  });

  it("shows its numbers to another machine only if that sends the token", async () => {
    await changeSettings({ HEALTH_TOKEN: TOKEN });
    expect(await bodyFor({ authorization: `Bearer ${TOKEN}` })).toHaveProperty("oldestDueSeconds");
    for (const authorization of ["Bearer wrong", TOKEN, `Basic ${TOKEN}`])
      expect(await bodyFor({ authorization })).toEqual({ ready: true });
  });
});
