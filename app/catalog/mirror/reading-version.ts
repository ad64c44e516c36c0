/** Set by vite.config.ts. */
declare const __READING_VERSION__: string | undefined;

/**
 * Hash of the code that reads the supplier's products (scripts/reading-version.ts). It is a part of each hash
 * in the mirror. After a change of that code, all products are therefore parsed again once. If the app runs
 * from source, without Vite, it is "source".
 */
export const READING_VERSION = `${typeof __READING_VERSION__ === "undefined" ? "source" : __READING_VERSION__}:`;
