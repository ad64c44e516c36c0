import { expect, it } from "vitest";

import { maskEmail } from "../../app/connection/sealed-key.server.ts";

it.each([
  ["anna@example.com", "an…@example.com"],
  [" bob@example.com ", "b…@example.com"],
  ["a@example.com", "a…@example.com"],
  ["@example.com", "…@example.com"],
  ["“a@b”@example.com", "“a…@example.com"],
  ["customer-17", "cu…"],
  ["😀😀😀😀@example.com", "😀😀…@example.com"],
])("masks %j as %j", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

it("keeps at most 100 characters of a very long address", () => {
  expect(maskEmail(`anna@${"x".repeat(5000)}`)).toHaveLength(100);
});
