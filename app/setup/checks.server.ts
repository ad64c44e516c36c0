import { grantedScopes } from "./checks/granted-scopes.server.ts";
import { metafieldDefinitions } from "./checks/metafield-definitions.server.ts";
import { webhooks } from "./checks/webhooks.server.ts";
import type { SetupCheck } from "./setup-check.ts";

/** Every check, by the name that its findings are kept under, in the order in which Home lists them. */
export const setupChecks = {
  "granted-scopes": grantedScopes,
  webhooks,
  "metafield-definitions": metafieldDefinitions,
} satisfies Record<string, SetupCheck>;

export type SetupCheckName = keyof typeof setupChecks;

/** The check of that name, as a form posts it; undefined when there is none. */
export function findCheck(name: string): SetupCheck | undefined {
  return Object.hasOwn(setupChecks, name) ? setupChecks[name as SetupCheckName] : undefined;
}
