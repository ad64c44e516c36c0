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
  // Only the clock is simulated; sockets and their timeouts are real.
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

/** Calls this often one after the other, with these keys in turn. */
async function askTimes(times: number, credentials = [apiKey, otherKey]): Promise<string[]> {
  const answers: string[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await ask(credentials[time % credentials.length]));
  return answers;
}

/** Requests that have reached the supplier. */
function knocks(): number {
  return supplier.requests.filter(({ operation }) => operation === "getOrder").length;
}

describe("the circuit breaker", () => {
  it("opens after some failures in a row, and lets a single probe through after a minute", async () => {
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

  it("lets a merchant's sign-in through while it is open", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(9);
    expect(heard).toEqual(["down"]);
    expect(await call("logIn", { input: supplier.account })).toHaveProperty("token");
  });
});

describe("repeated failures of the supplier", () => {
  it("do not open the circuit breaker if they concern one operation of one shop", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(30, [apiKey]);
    expect(knocks()).toBe(before + 30);
    expect(heard).toEqual([]);
  });

  it("open the circuit breaker if they concern several shops", async () => {
    supplier.setFault("getOrder", "500", 1000);
    await askTimes(30, [apiKey]);
    await ask(otherKey);
    expect(heard).toEqual(["down"]);
  });

  it("open the circuit breaker if they concern several operations", async () => {
    supplier.setFault("getOrder", "500", 1000);
    supplier.setFault("readBranding", "500", 3);
    await askTimes(30, [apiKey]);
    await expect(call("readBranding", { input: {}, credential: apiKey })).rejects.toBeInstanceOf(Failure);
    expect(heard).toEqual(["down"]);
  });
});

it("the circuit breaker opens if the supplier does not answer at all, even for one operation of one shop", async () => {
  supplier.setFault("cancelOrder", "reset", 8);
  const input = { id: "ord_000001" as SupplierOrderId };
  for (let time = 0; time < 8; time += 1)
    await expect(call("cancelOrder", { input, credential: apiKey })).rejects.toBeInstanceOf(Failure);
  expect(heard).toEqual(["down"]);
});

it("the circuit breaker stays closed if the supplier answers with rejections", async () => {
  expect(new Set(await askTimes(30))).toEqual(new Set(["rejected"]));
  expect(heard).toEqual([]);
});

it("the circuit breaker stays closed if the supplier answers other calls between one shop's failures", async () => {
  for (let time = 0; time < 20; time += 1) {
    supplier.setFault("getOrder", "500", 1);
    expect(await ask()).toBe("unreachable");
    expect(await ask()).toBe("rejected");
  }
  expect(heard).toEqual([]);
});
