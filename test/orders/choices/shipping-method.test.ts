import { describe, expect, it } from "vitest";

import { type Assignment, readChoicesForm } from "../../../app/orders/choices/choices-form.ts";
import { chooseMethod } from "../../../app/orders/choices/shipping-method.ts";

const open = { assigned: null, defaultMethod: null, holdsUnknown: false };
const listed = ["Economy", "Express"];

describe("choosing the supplier's shipping method", () => {
  it.each([
    [
      "an assigned method",
      "Express",
      { ...open, assigned: { supplierMethod: "EXP" }, defaultMethod: "STD" },
      "EXP",
    ],
    [
      "no method, if the merchant assigned none",
      "Standard",
      { ...open, assigned: { supplierMethod: null }, defaultMethod: "STD" },
      null,
    ],
    ["the default for an unknown method", "Express", { ...open, defaultMethod: "STD" }, "STD"],
    [
      "the default for an order without a method, even if unknown methods are held",
      null,
      { ...open, defaultMethod: "STD", holdsUnknown: true },
      "STD",
    ],
    ["no method before the merchant has decided anything", "Express", open, null],
  ])("sends %s", (_, name, rules, method) => {
    expect(chooseMethod(name, rules, "any")).toEqual({ method });
  });

  it("holds an order only if its method is unassigned and the merchant wants such orders held", () => {
    const rules = { ...open, holdsUnknown: true };
    expect(chooseMethod("Express", rules, "any")).toEqual({
      reason: { code: "method-not-assigned", method: "Express" },
    });
    expect(chooseMethod("Express", { ...rules, assigned: { supplierMethod: null } }, "any")).toEqual({
      method: null,
    });
  });

  it("holds an order whose method, assigned or default, the supplier no longer offers", () => {
    const held = { reason: { code: "method-not-offered", method: "EXP" } };
    expect(chooseMethod("Express", { ...open, assigned: { supplierMethod: "EXP" } }, listed)).toEqual(held);
    expect(chooseMethod(null, { ...open, defaultMethod: "EXP" }, listed)).toEqual(held);
  });

  it("sends no method to a supplier that takes no methods, even if a default method is set", () => {
    const rules = { assigned: null, defaultMethod: "STD", holdsUnknown: true };
    expect(chooseMethod("Express", rules, null)).toEqual({ method: null });
  });
});

describe("the form of shipping methods", () => {
  const none: Assignment = { choice: "none", method: "" };
  const read = (typed: Assignment, offered: readonly string[] | "any") =>
    readChoicesForm(
      { methods: [{ key: "express", ...typed }], others: none, holdsUnknown: true, sendsCustomerNote: true },
      offered,
    );

  it.each<[string, Assignment, readonly string[] | "any", object | null]>([
    ["an open method", { choice: "open", method: "" }, "any", null],
    ["no method", none, "any", { supplierMethod: null }],
    [
      "a typed method, without spaces around it",
      { choice: "named", method: " EXP\u200b " },
      "any",
      { supplierMethod: "EXP" },
    ],
    ["a listed method", { choice: "named", method: "Express" }, listed, { supplierMethod: "Express" }],
  ])("reads %s", (_, typed, offered, assigned) => {
    expect(read(typed, offered)).toEqual({
      settings: {
        methods: [{ key: "express", assigned }],
        defaultMethod: null,
        holdsUnknown: true,
        sendsCustomerNote: true,
      },
      problems: null,
    });
  });

  it.each<[string, string, readonly string[] | "any", string]>([
    ["without a name", " \u200b", "any", "methods.problem.missing"],
    ["of more than a hundred characters", "x".repeat(101), "any", "methods.problem.too-long"],
    ["that is not on the supplier's list", "express", listed, "methods.problem.not-offered"],
  ])(
    "rejects a supplier's method %s, for one of the shop's methods and as the default",
    (_, method, offered, code) => {
      const named: Assignment = { choice: "named", method };
      expect(read(named, offered).problems).toMatchObject({ methods: { express: { code } } });
      const form = { methods: [], others: named, holdsUnknown: false, sendsCustomerNote: false };
      expect(readChoicesForm(form, offered).problems).toMatchObject({ others: { code } });
    },
  );
});
