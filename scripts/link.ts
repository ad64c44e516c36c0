/**
 * `npm run link`: writes your app's id and URLs into shopify.app.toml, and keeps everything else, including comments.
 *
 * Shopify's `app config link` cannot do that: if the file names no app or another one, it writes a new file without
 * scopes, webhooks and definitions (Shopify/cli, services/app/config/link.ts).
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { parse } from "smol-toml";

const FILE = "shopify.app.toml";
const HELP = `npm run -s link -- --client-id=ID [--app-url=URL]

  --client-id=ID    your app's client id, from Shopify's Dev Dashboard
  --app-url=URL     where your app runs in production, https; may come later
  --help            this text

Writes them into ${FILE}, and changes nothing else there.
`;

try {
  const { values } = parseArgs({
    options: {
      "client-id": { type: "string" },
      "app-url": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else await link({ clientId: values["client-id"], appUrl: values["app-url"] });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function link({ clientId, appUrl }: { clientId?: string; appUrl?: string }): Promise<void> {
  if (clientId === undefined)
    throw new Error("--client-id: is missing. It stands in Shopify's Dev Dashboard.");
  if (!/^[\da-z]+$/i.test(clientId)) throw new Error("--client-id: must be letters and digits only.");
  let toml = set(await readFile(FILE, "utf8"), "client_id", JSON.stringify(clientId));
  if (appUrl !== undefined) {
    const { origin } = addressOf(appUrl);
    toml = set(toml, "application_url", JSON.stringify(origin));
    toml = set(toml, "redirect_urls", JSON.stringify([`${origin}/auth/callback`]));
  }
  // Parses the result first, so that an invalid file is never written.
  parse(toml);
  await writeFile(FILE, toml);
  process.stdout.write(`${FILE} now names your app. Continue with:  npm run dev\n`);
}

/** Replaces the value of a key. @throws Error unless the key is in the file exactly once, on one line. */
function set(toml: string, key: string, value: string): string {
  const line = new RegExp(`^${key} = ("[^"]*"|\\[[^\\]]*\\])`, "gm");
  const found = toml.match(line)?.length ?? 0;
  if (found !== 1) throw new Error(`${FILE} should say ${key} once, and says it ${String(found)} times.`);
  return toml.replace(line, () => `${key} = ${value}`);
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`)
    throw new Error("--app-url: must be an https address without a path, such as https://example.com");
  return url;
}
