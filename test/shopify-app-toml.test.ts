/**
 * Our TOML files hold only what Shopify is known to take. `shopify app config validate` is the last word, and needs an
 * account. Its command line accepts keys that it does not know and leaves the refusal to the deployment, so these shapes
 * are strict. Sources: Shopify/cli at a0798d1, packages/app/src/cli, models/app/app.ts and models/extensions; the topics
 * of the Admin schema; shopify.dev, "Manage metafield definitions".
 */
import { readdir, readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { PAGE_FIELD, TRIGGERS } from "../app/notifications/flow-triggers.ts";
import { flowActions } from "../app/wiring/flow/run-flow-action.server.ts";
import { definitions, DEFINITION_TYPE } from "../app/shop/products/metafield-definitions.server.ts";
import { WEBHOOK_API_VERSION } from "../app/shop/installation.server.ts";
import { API_VERSION, readAdminSchema } from "../scripts/admin-schema.ts";

const webAddress = z.url({ protocol: /^https$/ });
const scopeList = z.string().regex(/^((read|write)_[a-z_]+)(,(read|write)_[a-z_]+)*$/);

/** specifications/app_config_webhook_schemas/webhook_subscription_schema.ts */
const subscription = z.strictObject({
  topics: z.array(z.string()).optional(),
  compliance_topics: z
    .array(z.enum(["customers/data_request", "customers/redact", "shop/redact"]))
    .optional(),
  // A path below application_url, or an address.
  uri: z.string().regex(/^(\/|https:\/\/)/),
  include_fields: z.array(z.string()).optional(),
  filter: z.string().optional(),
  payload_query: z.string().optional(),
  name: z.string().max(50).optional(),
});

/** shopify.dev, "Manage metafield definitions": the owner is `product` or `variant`, never `product_variant`. */
const owner = z.strictObject({
  metafields: z.strictObject({
    app: z.record(
      z.string().regex(/^[\w-]{2,64}$/),
      z.strictObject({ type: z.string(), name: z.string(), description: z.string().optional() }),
    ),
  }),
});

const appToml = z.strictObject({
  name: z.string(),
  // Empty until `npm run link`.
  client_id: z.string(),
  // app_config_app_home.ts
  application_url: webAddress,
  embedded: z.boolean(),
  // app.ts; `include_config_on_deploy` is no longer supported (services/context.ts).
  build: z.strictObject({ automatically_update_urls_on_dev: z.literal(true) }),
  // app_config_app_access.ts
  access_scopes: z.strictObject({ scopes: scopeList, optional_scopes: z.array(scopeList).optional() }),
  auth: z.strictObject({ redirect_urls: z.array(webAddress) }),
  webhooks: z.strictObject({ api_version: z.string(), subscriptions: z.array(subscription) }),
  product: owner,
  variant: owner,
});

const handle = z.string().regex(/^[a-z\d](?:[a-z\d-]{0,48}[a-z\d])?$/i);
// Without one, the command line makes it up at the first deployment, and another copy of the code another one.
const uid = z.uuid();
const name = z.string().min(1);
/** A path below application_url: specification.ts of 2026, resolveAppRelativeUrl. */
const path = z.string().regex(/^\/[a-z]/);

/** schemas.ts (BaseSchema, NewExtensionPointSchema) and specifications/ui_extension.ts */
const blockToml = z.strictObject({
  api_version: z.string().regex(/^\d{4}-\d{2}$/),
  extensions: z.array(
    z.strictObject({
      name,
      description: z.string(),
      type: z.literal("ui_extension"),
      handle,
      uid,
      targeting: z.array(z.strictObject({ module: z.string(), target: z.string() })),
    }),
  ),
});

/** shopify.dev, "Flow trigger reference". */
const triggerHandle = z.string().regex(/^[a-z\d-]{1,30}$/i);

/** specifications/flow_action.ts and flow_trigger.ts; flow_trigger_lifecycle_callback is Shopify's own specification. */
const flowToml = z.strictObject({
  extensions: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({
        name,
        description: name,
        handle,
        uid,
        type: z.literal("flow_action"),
        runtime_url: path,
      }),
      z.strictObject({
        name,
        description: name,
        handle: triggerHandle,
        uid,
        type: z.literal("flow_trigger"),
      }),
      z.strictObject({ name, handle, uid, type: z.literal("flow_trigger_lifecycle_callback"), url: path }),
    ]),
  ),
  settings: z
    .strictObject({
      fields: z.array(
        z.strictObject({
          type: z.enum(["order_reference", "product_reference", "single_line_text_field", "url"]),
          required: z.boolean().optional(),
          key: z
            .string()
            .regex(/^[a-zA-Z\s]+$/)
            .optional(),
          name: z.string().optional(),
          description: z.string().optional(),
        }),
      ),
    })
    .optional(),
});

const read = async (file: string) => parse(await readFile(file, "utf8"));
const app = appToml.parse(await read("shopify.app.toml"));

