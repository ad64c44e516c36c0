import { describe, expect, it } from "vitest";

import { redactMessage } from "../../app/messages/redact-message.ts";

describe("redactMessage", () => {
  const says = { code: "failure.supplier.rejected.says", sentence: "Mr Groß has moved" };

  it.each([
    ["a message", says, { code: "failure.supplier.rejected.silent" }],
    [
      "a nested message",
      {
        code: "orders.activity.held",
        order: "#1001",
        what: { code: "orders.reason.rejected", explanation: says },
      },
      {
        code: "orders.activity.held",
        order: "#1001",
        what: { code: "orders.reason.rejected", explanation: { code: "failure.supplier.rejected.silent" } },
      },
    ],
    ["a list", { lines: ["Mug", says] }, { lines: ["Mug", { code: "failure.supplier.rejected.silent" }] }],
    ["a sentence of an earlier version", { text: "Mr Groß has moved" }, {}],
    [
      "a message of an earlier version",
      { code: "earlier-message", text: "Mr Groß has moved" },
      { code: "unknown-message" },
    ],
  ])("removes the supplier's words from %s", (_, json, expected) => {
    expect(redactMessage(json)).toEqual(expected);
  });

  it.each([[null], [{ lines: ["Mug"] }], [{ code: "failure.supplier.rejected", status: 422 }]])(
    "returns null for %j, which quotes no supplier",
    (json) => {
      expect(redactMessage(json)).toBeNull();
    },
  );
});
