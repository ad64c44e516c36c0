import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { z } from "zod";

import { findTopic, NOTIFICATION, topics } from "../../app/webhooks.server.ts";

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

it("shopify.app.toml subscribes to exactly the topics that the app knows, and to each once", () => {
  const subscribed = webhooks.subscriptions.flatMap((each) => [...each.topics, ...each.compliance_topics]);
  expect(subscribed.toSorted()).toEqual(topics.toSorted());
});

it("shopify.app.toml names the three topics that every app must answer as compliance topics", () => {
  const compliance = webhooks.subscriptions.flatMap((each) => each.compliance_topics);
  expect(compliance.toSorted()).toEqual(["customers/data_request", "customers/redact", "shop/redact"]);
});

it("shopify.app.toml sends all of them to the one route, with no more than ids and the shop", () => {
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

it.each(topics)("%s is found by its name", (topic) => {
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
])("%j is no topic of ours", (name) => {
  expect(findTopic(name)).toBeUndefined();
});
