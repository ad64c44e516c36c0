/**
 * Part of each hash of the mirror. Raise it when the same reply is read or kept in another way than before (the contract's
 * mappings, mirror-rows.ts): then all products are read anew. Other changes of the contract do that automatically.
 */
export const OUR_VERSION = "4:";
