import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Given } from "../wholesale/client.server.ts";
import type { InputOf, OperationName } from "../wholesale/operation.ts";
import { checkKey } from "./check-key.server.ts";
import { storeCheck } from "./connection-store.server.ts";
import type { OpenKey } from "./sealed-key.server.ts";

/**
 * Calls the supplier with the shop's key. One 401 may be a slip: then a read checks the key, and only if that is
 * unauthorized as well does everything of the shop that needs the key wait. Any success ends that.
 *
 * @throws Failure as `callWholesale`.
 */
export async function callAsShop<Name extends OperationName, Unread extends boolean = false>(
  { shop, key }: { shop: ShopDomain; key: OpenKey },
  name: Name,
  input: InputOf<Name>,
  options: { unread?: Unread } = {},
): Promise<Given<Name, Unread>> {
  try {
    const reply = await callWholesale(name, { ...options, input, credential: key.apiKey });
    if (key.isUnauthorized)
      await storeCheck(shop, { generation: key.generation, check: { kind: "verified" } });
    return reply;
  } catch (error) {
    if (error instanceof Failure && error.code === "unauthorized") await checkKey(shop);
    throw error;
  }
}
