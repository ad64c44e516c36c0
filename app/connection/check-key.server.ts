import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { findConnection, findKey, storeCheck } from "./connection-store.server.ts";
import type { KeyCheck } from "./key-check.ts";
import { tryKey } from "./try-key.server.ts";

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
    // If this process cannot unseal the key, that is no evidence of what the supplier thinks of it.
    if (!(error instanceof Failure) || error.code !== "unauthorized") throw error;
    check = { kind: "unauthorized", message: error.explanation };
  }
  await storeCheck(shop, { generation, check });
  return check;
}
