import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callPlatform } from "../wholesale/platform.server.ts";
import { findKey, storeCheck } from "./connection-store.server.ts";
import { type KeyCheck, sayNoProducts } from "./key-check.ts";

/** Reads one product with the shop's key and writes down what that showed. Null when the shop is not connected. */
export async function checkKey(shop: ShopDomain, now: Date): Promise<KeyCheck | null> {
  try {
    const key = await findKey(shop);
    if (key === null) return null;
    const check = await readWith(key.apiKey);
    await storeCheck(shop, { generation: key.generation, check, now });
    return check;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "refused", said: error.publicMessage };
  }
}

async function readWith(apiKey: string): Promise<KeyCheck> {
  try {
    await callPlatform("listProducts", { input: { pageSize: 1, cursor: null }, credential: apiKey });
    return { kind: "verified" };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { title, text } = sayNoProducts(error);
    return { kind: error.code === "unauthorized" ? "refused" : "unverified", said: `${title}. ${text}` };
  }
}
