import { keyedHash } from "../../connection/account.server.ts";
import type { PostalAddress } from "../../shop/fulfillment-order.ts";

/**
 * A keyed hash of where an order goes, to be kept in place of the address; null where the shop shows none. However it is
 * written, one address has one hash. It begins with a mark of the key: hashes under two keys say nothing of each other.
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

const MARK_LENGTH = 8;

/** Whether two hashes are of different addresses; null where that cannot be told. */
export function isAnotherDestination(kept: string | null, now: string | null): boolean | null {
  if (kept === null || now === null) return null;
  return kept.slice(0, MARK_LENGTH) === now.slice(0, MARK_LENGTH) ? kept !== now : null;
}
