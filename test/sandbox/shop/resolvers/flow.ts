import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { parse } from "smol-toml";
import { z } from "zod";

import type { Resolvers } from "./resolver.ts";

const FOLDER = path.join(import.meta.dirname, "../../../../extensions");

const toml = z.object({ extensions: z.array(z.object({ handle: z.string(), type: z.string() })) });

/** Handles of the triggers that the app deploys. */
const triggers = readdirSync(FOLDER)
  .flatMap(
    (name) =>
      toml.parse(parse(readFileSync(path.join(FOLDER, name, "shopify.extension.toml"), "utf8"))).extensions,
  )
  .filter(({ type }) => type === "flow_trigger")
  .map(({ handle }) => handle);

/** A payload may have 50 KB (Admin schema, `flowTriggerReceive`). */
const PAYLOAD_AT_MOST = 50_000;

export const flowResolvers: Resolvers = {
  Mutation: {
    flowTriggerReceive: (_source, args, { shop }) => {
      const { handle, payload } = args as { handle?: string; payload?: unknown };
      const refused = (message: string) => ({ userErrors: [{ field: null, message }] });
      if (handle === undefined || !triggers.includes(handle)) return refused("Invalid handle.");
      if (JSON.stringify(payload ?? {}).length > PAYLOAD_AT_MOST) return refused("Payload is too large.");
      shop.flowTriggers.push({ handle, payload });
      return { userErrors: [] };
    },
  },
};
