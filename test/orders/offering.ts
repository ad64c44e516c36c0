import { onTestFinished } from "vitest";

import { abilities } from "../../app/wholesale/contract.ts";
import type { Abilities } from "../../app/wholesale/operation.ts";

/** Has the supplier offer something else than the contract says, until the test ends. */
export function offering(changed: Partial<Abilities>): void {
  const before = { ...abilities };
  Object.assign(abilities, changed);
  onTestFinished(() => {
    Object.assign(abilities, before);
  });
}

/** The same while something is done. */
export async function whileOffering(changed: Partial<Abilities>, act: () => Promise<unknown>): Promise<void> {
  const before = { ...abilities };
  Object.assign(abilities, changed);
  try {
    await act();
  } finally {
    Object.assign(abilities, before);
  }
}
