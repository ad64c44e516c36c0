import { createRequestHandler, type ServerBuild } from "@remix-run/node";

import * as entry from "../../app/entry.server.tsx";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { launchAddress } from "../sandbox/admin/launch-address.ts";
import { shopify } from "../support/world.ts";

type RouteModule = ServerBuild["routes"][string]["module"];

const root = import.meta.glob<RouteModule>("../../app/root.tsx", { eager: true });
const files = import.meta.glob<RouteModule>(
  ["../../app/routes/{_index,app,app.*}.{ts,tsx}", "../../app/routes/app.*/route.tsx"],
  { eager: true },
);

/** The routes that are pages, as Remix names them by their files: "routes/app.orders._index". */
export const pageRoutes = Object.keys(files).map(routeId).toSorted();

const modules = [
  ["root", undefined, Object.values(root)[0]] as const,
  ...Object.entries(files).map(([file, module]) => {
    const id = routeId(file);
    return [id, id.startsWith("routes/app.") ? "routes/app" : "root", module] as const;
  }),
];

/** The pages as the build has them, without what only a browser needs. */
const build: ServerBuild = {
  mode: "test",
  entry: { module: entry },
  routes: Object.fromEntries(
    modules.map(([id, parentId, module]) => [
      id,
      { id, ...(parentId && { parentId }), ...addressOf(id), module: module as RouteModule },
    ]),
  ),
  assets: {
    entry: { module: "", imports: [] },
    routes: Object.fromEntries(
      modules.map(([id, parentId, module]) => [
        id,
        {
          id,
          ...(parentId && { parentId }),
          ...addressOf(id),
          module: "",
          imports: [],
          hasLoader: module !== undefined && "loader" in module,
          hasAction: module !== undefined && "action" in module,
          hasErrorBoundary: module !== undefined && "ErrorBoundary" in module,
          hasClientAction: false,
          hasClientLoader: false,
        },
      ]),
    ),
    url: "",
    version: "test",
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
  isSpaMode: false,
};

const handle = createRequestHandler(build, "test");

/** The shop, and the language that its admin is shown in. */
type Reader = { shop: ShopDomain; locale: string; userAgent?: string };

/** A page as the app renders it where the shop's admin opens it. */
export async function renderedPage(
  path: string,
  { shop, locale, userAgent }: Reader,
): Promise<{ status: number; html: string }> {
  const token = await shopify.sessionToken({ shop });
  const address = new URL(launchAddress({ appOrigin: APP, path, shop, token, now: new Date() }));
  address.searchParams.set("locale", locale);
  return rendered(
    new Request(address, { headers: { ...BROWSER, ...(userAgent && { "user-agent": userAgent }) } }),
  );
}

/** Returns the app's response to any request. */
export async function rendered(request: Request): Promise<{ status: number; html: string }> {
  const response = await handle(request);
  return { status: response.status, html: await response.text() };
}

/** Sends a page's form. @returns what its action answers; `redirect`: the page that it leads to, if any. */
export async function submitted(
  [path, route]: readonly [path: string, route: string],
  fields: Record<string, string>,
  shop: ShopDomain,
): Promise<{ status: number; answer: unknown; redirect?: string }> {
  const address = new URL(path, APP);
  address.searchParams.set("_data", route);
  const headers = { ...BROWSER, authorization: `Bearer ${await shopify.sessionToken({ shop })}` };
  const response = await handle(
    new Request(address, { method: "POST", headers, body: new URLSearchParams(fields) }),
  );
  const text = await response.text();
  const redirect = response.headers.get("x-remix-redirect");
  return {
    status: response.status,
    answer: text === "" ? null : (JSON.parse(text) as unknown),
    ...(redirect !== null && { redirect }),
  };
}

const APP = process.env["SHOPIFY_APP_URL"] ?? "";

/** The SDK turns away what does not look like a browser. */
const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0",
  accept: "text/html",
};

function routeId(file: string): string {
  return file.replace("../../app/", "").replace(/(\/route)?\.tsx?$/, "");
}

/** "routes/app.orders.$id" is "orders/:id" below the app's layout. */
function addressOf(id: string): { path?: string; index?: true } {
  if (id === "root") return { path: "" };
  const name = id.replace(/^routes\/(app\.)?/, "");
  if (name === "_index") return { index: true };
  const isIndex = name.endsWith("._index");
  const path = name
    .replace("._index", "")
    .split(".")
    .map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":").replace(/_$/, "")))
    .join("/");
  return { path, ...(isIndex && { index: true as const }) };
}
