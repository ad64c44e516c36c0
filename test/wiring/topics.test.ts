import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { z } from "zod";

import { findTopic, NOTIFICATION, topics } from "../../app/wiring/webhooks/webhook-topics.server.ts";

const { webhooks } = z
  .object({
    webhooks: z.object({
      api_version: z.string(),
      subscriptions: z.array(
        z.strictObject({
          topics: z.array(z.string()).default([]),
          compliance_topics: z.array(z.string()).default([]),
          include_fields: z.array(z.string()).optional(),
          uri: z.string(),
        }),
      ),
    }),
  })
  .parse(parse(await readFile("shopify.app.toml", "utf8")));

it("subscribes in shopify.app.toml to exactly the topics that the app knows, each once", () => {
  const subscribed = webhooks.subscriptions.flatMap((each) => [...each.topics, ...each.compliance_topics]);
  expect(subscribed.toSorted()).toEqual(topics.toSorted());
});

it("names the three required topics as compliance topics in shopify.app.toml", () => {
  const compliance = webhooks.subscriptions.flatMap((each) => each.compliance_topics);
  expect(compliance.toSorted()).toEqual(["customers/data_request", "customers/redact", "shop/redact"]);
});

it("sends all topics of shopify.app.toml to one route, with only ids and the shop", () => {
  for (const { uri, topics, include_fields: fields } of webhooks.subscriptions) {
    expect(uri).toBe("/webhooks");
    // The bodies of compliance topics cannot be trimmed.
    if (topics.length > 0) {
      expect(fields?.length).toBeGreaterThan(0);
      for (const field of fields ?? [])
        expect(field).toMatch(/^([a-z_]+\.)*(id|order_id|admin_graphql_api_id|myshopify_domain)$/);
    }
  }
});

it.each(topics)("finds the topic %s by its name", (topic) => {
  expect(findTopic(topic)).toBe(topic);
});

it.each([
  "",
  NOTIFICATION,
  "orders/create",
  "APP_UNINSTALLED",
  "App/Uninstalled",
  "app/uninstalled ",
  "toString",
])("finds no topic %j", (name) => {
  expect(findTopic(name)).toBeUndefined();
});
