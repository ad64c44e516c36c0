import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { findConnection, findKey, storeCheck } from "./connection-store.server.ts";
import type { KeyCheck } from "./key-check.ts";
import { tryKey } from "./try-key.server.ts";

/** Reads one product with the shop's key and stores what that showed. Null when the shop is not connected. */
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
    // A key that this process cannot open says nothing about the supplier's opinion of it.
    if (!(error instanceof Failure) || error.code !== "unauthorized") throw error;
    check = { kind: "unauthorized", message: error.explanation };
  }
  await storeCheck(shop, { generation, check });
  return check;
}
