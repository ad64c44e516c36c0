/** Lists the pages of the app, from its routes, in all their states. */
import { globSync, readFileSync } from "node:fs";

import type { Locator } from "playwright-core";

import { type Example, EXAMPLES, type Look, OUTSIDE, type State } from "./examples.ts";
import type { PageWorld, ShopState } from "./page-world.ts";

export type View = {
  /** The page and its state; also the name of the screenshot. */
  name: string;
  /** `outside`: not in the app's frame. */
  shop: ShopState | "outside";
  /** The page's path in the admin; outside it, the whole address. */
  path: string;
  /** The language, if the view has only one. */
  locale?: string;
  act?: (look: Look) => Promise<unknown>;
  shows?: (look: Look) => Locator;
  undo?: (look: Look) => Promise<unknown>;
};

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const EMPTY_OR_NEW = ["empty", "new"] as const;

/** The routes of the app's pages by their names, such as "app.orders.$id", made from the files. */
function pageRoutes(): string[] {
  return globSync(["app/routes/*.tsx", "app/routes/*/route.tsx"])
    .filter((file) => /^export default /m.test(readFileSync(file, "utf8")))
    .map((file) => file.replace("app/routes/", "").replace(/(\/route)?\.tsx$/, ""))
    .filter((route) => route !== LAYOUT)
    .toSorted();
}

const LAYOUT = "app";

/** Returns each page in all its states. @throws Error if a page has no example, or an example no page. */
export function listViews(world: PageWorld): View[] {
  const routes = pageRoutes();
  const examples = [...Object.keys(EXAMPLES), ...Object.keys(OUTSIDE)];
  const unknown = routes.filter((route) => !examples.includes(route));
  if (unknown.length > 0)
    throw new Error(`Add to EXAMPLES in test/pages/examples.ts how to fill ${unknown.join(", ")}.`);
  const gone = examples.filter((route) => !routes.includes(route));
  if (gone.length > 0) throw new Error(`test/pages/examples.ts names ${gone.join()}, which is gone.`);
  const outside = Object.entries(OUTSIDE).flatMap(([route, states]) =>
    Object.entries(states).map(([state, path]): View => {
      const name = ["outside", nameOf(route), state].filter(Boolean).join("-");
      return { name, shop: "outside", path: new URL(path(world), world.sandbox.addresses.app).href };
    }),
  );
  const mails = Object.entries(world.mails).flatMap(([kind, paths]) =>
    Object.entries(paths).map(([locale, path]) => ({ name: `mail-${kind}`, path, locale })),
  );
  const notFound: View = { name: "not-found", shop: "filled", path: "/app/no-such-page" };
  return [
    ...Object.entries(EXAMPLES).flatMap(([route, example]) => viewsOf(route, example, world)),
    notFound,
    ...outside,
    ...mails.map(({ path, ...mail }): View => ({
      ...mail,
      shop: "outside",
      path: new URL(path, world.sandbox.addresses.admin).href,
    })),
  ];
}

function nameOf(route: string): string {
  return route
    .replace(/^app\./, "")
    .replace("._index", "")
    .replace("_index", "home")
    .replaceAll(/[$._]+/g, "-");
}

function viewsOf(route: string, example: Example, world: PageWorld): View[] {
  const page = nameOf(route);
  const address = addressOf(route);
  const filled = example.path?.(world) ?? address;
  const { shows } = example;
  const stateView = (shop: ShopState, base: string) => {
    return ([name, { path = base, ...state }]: [string, State]): View => ({
      name: `${page}-${name}`,
      shop,
      path: typeof path === "string" ? path : path(world),
      ...state,
    });
  };
  return [
    { name: page, shop: "filled", path: filled, shows },
    ...Object.entries(example.states ?? {}).map(stateView("filled", filled)),
    ...EMPTY_OR_NEW.map((shop) => ({ name: `${page}-${shop}`, shop, path: address })),
    ...Object.entries(example.newStates ?? {}).map(stateView("new", address)),
  ];
}

/** Turns "app.orders.$id" into "/app/orders/…", with an id that no order has. */
function addressOf(route: string): string {
  const parts = route.replace("._index", "").replaceAll("_", "").split(".");
  return `/${parts.map((part) => part.replace("$id", UNKNOWN)).join("/")}`;
}
