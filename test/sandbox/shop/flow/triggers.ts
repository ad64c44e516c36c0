import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { parse } from "smol-toml";
import { z } from "zod";

/** Shopify Flow in a shop: the triggers of workflows that are switched on, by their handles, and what the app has sent. */
export type FlowState = { workflows: Set<string>; received: ReceivedTrigger[] };

export type ReceivedTrigger = {
  at: string;
  handle: string;
  payload: Record<string, unknown>;
  /** True if a workflow began with it. */
  started: boolean;
};

const FOLDER = path.join(import.meta.dirname, "../../../../extensions");

const field = z.object({ type: z.string(), key: z.string().optional() });
const toml = z.object({
  extensions: z.array(
    z.object({ handle: z.string(), name: z.string(), type: z.string(), url: z.string().optional() }),
  ),
  settings: z.object({ fields: z.array(field).default([]) }).default({ fields: [] }),
});

const files = globSync("*/shopify.extension.toml", { cwd: FOLDER }).map((file) =>
  toml.parse(parse(readFileSync(path.join(FOLDER, file), "utf8"))),
);

type Field = { name: string; isFilled: (value: unknown) => boolean };

export type Trigger = { handle: string; name: string; fields: Field[] };

/** The triggers that the app deploys. */
export const triggers: Trigger[] = files.flatMap(({ extensions, settings }) =>
  extensions
    .filter(({ type }) => type === "flow_trigger")
    .map(({ handle, name }) => ({ handle, name, fields: settings.fields.map(readField) })),
);

/** The address, below the app's own, that Flow calls when a workflow is switched on or off. */
export const lifecyclePath = files
  .flatMap(({ extensions }) => extensions)
  .find(({ type }) => type === "flow_trigger_lifecycle_callback")?.url;

/** Shopify/cli, services/flow/serialize-fields.ts: a reference is sent under `order_id`, any other field under its key. */
function readField({ type, key }: z.infer<typeof field>): Field {
  const of = /^(.*)_reference$/.exec(type)?.[1];
  if (of !== undefined)
    return { name: `${of}_id`, isFilled: (value) => Number.isSafeInteger(value) && Number(value) > 0 };
  if (type === "url")
    return { name: key ?? "", isFilled: (value) => typeof value === "string" && URL.canParse(value) };
  return { name: key ?? "", isFilled: (value) => typeof value === "string" && value !== "" };
}

/** shopify.dev, "Flow trigger reference": the payload's limit. */
const BYTES_AT_MOST = 50_000;

/** Returns why Shopify does not take a trigger; null if it does. */
export function refusalOf(handle: unknown, payload: unknown): string | null {
  const trigger = triggers.find((each) => each.handle === handle);
  if (!trigger) return `Invalid handle '${String(handle)}'.`;
  if (Buffer.byteLength(JSON.stringify(payload ?? {})) > BYTES_AT_MOST)
    return "Payload is larger than 50 KB.";
  const values = z.record(z.string(), z.unknown()).safeParse(payload);
  if (!values.success) return "Payload must be an object.";
  const unknown = Object.keys(values.data).find((key) => !trigger.fields.some(({ name }) => name === key));
  if (unknown !== undefined) return `Properties '${unknown}' are not defined for the trigger.`;
  const missing = trigger.fields.find(({ name, isFilled }) => !isFilled(values.data[name]));
  return missing ? `Property '${missing.name}' is missing or has another type.` : null;
}
