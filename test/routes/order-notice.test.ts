import { describe, expect, it } from "vitest";

import { isObsolete, noticeOf } from "../../app/routes/app.orders.$id/notice.ts";

const SOON = 3000;

describe("the notice that a package is being added to Shopify", () => {
  const notice = noticeOf("show-shipment", true);

  it("is shown while a package waits to be added", () => {
    expect(isObsolete(notice, { refreshAfterMs: SOON, shipments: [{ state: "due" }] })).toBe(false);
  });

  it("disappears once the package is in Shopify, although the supplier's next update is due soon", () => {
    expect(isObsolete(notice, { refreshAfterMs: SOON, shipments: [{ state: "shown" }] })).toBe(true);
  });
});

describe("the notice that a cancellation is requested", () => {
  it("is shown until the order has no more work due", () => {
    const notice = noticeOf("cancel", true);
    expect(isObsolete(notice, { refreshAfterMs: SOON, shipments: [] })).toBe(false);
    expect(isObsolete(notice, { refreshAfterMs: null, shipments: [] })).toBe(true);
  });
});
