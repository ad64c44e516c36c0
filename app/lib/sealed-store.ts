import type { SealBinding } from "./seal.ts";

/** A sealed secret where it stands. */
export type SealedSecret = { id: string; sealed: string; binding: SealBinding };

/** Where secrets of one kind are kept, for turning the keyring: whoever seals something of a new kind adds its store. */
export type SealedStore = {
  /** What they are, in a few words. */
  what: string;
  /** The next ones, in the order of their ids. */
  list: (place: { after: string; limit: number }) => Promise<SealedSecret[]>;
  /** Puts a secret that was sealed anew in the place of the one that was read. False when that has changed meanwhile. */
  replace: (secret: SealedSecret, sealed: string) => Promise<boolean>;
};
