/** Set by vite.config.ts. */
declare const __READING_VERSION__: string | undefined;

/**
 * Hash of the code that reads the supplier's products (scripts/reading-version.ts), and part of each hash of the mirror:
 * after a change, all products are read again, once. Code that runs from source, without Vite, has no version.
 */
export const READING_VERSION = `${typeof __READING_VERSION__ === "undefined" ? "source" : __READING_VERSION__}:`;
