import { useState } from "react";

/**
 * Returns the key of a form: the version of its stored values, so that the form resets with each new version. If a
 * reply says that the form's version is stale, the typed values were not stored. Then the key stays, and the form keeps
 * them.
 */
export function useTypedVersion(stored: string, { isStale }: { isStale: boolean }): string {
  const [typed, setTyped] = useState(stored);
  if (isStale) return typed;
  if (typed !== stored) setTyped(stored);
  return stored;
}
