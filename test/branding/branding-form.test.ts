import { describe, expect, it } from "vitest";

import { MAX_LENGTH, compareBranding } from "../../app/branding/branding-form.ts";
import { readBranding } from "../../app/branding/parse-branding-form.server.ts";
import { translator } from "../../app/messages/translate.ts";
import { PNG } from "./testing.ts";

const t = translator("en");

const form = {
  brandName: "Größe & Söhne",
  logo: PNG,
  primaryColor: "#1A2B3C",
  packingSlipMessage: "Thank you!\r\nCome again.",
  returnAddress: "Königstraße 12a\n50667 Köln",
  supportEmail: "help@example.com",
  supportPhone: "+49 (221) 12-34",
};
const nothing = Object.fromEntries(Object.keys(form).map((field) => [field, ""]));

describe("the branding form", () => {
  it("reads all fields, with normalized line breaks and a lowercase color", async () => {
    expect(await readBranding(form)).toEqual({
      ok: true,
      branding: { ...form, primaryColor: "#1a2b3c", packingSlipMessage: "Thank you!\nCome again." },
    });
  });

  it("needs only a name: other empty fields are unset", async () => {
    const none = Object.fromEntries(Object.keys(form).map((field) => [field, null]));
    expect(await readBranding({ ...nothing, brandName: " Tiny " })).toEqual({
      ok: true,
      branding: { ...none, brandName: "Tiny" },
    });
  });

  it.each([
    ["brandName", ""],
    ["brandName", "  "],
    ["brandName", "x".repeat(MAX_LENGTH.brandName + 1)],
    ["brandName", "two\nlines"],
    ["primaryColor", "red"],
    ["primaryColor", "#12345"],
    ["packingSlipMessage", "x".repeat(501)],
    ["returnAddress", "x".repeat(301)],
    ["supportEmail", "help"],
    ["supportPhone", "call me"],
    ["logo", "https://example.com/logo.png"],
  ])("rejects only %s for %j, and says why", async (field, value) => {
    const read = await readBranding({ ...form, [field]: value });
    if (read.ok) throw new Error("It was accepted.");
    expect(read.problems).toEqual({
      [field]: expect.objectContaining({ code: `branding.problem.${field}` }),
    });
    expect(t(read.problems[field as "logo"]!)).toMatch(/^(Enter|Choose) .*\.$/);
  });

  it("states a field's maximum length, and the problem with a logo", async () => {
    const long = await readBranding({ ...form, brandName: "x".repeat(81) });
    if (long.ok) throw new Error("It was accepted.");
    expect(t(long.problems.brandName!)).toContain("at most 80 characters");
    expect(await readBranding({ ...form, logo: "data:image/png;base64,AAAA" })).toEqual({
      ok: false,
      problems: { logo: { code: "branding.problem.logo.not-an-image" } },
    });
  });

  it("reports several fields at once", async () => {
    const read = await readBranding({ ...form, brandName: "", supportEmail: "?" });
    expect(read).toMatchObject({ ok: false, problems: { brandName: {}, supportEmail: {} } });
  });

  it("rejects a form without fields, and replaces unprintable characters with spaces", async () => {
    expect((await readBranding({})).ok).toBe(false);
    expect(await readBranding({ ...form, brandName: "A\0B\u0007C" })).toMatchObject({
      branding: { brandName: "A B C" },
    });
  });
});

describe("compareBranding", async () => {
  const read = await readBranding(form);
  if (!read.ok) throw new Error("The form does not fit.");
  const one = read.branding;

  it("ignores differences of spelling", () => {
    expect(compareBranding(one, { ...one, primaryColor: "#1A2B3C" })).toEqual([]);
    expect(compareBranding({ ...one, logo: null }, { ...one, logo: "" })).toEqual([]);
    expect(compareBranding(one, { ...one, packingSlipMessage: "Thank you!\r\nCome again. " })).toEqual([]);
  });

  it("notices every difference that a package would show", () => {
    expect(compareBranding(one, { ...one, brandName: "größe & söhne", logo: null })).toEqual([
      "brandName",
      "logo",
    ]);
  });
});
