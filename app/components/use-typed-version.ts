import { useState } from "react";

/**
 * By which version of what is stored a form is keyed: it begins anew with each. While an answer says that what was typed into an
 * older one was not stored, that stays.
 */
export function useTypedVersion(stored: string, { isStale }: { isStale: boolean }): string {
  const [typed, setTyped] = useState(stored);
  if (isStale) return typed;
  if (typed !== stored) setTyped(stored);
  return stored;
}
