import type { SealBinding } from "./seal.ts";

/** A sealed secret where it stands. */
export type SealedSecret = { id: string; sealed: string; binding: SealBinding };

/** Where secrets of one kind are kept, for rotating the keyring. A new kind of secret needs a store of its own. */
export type RotatableStore = {
  /** What they are, in a few words. */
  what: string;
  /** The table of the secrets. `shop`: the shop that they are bound to, in SQL. */
  place: { table: string; column: string; id: string; shop: string };
  /** The next ones, in the order of their ids. */
  list: (place: { after: string; limit: number }) => Promise<SealedSecret[]>;
  /** Replaces the secret that was read by its resealed form. False when it has changed meanwhile. */
  replace: (secret: SealedSecret, sealed: string) => Promise<boolean>;
};
