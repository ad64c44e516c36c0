import { describe, expect, it } from "vitest";
import { z } from "zod";

import { assumptionsOf, fingerprint } from "../../app/wholesale/write-gate.ts";
import * as ours from "../../app/wholesale/contract.ts";
import type { ContractModule } from "../../app/wholesale/operation.ts";
import * as other from "../contracts/other.ts";

const { contract } = ours;

/** The contract with one row changed. */
function withRow(name: keyof typeof contract, changes: object): ContractModule {
  return { ...ours, contract: { ...contract, [name]: { ...contract[name], ...changes } } };
}

describe("a contract's fingerprint", () => {
  it("has 16 characters, is the same each time, and differs between contracts", async () => {
    expect(await fingerprint(ours)).toMatch(/^[0-9a-f]{16}$/);
    expect(await fingerprint({ ...ours })).toBe(await fingerprint(ours));
    expect(await fingerprint(other)).not.toBe(await fingerprint(ours));
  });

  it("does not depend on the order of rows and fields", async () => {
    const reversed = Object.fromEntries(Object.entries(contract).reverse()) as typeof contract;
    expect(await fingerprint({ ...ours, contract: reversed })).toBe(await fingerprint(ours));
    const one = withRow("logIn", { reply: z.object({ token: z.string(), more: z.string() }) });
    const two = withRow("logIn", { reply: z.object({ more: z.string(), token: z.string() }) });
    expect(await fingerprint(one)).toBe(await fingerprint(two));
    const three = withRow("logIn", { reply: z.enum(["a", "b"]) });
    expect(await fingerprint(three)).toBe(await fingerprint(withRow("logIn", { reply: z.enum(["b", "a"]) })));
  });

  const changed: [string, ContractModule][] = [
    ["a path", withRow("placeOrder", { path: "/api/orders" })],
    ["a method", withRow("placeOrder", { method: "PUT" })],
    ["a credential", withRow("listProducts", { credential: "session-token" })],
    ["the basis of an operation", withRow("listProducts", { basis: "documented" })],
    ["the flag of an operation that changes data", withRow("listProducts", { changes: true })],
    ["the request", withRow("placeOrder", { request: z.object({ reference: z.string() }) })],
    ["the reply", withRow("getOrder", { reply: z.object({ id: z.string() }) })],
    ["the words of a state", withRow("getOrder", { reply: z.preprocess(String, z.enum(["sent"])) })],
    ["the form of a request", withRow("listProducts", { toWire: () => ({ query: { page: "1" } }) })],
    ["a missing operation", { ...ours, contract: { ...contract, cancelOrder: null } }],
    ["an ability", { ...ours, abilities: { ...ours.abilities, lookupConsistentAfterSeconds: 60 } }],
    ["the key's header", { ...ours, API_KEY_HEADER: "x-api-key" }],
  ];
  it.each(changed)("changes with %s", async (_, module) => {
    expect(await fingerprint(module)).not.toBe(await fingerprint(ours));
  });
});

describe("the assumptions of a contract", () => {
  it("cover all operations but the two documented ones, and mark those that change something", () => {
    const { operations } = assumptionsOf(ours, { fingerprint: "f", confirmed: [] });
    expect(operations).toHaveLength(8);
    expect(operations.flatMap(({ name, changes }) => (changes ? [name] : []))).toEqual([
      "placeOrder",
      "cancelOrder",
      "writeBranding",
    ]);
    const names = assumptionsOf(other, { fingerprint: "f", confirmed: [] }).operations;
    expect(names.map(({ name }) => name)).not.toContain("cancelOrder");
  });

  it.each([
    [[], false],
    [["0123456789abcdef"], false],
    [["0123456789abcdef", "fedcba9876543210"], true],
  ])("allow assumed writes only if the contract is confirmed: %j, %j", (confirmed, writesAllowed) => {
    expect(assumptionsOf(ours, { fingerprint: "fedcba9876543210", confirmed })).toMatchObject({
      writesAllowed,
    });
  });
});
