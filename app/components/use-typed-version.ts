import { useState } from "react";

/**
 * Returns the key of a form, the version of its stored values, so that it resets with each new version. While a reply
 * says that typed values were not stored, because their version is stale, the key stays, and with it the typed values.
 */
export function useTypedVersion(stored: string, { isStale }: { isStale: boolean }): string {
  const [typed, setTyped] = useState(stored);
  if (isStale) return typed;
  if (typed !== stored) setTyped(stored);
  return stored;
}
