import { readFile } from "node:fs/promises";

/**
 * Returns the stand-in for App Bridge. It is one classic script, because the real one blocks as well, and `shopify`
 * has to exist before the app's own scripts run. Its parts are modules in `app-bridge/`, which are joined into one
 * scope. So each import begins its line and renames nothing, and no two parts use the same name.
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
