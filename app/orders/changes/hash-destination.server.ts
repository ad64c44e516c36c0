import { keyedHash } from "../../lib/database/keyed-hash.server.ts";
import { isElsewhere, type PostalAddress } from "../../shop/addresses/postal-address.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";

/**
 * Returns a keyed hash of a destination, to store in place of the address; null if the shop shows no address. Ignores
 * differences in spelling. The prefix of the hash names the key, because hashes under two keys cannot be compared.
 */
export async function hashDestination(address: PostalAddress | null): Promise<string | null> {
  if (address === null || Object.values(address).every((field) => !field?.trim())) return null;
  const { firstName, lastName, company, address1, address2, city, province, zip, countryCode } = address;
  const fields = [firstName, lastName, company, address1, address2, city, province, zip, countryCode];
  const written = fields.map((field) =>
    (field ?? "").normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase(),
  );
  const hash = await keyedHash();
  return `${hash("destination").slice(0, MARK_LENGTH)}.${hash(JSON.stringify(written))}`;
}

/**
 * Returns the hash of the address to which the package goes. `goesElsewhere`: true if the customer's order names
 * another address. The comparison after the acceptance reports that difference, while the order can still be canceled.
 */
export async function destinationOf(
  order: FulfillmentOrder | null,
): Promise<{ destinationHash: string | null; goesElsewhere: boolean }> {
  const { orderAddress = null, destination = null } = order ?? {};
  const goesElsewhere =
    destination !== null && orderAddress !== null && isElsewhere(destination, orderAddress);
  return {
    destinationHash: await hashDestination(goesElsewhere ? destination : orderAddress),
    goesElsewhere,
  };
}

/** Returns true if two hashes are of different addresses; null if they cannot be compared. */
export function isAnotherDestination(kept: string | null, now: string | null): boolean | null {
  if (kept === null || now === null) return null;
  return kept.slice(0, MARK_LENGTH) === now.slice(0, MARK_LENGTH) ? kept !== now : null;
}

const MARK_LENGTH = 8;
