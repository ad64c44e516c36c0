import { readFile } from "node:fs/promises";

import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { z } from "zod";

import { definitions, DEFINITION_TYPE } from "../app/shop/metafield-definitions.server.ts";
import { WEBHOOK_API_VERSION } from "../app/shop/webhooks.server.ts";

const owner = z.object({
  metafields: z.object({ app: z.record(z.string(), z.object({ type: z.string(), name: z.string() })) }),
});
const app = z
  .object({ webhooks: z.object({ api_version: z.string() }), product: owner, variant: owner })
  .parse(parse(await readFile("shopify.app.toml", "utf8")));

it("declares the definitions that the app looks for, and would create", () => {
  const declared = [
    ...Object.entries(app.product.metafields.app).map(([key, entry]) => ["PRODUCT", key, entry]),
    ...Object.entries(app.variant.metafields.app).map(([key, entry]) => ["PRODUCTVARIANT", key, entry]),
  ];
  expect(declared).toEqual(
    definitions.map(({ ownerType, key, name }) => [ownerType, key, { type: DEFINITION_TYPE, name }]),
  );
});

it("orders webhooks in the version that the app expects of a deployed file", () => {
  expect(app.webhooks.api_version).toBe(WEBHOOK_API_VERSION);
});
