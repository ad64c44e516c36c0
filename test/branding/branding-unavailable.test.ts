import { afterAll, expect, it } from "vitest";

import { findBranding } from "../../app/branding/branding-store.server.ts";
import { loadBranding } from "../../app/branding/load-branding.server.ts";
import { publishBranding } from "../../app/branding/publish-branding.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { connectedJob } from "../../app/connection/jobs.ts";
import { startWholesale } from "../sandbox/wholesale/service.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, newShop } from "../support/world.ts";

openQueue([connectedJob]);

const now = new Date("2026-11-21T10:00:00Z");

// A supplier that has only what is documented, and an operator who has confirmed nothing.
const supplier = await startWholesale({ dialect: "documented" });
afterAll(() => supplier.close());
await changeSettings({ WHOLESALE_BASE_URL: supplier.url, WHOLESALE_CONTRACT_CONFIRMED: undefined });

const branding = {
  brandName: "Größe & Söhne",
  logo: null,
  primaryColor: null,
  packingSlipMessage: null,
  returnAddress: null,
  supportEmail: null,
  supportPhone: null,
};

it("a supplier without branding gets a sentence in place of a form", async () => {
  const shop = newShop();
  await connect(shop, supplier.account, now);
  expect(await loadBranding(shop, now)).toEqual({
    kind: "not-offered",
    said: expect.stringContaining("(it answered 404). Its documents do not show where they are"),
  });
});

it("nothing is sent through a guess that nobody has confirmed, and what was entered is kept", async () => {
  const shop = newShop();
  await connect(shop, supplier.account, now);
  const before = supplier.requests.length;
  expect(await publishBranding(shop, { branding, now })).toEqual({
    kind: "rejected",
    said: expect.stringContaining("Stockbridge sent nothing"),
  });
  expect(supplier.requests.length).toBe(before);
  expect(await findBranding(shop)).toEqual({
    draft: { branding, savedAt: now, refusedSaid: expect.stringContaining("Stockbridge sent nothing") },
    published: null,
    underWay: null,
  });
});
