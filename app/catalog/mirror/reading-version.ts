/** Set by vite.config.ts. */
declare const __READING_VERSION__: string | undefined;

/**
 * Hash of the code that reads the supplier's products (scripts/reading-version.ts). It is part of each hash of the mirror, so
 * after a change of that code all products are parsed again, once. If the app runs from source, without Vite, it is "source".
 */
export const READING_VERSION = `${typeof __READING_VERSION__ === "undefined" ? "source" : __READING_VERSION__}:`;
