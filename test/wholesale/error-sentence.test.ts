import { describe, expect, it } from "vitest";

import { translator } from "../../app/messages/translate.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import { contract, errorSentence as shape } from "../../app/wholesale/contract.ts";
import { cleanSentence, errorSentence } from "../../app/wholesale/error-sentence.ts";
import { classifyFailure } from "../../app/orders/states/outcome.ts";
import { failureFromStatus } from "../../app/wholesale/failures.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";
import { openForeign } from "../scripts/wholesale-check/checking.ts";
import { orderRequest } from "./order-request.ts";

const t = translator("en");

describe("errorSentence", () => {
  it.each<[string, unknown, string | null]>([
    ["JSON in the expected shape", { message: "Sold out." }, "Sold out"],
    ["the same as text", '{"message": "Sold out."}', "Sold out"],
    ["another shape", { error: "sold-out" }, null],
    ["a page", "<h1>Oops</h1>", null],
    ["nothing", undefined, null],
    ["a sentence without a word", { message: " -- 17 " }, null],
    ["markup", { message: "<b>Sold</b>\n out" }, "Sold out"],
    ["control characters", { message: "So\u001b[31mld \u202eout\u0000" }, "So [31mld out"],
    ["quotation marks that would end its own", { message: "“Sold” out" }, '"Sold" out'],
  ])("reads %s", (_, body, expected) => {
    expect(errorSentence(body, { shape, confidential: [] })).toBe(expected);
  });

  it("is cut to 300 characters", () => {
    const long = cleanSentence("word ".repeat(5000), []) ?? "";
    expect(long).toMatch(/word…$/);
    expect(long.length).toBeLessThanOrEqual(300);
  });

  const personal = [
    "rk_5f2c",
    "Ann Groß",
    "Königstraße 12a",
    " ",
    "+49 (0) 221 98765",
    "山田 太郎",
    "NW1 6XE",
  ];

  it.each([
    "Unknown street Königstraße (KÖNIGSTRASSE 12A)",
    "Unknown street KOENIGSTRASSE",
    "Unknown street König-Strasse",
    "Unknown street Konigstrasse",
    "Unknown street Königstraße12",
    "The house 12A is unknown",
    "Cannot reach ann, sorry",
    "Cannot reach Ms GROSS",
    "Cannot call 0221-98765",
    "Cannot call 22198 765",
    "Cannot call …8765",
    "No parcels to NW16XE",
    "山田様には配達できません",
    "The key rk_5f2c is unknown",
  ])("is withheld if it repeats the customer's address or our key: %s", (text) => {
    expect(cleanSentence(text, personal)).toBeNull();
  });

  it.each([
    "No stock, cannot reserve 12 pieces of SKU-1",
    "Order limit of 2000 pieces is exceeded",
    "Annual budget is used up",
    "Item 87 of 65 is unknown",
  ])("is quoted if it repeats only short parts of the customer's address: %s", (text) => {
    expect(cleanSentence(text, personal)).toBe(text);
  });

  it.each([
    ["without the recipient", "Not delivered to this region.", "and says: “Not delivered to this region”."],
    ["with the recipient", "No lorry to Mr Groß.", "(status 422)."],
    ["with the credential", "Key rk_mine: SB-1-g1.", "(status 422)."],
  ])("is quoted, or replaced by the status, for a reply %s", async (_, message, end) => {
    const call = wholesaleClient(await openForeign(() => ({ message }), 422), { assumedWrites: true });
    const failure = (await call("placeOrder", { input: orderRequest(), credential: "rk_mine" }).catch(
      (error: unknown) => error,
    )) as { explanation: Parameters<typeof t>[0] };
    expect(failure).toMatchObject({ code: "rejected", status: 422 });
    expect(t(failure.explanation)).toContain(end);
  });

  it("is withheld if the request had no address to compare it with, since it may name a customer", async () => {
    const message = "The parcel of Jürgen Groß has left.";
    const call = wholesaleClient(await openForeign(() => ({ message }), 422), { assumedWrites: true });
    const input = { id: "1" as SupplierOrderId };
    for (const name of ["cancelOrder", "getOrder"] as const)
      await expect(call(name, { input, credential: "rk_mine" })).rejects.toMatchObject({
        explanation: { code: "failure.supplier.rejected", status: 422 },
      });
  });

  it("is shown with an order in doubt, and does not change the outcome", () => {
    const placeOrder = { name: "placeOrder", changes: contract.placeOrder.changes } as const;
    const sentence = "This reference is known.";
    const told = (status: number) =>
      failureFromStatus(placeOrder, { status, retryAfter: null, sentence }, new Date());
    expect(told(409)).toMatchObject({
      code: "outcome-unknown",
      explanation: { code: "failure.supplier.outcome-unknown.says", sentence },
    });
    expect(told(401)).toMatchObject({
      code: "unauthorized",
      explanation: { code: "failure.supplier.unauthorized" },
    });
  });
});

describe("a rejection", () => {
  it.each([
    [{ error: "undeliverable", message: "Not to islands." }, "undeliverable"],
    [{ error: "insufficient_stock" }, "out-of-stock"],
    [{ error: "bad_luck", message: "No." }, null],
    [{ message: "undeliverable" }, null],
    ["<p>undeliverable</p>", null],
  ])("takes its error code from the body: %j gives %j", async (body, word) => {
    const call = wholesaleClient(await openForeign(() => body, 422), { assumedWrites: true });
    const failure = await call("placeOrder", { input: orderRequest(), credential: "rk_mine" }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "rejected", word });
    const outcome = classifyFailure(failure);
    expect("word" in outcome ? outcome.word : null).toBe(word);
  });
});
