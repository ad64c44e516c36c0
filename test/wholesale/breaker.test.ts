import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { withBreaker } from "../../app/wholesale/breaker.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import * as contract from "../../app/wholesale/contract.ts";
import { startWholesale } from "../sandbox/wholesale/service.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";

const supplier = await startWholesale({ products: 3 });
afterAll(async () => {
  vi.useRealTimers();
  await supplier.close();
});

const bare = wholesaleClient(supplier.url, { assumedWrites: true });
const { token } = await bare("logIn", { input: supplier.account });
const { apiKey } = await bare("createKey", { input: { name: "tests" }, credential: token });
const { apiKey: otherKey } = await bare("createKey", {
  input: { name: "another shop's" },
  credential: token,
});

let heard: string[];
let before: number;
let call: typeof bare;
beforeEach(() => {
  supplier.setFault("getOrder", "500", 0);
  // Time alone is ours; sockets and their time-outs go on as they do.
  vi.useFakeTimers({ toFake: ["Date"] });
  heard = [];
  before = knocks();
  call = withBreaker(bare, {
    contract,
    watcher: { down: () => heard.push("down"), up: () => heard.push("up") },
  });
});

/** Returns the result of a call with a key: the code of its failure, or "answered". */
async function ask(credential = apiKey): Promise<string> {
  return call("getOrder", { input: { id: "ord_000001" as SupplierOrderId }, credential }).then(
    () => "answered",
    (failure: unknown) => (failure as Failure).code,
  );
}

/** One after the other, in turn for each of these keys. */
async function askTimes(times: number, credentials = [apiKey, otherKey]): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await ask(credentials[time % credentials.length]));
  return answers;
}

/** Requests that have reached the supplier. */
function knocks(): number {
  return supplier.requests.filter(({ operation }) => operation === "getOrder").length;
}

describe("a supplier that is down", () => {
  it("is no longer knocked at after some failures in a row, and is asked now and then whether it is back", async () => {
    supplier.setFault("getOrder", "500", 1000);
    expect(new Set(await askTimes(8))).toEqual(new Set(["unreachable"]));
    expect(heard).toEqual(["down"]);
    before = knocks();
    expect(new Set(await askTimes(20))).toEqual(new Set(["unreachable"]));
    expect(knocks()).toBe(before);

    vi.setSystemTime(Date.now() + 61_000);
    await askTimes(5);
    expect(knocks() - before).toBe(1);
    expect(heard).toEqual(["down", "down"]);

    supplier.setFault("getOrder", "500", 0);
    vi.setSystemTime(Date.now() + 61_000);
    // There is no such order, which is an answer.
    expect(await askTimes(2)).toEqual(["rejected", "rejected"]);
    expect(heard).toEqual(["down", "down", "up"]);
  });

  it("is still asked when a merchant signs in", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(9);
    expect(heard).toEqual(["down"]);
    expect(await call("logIn", { input: supplier.account })).toHaveProperty("token");
  });
});

describe("what a supplier stumbles over each time", () => {
  it("in one operation of one shop, such as an odd product, does not make it down for all", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(30, [apiKey]);
    expect(knocks()).toBe(before + 30);
    expect(heard).toEqual([]);
  });

  it("in several shops does", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(30, [apiKey]);
    await ask(otherKey);
    expect(heard).toEqual(["down"]);
  });

  it("in several operations does", async () => {
    supplier.setFault("getOrder", "500", 1000);
    supplier.setFault("readBranding", "500", 3);
    await askTimes(30, [apiKey]);
    await expect(call("readBranding", { input: {}, credential: apiKey })).rejects.toBeInstanceOf(Failure);
    expect(heard).toEqual(["down"]);
  });
});

it("a supplier that does not answer at all is down, whatever it was asked", async () => {
  supplier.setFault("cancelOrder", "reset", 8);
  const input = { id: "ord_000001" as SupplierOrderId };
  for (let time = 0; time < 8; time += 1)
    await expect(call("cancelOrder", { input, credential: apiKey })).rejects.toBeInstanceOf(Failure);
  expect(heard).toEqual(["down"]);
});

it("a supplier that refuses is not down, however often it does", async () => {
  expect(new Set(await askTimes(30))).toEqual(new Set(["rejected"]));
  expect(heard).toEqual([]);
});

it("one shop's bad luck between others' answers is not the supplier's", async () => {
  for (let time = 0; time < 20; time += 1) {
    supplier.setFault("getOrder", "500", 1);
    expect(await ask()).toBe("unreachable");
    expect(await ask()).toBe("rejected");
  }
  expect(heard).toEqual([]);
});
