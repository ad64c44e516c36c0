/** Generation of a key, and the supplier's account to which the key belongs; null if unknown. */
type OfAccount = { generation: number; account: string | null };

/** The same facts of the key that placed an attempt. */
type PlacedWith = { keyGeneration: number; account: string | null };

/**
 * Returns true if the supplier shows the attempt's orders to a key: the key placed the attempt, or is known to belong
 * to the same account.
 */
export function isSameAccount(key: OfAccount, { keyGeneration, account }: PlacedWith): boolean {
  return key.generation === keyGeneration || (account !== null && key.account === account);
}

/** Returns true if the connected account is known to differ from the attempt's account. */
export function isOtherAccount(connected: OfAccount, attempt: PlacedWith): boolean {
  const areKnown = connected.account !== null && attempt.account !== null;
  return areKnown && connected.generation !== attempt.keyGeneration && connected.account !== attempt.account;
}
