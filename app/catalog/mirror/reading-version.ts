/**
 * Part of each hash of the mirror. Raise it if our code parses or stores the same reply differently (the
 * contract's mappings, mirror-rows.ts), so that all products are parsed again. Changes to the contract's
 * schemas do that automatically.
 */
export const OUR_VERSION = "4:";
