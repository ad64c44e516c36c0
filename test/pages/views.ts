/** Lists the pages of the app, from its routes, in all their states. */
import type { Locator } from "playwright-core";

import { type Example, EXAMPLES, type Look, OUTSIDE, type State } from "./examples.ts";
import type { PageWorld, ShopState } from "./page-world.ts";
import type { PageRoute } from "./routes.ts";

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

/** An id that nothing has. */
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
/** A part of an address that no route names. */
const NO_PAGE = "no-such-page";
const EMPTY_OR_NEW = ["empty", "new"] as const;

/** @throws Error if a page has no example, or an example no page. */
export function checkExamples(routes: PageRoute[]): void {
  const pages = routes.map(({ name }) => name);
  const examples = [...Object.keys(EXAMPLES), ...Object.keys(OUTSIDE)];
  const unknown = pages.filter((page) => !examples.includes(page));
  if (unknown.length > 0)
    throw new Error(`Add to EXAMPLES in test/pages/examples.ts how to fill ${unknown.join(", ")}.`);
  const gone = examples.filter((page) => !pages.includes(page));
  if (gone.length > 0) throw new Error(`test/pages/examples.ts names ${gone.join()}, which is gone.`);
}

/** Returns each page in all its states. @throws Error if a page has no example, or an example no page. */
export function listViews(routes: PageRoute[], world: PageWorld): View[] {
  checkExamples(routes);
  const outside = Object.entries(OUTSIDE).flatMap(([route, states]) =>
    Object.entries(states).map(([state, path]): View => {
      const name = ["outside", nameOf(route), state].filter(Boolean).join("-");
      return { name, shop: "outside", path: new URL(path(world), world.sandbox.addresses.app).href };
    }),
  );
  const mails = Object.entries(world.mails).flatMap(([kind, paths]) =>
    Object.entries(paths).map(([locale, path]) => ({ name: `mail-${kind}`, path, locale })),
  );
  return [
    ...routes.flatMap((route) => viewsOf(route, EXAMPLES[route.name], world)),
    ...outside,
    ...mails.map(({ path, ...mail }): View => ({
      ...mail,
      shop: "outside",
      path: new URL(path, world.sandbox.addresses.admin).href,
    })),
  ];
}

function nameOf(route: string): string {
  if (route === "app.$") return "not-found";
  return route
    .replace(/^app\./, "")
    .replace("._index", "")
    .replace("_index", "home")
    .replaceAll(/[$._]+/g, "-");
}

function viewsOf(route: PageRoute, example: Example | undefined, world: PageWorld): View[] {
  if (!example) return [];
  const page = nameOf(route.name);
  const address = route.address.replaceAll(/:\w+/g, UNKNOWN).replace("*", NO_PAGE);
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
