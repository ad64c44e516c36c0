import { useState } from "react";

/**
 * Returns the React key of a form: the version of its stored values, so that a new version resets the form. With
 * `isStale`, the last submit was not stored. The key then stays, and the form keeps the typed values.
 */
export function useTypedVersion(stored: string, { isStale }: { isStale: boolean }): string {
  const [typed, setTyped] = useState(stored);
  if (isStale) return typed;
  if (typed !== stored) setTyped(stored);
  return stored;
}
