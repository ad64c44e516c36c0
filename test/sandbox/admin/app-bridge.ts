import { readFile } from "node:fs/promises";

/**
 * The stand-in for App Bridge: one classic script, since the real one blocks too and `shopify` must be there before
 * the app's own scripts. Its parts are modules in `app-bridge/`, put one after the other into one scope: so their
 * imports stand at the line's beginning, rename nothing, and no two parts use one name.
 */
export async function readAppBridge(): Promise<string> {
  const parts = await Promise.all(
    PARTS.map((part) => readFile(new URL(`./app-bridge/${part}`, import.meta.url), "utf8")),
  );
  const body = parts
    .join("\n")
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export /gm, "");
  return `(() => {\n"use strict";\n${body}\n})();\n`;
}

/** The modules, each after those that it imports. */
const PARTS = [
  "channel.js",
  "session-token.js",
  "fetch.js",
  "navigation.js",
  "buttons.js",
  "nav-menu.js",
  "title-bar.js",
  "save-bar.js",
  "modal.js",
  "shopify.js",
];
