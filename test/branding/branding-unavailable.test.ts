import { afterAll, expect, it } from "vitest";

import { findBranding } from "../../app/branding/branding-store.server.ts";
import { loadBranding } from "../../app/branding/load-branding.server.ts";
import { publishBranding } from "../../app/branding/publish-branding.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { startWholesale } from "../sandbox/wholesale/service.ts";
import { openQueue } from "../support/queue.ts";
import { changeSettings, newShop } from "../support/world.ts";

openQueue();

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

it("explains that the supplier has no branding, instead of showing a form", async () => {
  const shop = newShop();
  await connect(shop, supplier.account);
  expect(await loadBranding(shop)).toEqual({
    kind: "not-offered",
    message: { code: "branding.not-offered", status: 404 },
  });
});

it("keeps the branding as a draft and publishes nothing until the operator confirms the contract", async () => {
  const shop = newShop();
  await connect(shop, supplier.account);
  const before = supplier.requests.length;
  expect(await publishBranding(shop, branding)).toEqual({
    kind: "rejected",
    why: { code: "failure.supplier.write-not-confirmed" },
  });
  expect(supplier.requests.length).toBe(before);
  expect(await findBranding(shop)).toMatchObject({
    draft: {
      branding,
      savedAt: expect.any(Date),
      rejection: { code: "failure.supplier.write-not-confirmed" },
    },
    published: null,
    open: null,
  });
});
