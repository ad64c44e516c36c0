import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import {
  findConnection,
  findKey,
  storeCheck,
  type KeyCheck,
  postponeRecheck,
} from "./connection-store.server.ts";
import type { Claimed } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import { problemOfProducts } from "./products-problem.ts";

/** Reads one product with the shop's key and stores the result. Returns null if the shop is not connected. */
export async function checkKey(shop: ShopDomain): Promise<KeyCheck | null> {
  const connection = await findConnection(shop);
  if (connection === null) return null;
  let { generation } = connection;
  let check: KeyCheck;
  try {
    const key = await findKey(shop);
    if (key === null) return null;
    generation = key.generation;
    check = await tryKey(key.apiKey);
  } catch (error) {
    // Other errors say nothing about the key: this process may lack the keyring that sealed it.
    if (!(error instanceof Failure) || error.code !== "unauthorized") throw error;
    check = { kind: "unauthorized", message: error.explanation };
  }
  await storeCheck(shop, { generation, check });
  return check;
}

export async function tryKey(apiKey: string, { timeoutMs }: { timeoutMs?: number } = {}): Promise<KeyCheck> {
  try {
    await callWholesale("listProducts", {
      input: { pageSize: 1, cursor: null },
      credential: apiKey,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return { kind: "verified" };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message } = problemOfProducts(error);
    return { kind: kind === "unauthorized" ? "unauthorized" : "unverified", message };
  }
}

/** Lease of a recheck: longer than one read of the supplier takes. */
const LEASE_SECONDS = 60;

/** Rechecks each due key that the supplier did not accept. The supplier may accept it again. */
export async function recheckKeys(): Promise<void> {
  await sweep({
    purpose: "connection",
    work: "Connection.check",
    seconds: LEASE_SECONDS,
    process: recheckKey,
  });
}

async function recheckKey(claimed: Claimed<"Connection.check">): Promise<void> {
  try {
    await checkKey(claimed.shop);
  } finally {
    await postponeRecheck(claimed);
  }
}
