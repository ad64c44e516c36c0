import { createContext, useContext } from "react";

/** Marks this response's scripts as ours. Undefined in the browser, which has loaded them already. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
