import type { SealBinding } from "./seal.ts";

/** A sealed secret and its id. */
export type SealedSecret = { id: string; sealed: string; binding: SealBinding };

/**
 * A place that stores secrets of one kind, for rotating the keyring. A new kind of secret needs a store of
 * its own.
 */
export type RotatableStore = {
  /** Name of the kind, in a few words. */
  what: string;
  /** The table of the secrets. `shop`: SQL for the shop that they are bound to. */
  place: { table: string; column: string; id: string; shop: string };
  /** Returns the next secrets in the order of their ids. */
  list: (place: { after: string; limit: number }) => Promise<SealedSecret[]>;
  /** Replaces the secret by its resealed form. Returns false if it has changed since it was read. */
  replace: (secret: SealedSecret, sealed: string) => Promise<boolean>;
};
