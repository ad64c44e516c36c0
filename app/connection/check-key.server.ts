import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { findConnection, findKey, type OpenKey, storeCheck } from "./connection-store.server.ts";
import type { KeyCheck } from "./key-check.ts";
import { tryKey } from "./try-key.server.ts";

/** Reads one product with the shop's key and writes down what that showed. Null when the shop is not connected. */
export async function checkKey(shop: ShopDomain, now: Date): Promise<KeyCheck | null> {
  const connection = await findConnection(shop);
  if (connection === null) return null;
  let key: OpenKey | null;
  try {
    key = await findKey(shop);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const check = { kind: "unauthorized", message: error.explanation } as const;
    await storeCheck(shop, { generation: connection.generation, check, now });
    return check;
  }
  if (key === null) return null;
  const check = await tryKey(key.apiKey);
  await storeCheck(shop, { generation: key.generation, check, now });
  return check;
}
