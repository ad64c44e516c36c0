/**
 * The app's own contract, of a supplier that shows an order in every lookup half a minute after it took it: only then may
 * the app itself find out that nothing was ordered.
 */
import { abilities as ours } from "../../app/wholesale/contract.ts";
import type { Abilities } from "../../app/wholesale/operation.ts";

export * from "../../app/wholesale/contract.ts";

export const abilities: Abilities = { ...ours, lookupConsistentAfterSeconds: 30 };
