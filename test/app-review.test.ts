/** docs/app-review.md tells Shopify's reviewers why Stockbridge asks for each scope: held against what it does. */
import { glob, readFile } from "node:fs/promises";

import { parse, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { describe, expect, it } from "vitest";

import { readScopes } from "./sandbox/app-scopes.ts";
import { firstUnmetRule } from "./sandbox/shop/access-scopes.ts";
import { type AccessRule, adminSchema } from "./sandbox/shop/admin-schema.ts";

const { scopes, optionalScopes } = await readScopes("shopify.app.toml");
const all = [...scopes, ...optionalScopes];
const rows = await scopeRows();
const needs = await needsOfOperations();

/** The rows of the page's table of scopes: | `scope` | required or optional | reason | `operation`, … | */
async function scopeRows() {
  const page = await readFile("docs/app-review.md", "utf8");
  return [...page.matchAll(/^\| `(\w+)` \| (required|optional) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, scope = "", kind = "", reason = "", operations = ""]) => ({
      scope,
      kind,
      reason,
      operations: [...operations.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    }),
  );
}

/** Returns, per operation of app/, Shopify's access rules of all its fields. */
async function needsOfOperations(): Promise<Map<string, AccessRule[]>> {
  const admin = await adminSchema();
  const found = new Map<string, AccessRule[]>();
  for await (const file of glob("app/**/*.ts", { exclude: (name) => name === "generated" })) {
    const source = await readFile(file, "utf8");
    for (const [, text = ""] of source.matchAll(/`#graphql\s([^`]*)`/g)) {
      const rules: AccessRule[] = [];
      let name = "";
      const typeInfo = new TypeInfo(admin.schema);
      const visitor = {
        OperationDefinition: (node: { name?: { value: string } }) => {
          name = node.name?.value ?? "";
        },
        Field: (node: { name: { value: string } }) => {
          rules.push(...admin.accessRules(typeInfo.getParentType()?.name ?? "", node.name.value));
        },
      };
      visit(parse(text), visitWithTypeInfo(typeInfo, visitor));
      found.set(name, rules);
    }
  }
  return found;
}

it("docs/app-review.md lists exactly the scopes of shopify.app.toml, as required or as optional", () => {
  const listed = (kind: string) => rows.filter((row) => row.kind === kind).map(({ scope }) => scope);
  expect(listed("required").toSorted()).toEqual(scopes.toSorted());
  expect(listed("optional").toSorted()).toEqual(optionalScopes.toSorted());
});

it("shopify.app.toml has every scope that Shopify requires for the app's operations", () => {
  expect(needs.size).toBeGreaterThan(20);
  const unmet = [...needs].flatMap(([name, rules]) => {
    const rule = firstUnmetRule(rules, all);
    return rule ? [`${name}: ${rule.requiredAccess}`] : [];
  });
  expect(unmet).toEqual([]);
});

/**
 * Operations that Shopify's machine-readable rules do not tie to the scope: delivery profiles have no rule there, and
 * `fulfillmentOrders` needs any of several scopes and lists what they show (Admin schema, QueryRoot.fulfillmentOrders).
 */
const UNRULED: Record<string, string[]> = {
  read_shipping: ["shippingRates"],
  write_shipping: ["createDeliveryProfile", "updateDeliveryProfile", "removeDeliveryProfile"],
  read_merchant_managed_fulfillment_orders: ["openFulfillmentOrders"],
};

describe.each(rows)("docs/app-review.md, scope $scope", ({ scope, reason, operations }) => {
  it("has a reason and operations that need the scope, as far as Shopify's schema has rules for them", () => {
    expect(reason.length).toBeGreaterThan(20);
    expect(operations).not.toEqual([]);
    const others = all.filter((each) => each !== scope);
    const notNeeded = operations.filter((name) => !firstUnmetRule(needs.get(name) ?? [], others));
    expect(notNeeded).toEqual(UNRULED[scope] ?? []);
  });
});

it("docs/app-review.md names no operation that needs two optional scopes", () => {
  for (const { scope, operations } of rows.filter(({ kind }) => kind === "optional"))
    for (const name of operations)
      expect(firstUnmetRule(needs.get(name) ?? [], [...scopes, scope]), name).toBeUndefined();
});
