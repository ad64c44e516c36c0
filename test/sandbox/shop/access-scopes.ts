import type { AccessRule } from "./admin-schema.ts";

/** A `write_*` scope includes its `read_*` scope (shopify.dev: Access scopes). */
export function withImpliedScopes(scopes: string[]): string[] {
  const read = scopes.filter((scope) => scope.startsWith("write_")).map((scope) => `read_${scope.slice(6)}`);
  return [...new Set([...scopes, ...read])];
}

/** The first rule that the granted scopes do not satisfy. */
export function firstUnmetRule(rules: AccessRule[], granted: string[]): AccessRule | undefined {
  if (rules.length === 0) return undefined;
  const held = new Set(withImpliedScopes(granted));
  return rules.find((rule) => !rule.anyOf.some((scope) => held.has(scope)));
}
