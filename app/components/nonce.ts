import { createContext, useContext } from "react";

/** What marks the scripts of this one answer as ours. In the browser there is none: its scripts are there already. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
