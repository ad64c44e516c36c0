import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { z } from "zod";
import { API_VERSION } from "../../../scripts/admin-schema.ts";

export interface Subscription {
  topics: string[];
  complianceTopics: string[];
  /** A path below the app's address, or a whole address. */
  uri: string;
  includeFields?: string[];
  name?: string;
}

export interface Subscriptions {
  apiVersion: string;
  list: Subscription[];
}

/** The `[webhooks]` section of a `shopify.app.toml` (shopify.dev: App configuration). Without a file, none. */
export async function readSubscriptions(appToml: string | undefined): Promise<Subscriptions> {
  if (appToml === undefined) return { apiVersion: API_VERSION, list: [] };
  const { webhooks } = tomlShape.parse(parse(await readFile(appToml, "utf8")));
  const list = webhooks.subscriptions.map((entry) => ({
    topics: entry.topics,
    complianceTopics: entry.compliance_topics,
    uri: entry.uri,
    includeFields: entry.include_fields,
    name: entry.name,
  }));
  return { apiVersion: webhooks.api_version, list };
}

export function subscribesTo(subscription: Subscription, topic: string): boolean {
  return subscription.topics.includes(topic) || subscription.complianceTopics.includes(topic);
}

const tomlShape = z.object({
  webhooks: z.object({
    api_version: z.string(),
    subscriptions: z
      .array(
        z.object({
          topics: z.array(z.string()).default([]),
          compliance_topics: z.array(z.string()).default([]),
          uri: z.string(),
          include_fields: z.array(z.string()).optional(),
          name: z.string().optional(),
        }),
      )
      .default([]),
  }),
});
