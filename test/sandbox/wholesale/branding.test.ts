import { expect, it } from "vitest";
import { openReseller } from "./reseller.ts";

const settings = {
  brand_name: "Größe & Söhne",
  logo: "data:image/png;base64,iVBORw0KGgo=",
  primary_color: "#1A2b3c",
  packing_slip_message: "Vielen Dank!",
  return_address: "Königstraße 12a\n50667 Köln",
  support_email: "hilfe@example.com",
  support_phone: "+49 221 1234",
};

it("the simulated supplier has no branding settings for a new account", async () => {
  const { ask } = await openReseller();
  const none = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
  expect((await ask("GET", "/white-label")).json).toEqual({ ...none, brand_name: "" });
});

it("the simulated supplier returns branding settings as written, and replaces them as a whole", async () => {
  const { ask } = await openReseller();
  expect((await ask("PUT", "/white-label", { body: settings })).json).toEqual(settings);
  expect((await ask("GET", "/white-label")).json).toEqual(settings);
  await ask("PUT", "/white-label", { body: { brand_name: "Neu" } });
  expect((await ask("GET", "/white-label")).json).toMatchObject({ brand_name: "Neu", logo: null });
});

it.each([
  { logo: "https://example.com/logo.png" },
  { primary_color: "blue" },
  { brand_name: 5 },
  { brand_name: undefined },
])(
  "the simulated supplier rejects the malformed branding settings %j, and keeps the former settings",
  async (change) => {
    const { ask } = await openReseller();
    await ask("PUT", "/white-label", { body: settings });
    expect((await ask("PUT", "/white-label", { body: { ...settings, ...change } })).status).toBe(400);
    expect((await ask("GET", "/white-label")).json).toEqual(settings);
  },
);
