/** A key of the supplier, by its generation, and its account; null if unknown. */
type OfAccount = { generation: number; account: string | null };

/** The key that placed an attempt. */
type PlacedWith = { keyGeneration: number; account: string | null };

/**
 * Returns true if a key sees the attempt's orders: it is the attempt's own key, or known to be of the same
 * account.
 */
export function isSameAccount(key: OfAccount, { keyGeneration, account }: PlacedWith): boolean {
  return key.generation === keyGeneration || (account !== null && key.account === account);
}

/** Returns true if the connected account is known to differ from the attempt's account. */
export function isOtherAccount(connected: OfAccount, attempt: PlacedWith): boolean {
  const areKnown = connected.account !== null && attempt.account !== null;
  return areKnown && connected.generation !== attempt.keyGeneration && connected.account !== attempt.account;
}
