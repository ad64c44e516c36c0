import { expect, it } from "vitest";

import { connectedJob } from "../../app/connection/jobs.ts";
import { startWholesale } from "../sandbox/wholesale/service.ts";
import { openQueue } from "../support/queue.ts";
import { newShop } from "../support/world.ts";

openQueue([connectedJob]);

// A supplier that has only what is documented, and an operator who has confirmed nothing. The app reads its settings
// as it is loaded.
const supplier = await startWholesale({ dialect: "documented" });
process.env["WHOLESALE_BASE_URL"] = supplier.url;
delete process.env["WHOLESALE_CONTRACT_CONFIRMED"];
const { connect } = await import("../../app/connection/connect.server.ts");
const { loadBranding } = await import("../../app/branding/load-branding.server.ts");
const { publishBranding } = await import("../../app/branding/publish-branding.server.ts");
const { findBranding } = await import("../../app/branding/branding-store.server.ts");

const branding = {
  brandName: "Größe & Söhne",
  logo: null,
  primaryColor: null,
  packingSlipMessage: null,
  returnAddress: null,
  supportEmail: null,
  supportPhone: null,
};

it("a supplier without branding is explained in place of a form", async () => {
  const shop = newShop();
  await connect(shop, supplier.account);
  expect(await loadBranding(shop)).toEqual({
    kind: "not-offered",
    message: { code: "branding.not-offered", status: 404 },
  });
});

it("nothing is sent through a guess that nobody has confirmed, and what was entered is kept", async () => {
  const shop = newShop();
  await connect(shop, supplier.account);
  const before = supplier.requests.length;
  expect(await publishBranding(shop, branding)).toEqual({
    kind: "rejected",
    why: { code: "failure.supplier.write-not-confirmed" },
  });
  expect(supplier.requests.length).toBe(before);
  expect(await findBranding(shop)).toEqual({
    draft: {
      branding,
      savedAt: expect.any(Date),
      rejection: { code: "failure.supplier.write-not-confirmed" },
    },
    published: null,
    open: null,
  });
  await supplier.close();
});
