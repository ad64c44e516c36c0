import { describe, expect, it } from "vitest";

import { MAX_LENGTH, readForm } from "../../app/branding/branding-form.ts";
import { compareBranding } from "../../app/branding/compare-branding.ts";
import { PNG } from "./testing.ts";

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

describe("the form", () => {
  it("is read as it was filled in, with lines and colours in one spelling", () => {
    expect(readForm(form)).toEqual({
      ok: true,
      branding: { ...form, primaryColor: "#1a2b3c", packingSlipMessage: "Thank you!\nCome again." },
    });
  });

  it("takes a name alone: everything else is a setting not made", () => {
    const none = Object.fromEntries(Object.keys(form).map((field) => [field, null]));
    expect(readForm({ ...nothing, brandName: " Tiny " })).toEqual({
      ok: true,
      branding: { ...none, brandName: "Tiny" },
    });
  });

  it.each([
    ["brandName", "", /^Enter the name/],
    ["brandName", "  ", /^Enter the name/],
    ["brandName", "x".repeat(MAX_LENGTH.brandName + 1), /at most 80/],
    ["brandName", "two\nlines", /one line/],
    ["primaryColor", "red", /such as #1a2b3c/],
    ["primaryColor", "#12345", /such as #1a2b3c/],
    ["packingSlipMessage", "x".repeat(501), /at most 500/],
    ["returnAddress", "x".repeat(301), /at most 300/],
    ["supportEmail", "help", /such as help@example\.com/],
    ["supportPhone", "call me", /phone number/],
    ["logo", "https://example.com/logo.png", /file again/],
    ["logo", "data:image/png;base64,AAAA", /no PNG, JPEG or SVG/],
  ])("says what is wrong with %s %j, and only with that", (field, value, sentence) => {
    const read = readForm({ ...form, [field]: value });
    if (read.ok) throw new Error("It was taken.");
    expect(Object.keys(read.problems)).toEqual([field]);
    expect(read.problems[field as "logo"]).toMatch(sentence);
  });

  it("tells of several fields at once", () => {
    const read = readForm({ ...form, brandName: "", supportEmail: "?" });
    expect(read).toMatchObject({ ok: false, problems: { brandName: /./, supportEmail: /./ } });
  });

  it("is not thrown off by fields that are missing, or by what no printer prints", () => {
    expect(readForm({}).ok).toBe(false);
    expect(readForm({ ...form, brandName: "A\0B\u0007C" })).toMatchObject({
      branding: { brandName: "A B C" },
    });
  });
});

describe("two brandings", () => {
  const read = readForm(form);
  if (!read.ok) throw new Error("The form does not fit.");
  const one = read.branding;

  it("are the same in other spellings of the same", () => {
    expect(compareBranding(one, { ...one, primaryColor: "#1A2B3C" })).toEqual([]);
    expect(compareBranding({ ...one, logo: null }, { ...one, logo: "" })).toEqual([]);
    expect(compareBranding(one, { ...one, packingSlipMessage: "Thank you!\r\nCome again. " })).toEqual([]);
  });

  it("differ where a parcel would", () => {
    expect(compareBranding(one, { ...one, brandName: "größe & söhne", logo: null })).toEqual([
      "brandName",
      "logo",
    ]);
  });
});
