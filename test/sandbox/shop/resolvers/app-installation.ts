import { withImpliedScopes } from "../access-scopes.ts";
import { gid } from "../ids.ts";
import { APP_ID } from "../state.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";

export const appInstallationResolvers: Resolvers = {
  QueryRoot: {
    currentAppInstallation: (_source, _args, context) => describeInstallation(context),
  },
};

function describeInstallation({ app, grant, shop }: AdminContext): Record<string, unknown> {
  const launchUrl = `https://${shop.domain}/admin/apps/${app.apiKey}`;
  return {
    id: gid("AppInstallation", shop.id),
    accessScopes: withImpliedScopes(grant.scopes).map(describeScope),
    launchUrl,
    uninstallUrl: null,
    channel: null,
    publication: null,
    activeSubscriptions: [],
    app: {
      id: gid("App", APP_ID),
      apiKey: app.apiKey,
      title: app.name ?? "Sandboxed app",
      handle: (app.name ?? "Sandboxed app").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
      embedded: true,
      launchUrl,
      installUrl: null,
      uninstallUrl: null,
      appStoreAppUrl: null,
      published: false,
      previouslyInstalled: false,
      shopifyDeveloped: false,
      webhookApiVersion: app.webhookApiVersion,
      requestedAccessScopes: app.scopes.map(describeScope),
      optionalAccessScopes: (app.optionalScopes ?? []).map(describeScope),
    },
  };
}

function describeScope(handle: string): { handle: string; description: string } {
  const [access, ...subject] = handle.split("_");
  return { handle, description: `${access === "write" ? "Modify" : "View"} ${subject.join(" ")}` };
}