describe("shopify.app.toml", () => {
  it("subscribes only to topics that the Admin schema lists", async () => {
    const { data } = await readAdminSchema();
    const type = data.__schema.types.find(({ name }) => name === "WebhookSubscriptionTopic");
    const known = new Set(type?.kind === "ENUM" ? type.enumValues.map(({ name }) => name) : []);
    const topics = app.webhooks.subscriptions.flatMap((each) => each.topics ?? []);
    expect(topics.length).toBeGreaterThan(0);
    expect(topics.filter((topic) => !known.has(topic.replace("/", "_").toUpperCase()))).toEqual([]);
  });

  it("requests webhooks in the app's API version", () => {
    expect([app.webhooks.api_version, WEBHOOK_API_VERSION]).toEqual([API_VERSION, API_VERSION]);
  });

  it("contains only scopes that Shopify's Admin schema knows", async () => {
    const { offline_scopes: offline } = await readAdminSchema();
    const known = new Set(offline.items.flatMap(({ offlineScopes }) => offlineScopes));
    const asked = [...app.access_scopes.scopes.split(","), ...(app.access_scopes.optional_scopes ?? [])];
    expect(asked.filter((scope) => !known.has(scope))).toEqual([]);
  });

  it("has Shopify redirect to the app's own address after the installation", () => {
    expect(app.auth.redirect_urls).toEqual([`${app.application_url}/auth/callback`]);
  });

  it("declares exactly the metafield definitions that the app needs", () => {
    const declared = [
      ...Object.entries(app.product.metafields.app).map(([key, entry]) => ["PRODUCT", key, entry]),
      ...Object.entries(app.variant.metafields.app).map(([key, entry]) => ["PRODUCTVARIANT", key, entry]),
    ];
    expect(declared).toEqual(
      definitions.map(({ ownerType, key, name }) => [ownerType, key, { type: DEFINITION_TYPE, name }]),
    );
  });
});

describe("the app's Shopify extensions", async () => {
  // `shared` is code of several extensions.
  const folders = (await readdir("extensions")).filter((folder) => folder !== "shared").toSorted();
  const files = await Promise.all(
    folders.map((folder) => read(`extensions/${folder}/shopify.extension.toml`)),
  );
  const blocks = files.filter((file) => "api_version" in file).map((file) => blockToml.parse(file));
  const flow = files.filter((file) => !("api_version" in file)).map((file) => flowToml.parse(file));

  it("have a uid and a handle of their own, known targets and no unknown key", () => {
    const all = [...blocks, ...flow].flatMap(({ extensions }) =>
      extensions.map(({ uid, handle }) => [uid, handle]),
    );
    expect(new Set(all.map(([uid]) => uid)).size).toBe(folders.length);
    expect(new Set(all.map(([, handle]) => handle)).size).toBe(folders.length);
    const targets = blocks.flatMap(({ extensions }) =>
      extensions.flatMap(({ targeting }) => targeting.map(({ target }) => target)),
    );
    expect(targets.toSorted()).toEqual([
      "admin.order-details.block.render",
      "admin.order-index.selection-action.render",
      "admin.product-details.block.render",
    ]);
  });

  it("declare exactly the Flow actions that the app carries out, at the address /flow/actions", () => {
    const actions = flow.flatMap(({ extensions }) =>
      extensions.flatMap((each) => (each.type === "flow_action" ? [each] : [])),
    );
    expect(actions.map(({ handle }) => handle).toSorted()).toEqual([...flowActions].toSorted());
    expect(new Set(actions.map(({ runtime_url }) => runtime_url))).toEqual(new Set(["/flow/actions"]));
  });

  it("declare exactly the Flow triggers that the app sends, with their fields", () => {
    const declared = flow.flatMap(({ extensions, settings }) =>
      extensions.flatMap(({ type, handle, name }) =>
        type === "flow_trigger" ? [{ handle, name, fields: settings?.fields.map(nameOfField) }] : [],
      ),
    );
    const sent = Object.values(TRIGGERS).map(({ handle, name, about }) => ({
      handle,
      name,
      fields: [...(about === null ? [] : [`${about}_reference`]), PAGE_FIELD],
    }));
    const byHandle = (one: { handle: string }, other: { handle: string }) =>
      one.handle < other.handle ? -1 : 1;
    expect(declared.toSorted(byHandle)).toEqual(sent.toSorted(byHandle));
  });

  it("have Flow report which triggers are in use to the address /flow/lifecycle", () => {
    const addresses = flow.flatMap(({ extensions }) =>
      extensions.flatMap((each) => (each.type === "flow_trigger_lifecycle_callback" ? [each.url] : [])),
    );
    expect(addresses).toEqual(["/flow/lifecycle"]);
  });
});

function nameOfField({ type, key }: { type: string; key?: string | undefined }): string {
  return key ?? type;
}
