import { describe, expect, it } from "vitest";

import { unreadableIn } from "../../app/wholesale/read-reply.ts";

const essentials = { price: "variants.*.price", stock: "variants.*.stock" };
const product = {
  variants: [
    { price: { amount: "1.00" }, stock: 1 },
    { price: { amount: "1,00" }, stock: "x" },
  ],
};

describe("unreadableIn", () => {
  it.each([
    ["price", product, ["variants.1.price.amount"]],
    ["price", product, ["variants.1.stock", "variants.1.price.amount"]],
    ["stock", product, ["variants.1.stock"]],
    ["product", product, ["variants.0.weight"]],
    ["product", product, ["name"]],
  ])("names the %s that is present and does not fit", (what, item, paths) => {
    expect(
      unreadableIn(
        { essentials },
        item,
        paths.map((path) => ({ path })),
      ),
    ).toBe(what);
  });

  it.each([
    ["absent", { variants: [{ stock: 1 }] }, "variants.0.price"],
    ["null", { variants: [{ price: null, stock: 1 }] }, "variants.0.price"],
    ["of another shape", { product }, "variants"],
    ["no product", "<html>", ""],
  ])("is null if the price is %s", (_, item, path) => {
    expect(unreadableIn({ essentials }, item, [{ path }])).toBeNull();
  });

  it("is null for an operation without essentials", () => {
    expect(unreadableIn({}, product, [{ path: "variants.1.price" }])).toBeNull();
  });
});
