/** How to fill each page of the app, and its further states. */
import type { Frame, Locator, Page } from "playwright-core";

import { importAddress, pricesAddress } from "../../app/catalog/import/runs/selection.ts";
import type { Translate } from "../../app/messages/translate.ts";
import { query } from "../support/database.ts";
import type { PageWorld } from "./page-world.ts";

/** A page that is open in the browser. */
export type Look = {
  page: Page;
  frame: Frame;
  t: Translate;
  world: PageWorld;
  goTo: (path: string) => Promise<void>;
};

export type State = {
  path?: string | ((world: PageWorld) => string);
  /** Brings the page into the state, if the address alone does not. */
  act?: (look: Look) => Promise<unknown>;
  /** Finds an element that the page shows only in this state. */
  shows: (look: Look) => Locator;
  /** Undoes what `act` has changed for other pages. */
  undo?: (look: Look) => Promise<unknown>;
};

export type Example = {
  /** The address in the filled shop, if the route has a parameter. */
  path?: (world: PageWorld) => string;
  /** Finds an element that the page shows only when it is filled. */
  shows: (look: Look) => Locator;
  /** Further states of the filled page: by another address, by what the merchant does, or both. */
  states?: Record<string, State>;
  /** States of the page in the shop that is not connected. */
  newStates?: Record<string, State>;
};

const button = ({ frame }: Look, name: string) => frame.getByRole("button", { name, exact: true });
const heading = ({ frame }: Look, name: string) => frame.getByRole("heading", { name, exact: true });
const dialog = ({ frame }: Look) => frame.getByRole("dialog").getByRole("button").first();
/** The first wrong field, which has the focus. */
const wrongField = ({ frame }: Look) =>
  frame.locator("[aria-invalid=true]").first().and(frame.locator(":focus"));
const rate = (frame: Frame) => frame.locator("input[value='4.90'], input[value='4,90']");
const text = ({ frame }: Look, words: string) => frame.getByText(words).first();
/** Presses the button of App Bridge's save bar, which the admin shows. */
const save = ({ page }: Look) => page.locator("#save-bar .primary").click();

/**
 * How to fill each page, by the name of its route.
 *
 * A dialog, a failure or a selection is a state of its own.
 */
export const EXAMPLES: Record<string, Example> = {
  "app.$": { shows: (look) => heading(look, look.t("page.not-found.title")) },
  "app._index": {
    shows: (look) => heading(look, look.t("home.attention")),
    newStates: {
      "wrong-password": {
        act: async (look) => {
          await look.frame.getByLabel(look.t("connection.email")).fill("owner@example.com");
          await look.frame.getByLabel(look.t("connection.password")).fill("wrong");
          await button(look, look.t("connection.connect.submit")).click();
        },
        // The banner with the problem gets the focus.
        shows: ({ frame, t }) =>
          frame
            .locator(".Polaris-Banner:focus")
            .filter({ hasText: t("connection.problem.sign-in-rejected.title") }),
      },
    },
    states: {
      outage: {
        act: async ({ world, goTo }) => {
          await query(
            world.sandbox.databaseUrl,
            "insert into supplier_outage (since, seen_at) values (now(), now() + interval '1 hour')",
          );
          // Remix reads all data of the page again if the address has other parameters.
          await goTo("/app?again=1");
        },
        shows: (look) => text(look, look.t("outage.title")),
        undo: ({ world }) => query(world.sandbox.databaseUrl, "delete from supplier_outage"),
      },
      failed: {
        act: async ({ page, goTo }) => {
          await page.route(/_data=routes%2Fapp\._index/, (route) => route.fulfill({ status: 500 }));
          await goTo("/app/orders");
          await goTo("/app");
        },
        shows: (look) => heading(look, look.t("page.failed.title")),
        undo: ({ page }) => page.unrouteAll(),
      },
    },
  },
  "app.activity": { shows: ({ frame }) => frame.getByRole("listitem").nth(3) },
  "app.branding": {
    shows: ({ frame }) => frame.getByText("Harbour Goods").first(),
    states: {
      version: {
        path: "/app/branding?version=1",
        shows: (look) => heading(look, look.t("branding.version.title", { number: 1 })),
      },
      wrong: {
        act: async (look) => {
          await look.frame.getByLabel(look.t("branding.field.brandName")).fill("");
          await save(look);
        },
        shows: wrongField,
      },
    },
  },
  "app.catalog": {
    shows: ({ frame }) => frame.getByRole("link", { name: /./ }).nth(20),
    states: {
      filters: {
        act: (look) => button(look, look.t("catalog.filters")).click(),
        shows: (look) => look.frame.getByLabel(look.t("catalog.cost.min")),
      },
      filtered: {
        path: "/app/catalog?show=imported&stock=1",
        shows: (look) => text(look, look.t("catalog.filters.chosen", { count: 2 })),
      },
      none: {
        path: "/app/catalog?q=zzzzzz",
        shows: (look) => text(look, look.t("catalog.nothing-found")),
      },
      selected: {
        act: async ({ frame }) => {
          const boxes = frame.locator("tbody input[type=checkbox]:enabled");
          for (const at of [0, 1]) await boxes.nth(at).check({ force: true });
        },
        shows: (look) => button(look, look.t("catalog.import-selected")),
      },
      "selected-in-shop": {
        path: "/app/catalog?show=imported",
        act: ({ frame }) => frame.locator("thead input[type=checkbox]").first().check({ force: true }),
        shows: (look) => button(look, look.t("catalog.import-selected")),
      },
    },
  },
  "app.catalog_.import": {
    path: ({ offered }) => importAddress(offered),
    shows: ({ frame, t }) => frame.getByRole("button", { name: t("imports.start", { count: 3 }) }),
  },
  "app.catalog_.prices": {
    path: ({ imported }) => pricesAddress([imported]),
    shows: (look) => button(look, look.t("price-edits.preview")),
    states: {
      "below-cost": {
        path: ({ imported }) => `${pricesAddress([imported])}&by=fixed&value=0`,
        shows: (look) => text(look, look.t("price-edits.below-cost")),
      },
      wrong: {
        path: ({ imported }) => `${pricesAddress([imported])}&by=percent&value=ten`,
        shows: ({ frame }) => frame.locator("[aria-invalid=true]").first(),
      },
    },
  },
  "app.dry-run": {
    shows: (look) => button(look, look.t("dry-run.latest")),
    states: {
      latest: {
        act: (look) => button(look, look.t("dry-run.latest")).click(),
        shows: (look) => text(look, look.t("dry-run.decision.known")),
      },
      missing: {
        act: (look) => button(look, look.t("dry-run.try")).click(),
        shows: wrongField,
      },
    },
  },
  "app.imports._index": { shows: ({ frame }) => frame.getByRole("link").first() },
  "app.imports.$id": {
    path: ({ importId }) => `/app/imports/${importId}`,
    shows: ({ frame }) => frame.getByRole("link").first(),
  },
  "app.links": {
    shows: ({ frame, t }) => frame.getByText(t("links.at-supplier")).first(),
    states: {
      linked: { path: "/app/links?show=linked", shows: ({ frame }) => frame.getByRole("link").nth(3) },
    },
  },
  "app.methods": { shows: (look) => heading(look, look.t("methods.assign.title")) },
  "app.notifications": {
    shows: ({ frame }) => frame.getByText("orders-en@harbor-goods.example"),
    states: {
      wrong: {
        act: async (look) => {
          await look.frame.getByLabel(look.t("notifications.recipients.new")).fill("not-an-address");
          await button(look, look.t("notifications.recipients.add")).click();
        },
        shows: wrongField,
      },
    },
  },
  "app.orders._index": {
    shows: ({ frame }) => frame.getByRole("link", { name: /^#\d+$/ }).nth(2),
    states: {
      "to-send": {
        path: "/app/orders?show=to-send",
        shows: ({ frame }) => frame.getByRole("button", { name: /#\d+/ }).first(),
      },
      "to-send-dialog": {
        path: "/app/orders?show=to-send",
        act: ({ frame }) => frame.getByRole("button", { name: /#\d+/ }).last().click(),
        shows: dialog,
      },
      "to-send-loss": {
        path: "/app/orders?show=to-send",
        act: async ({ frame, t }) => {
          await frame.getByLabel(t("to-send.select-all")).check();
          await frame.getByRole("button", { name: t("to-send.send-selected", { count: 2 }) }).click();
        },
        shows: (look) => text(look, look.t("to-send.confirm.with-loss", { count: 1 })),
      },
      attention: {
        path: "/app/orders?show=needs-attention",
        shows: ({ frame }) => frame.getByRole("link", { name: /^#\d+$/ }),
      },
      selected: {
        act: ({ frame, t }) => frame.getByLabel(t("to-send.select-all")).check(),
        shows: (look) => text(look, look.t("bulk.clear")),
      },
      filtered: {
        path: "/app/orders?state=shipped&country=DE",
        shows: (look) => button(look, look.t("orders.filters.chosen", { count: 2 })),
      },
      none: {
        path: "/app/orders?query=zzzzzz",
        shows: (look) => heading(look, look.t("orders.empty.query.title")),
      },
    },
  },
  "app.orders.$id": {
    path: ({ orders }) => `/app/orders/${orders.shipped}`,
    shows: (look) => heading(look, look.t("shipments.title")),
    states: {
      placed: {
        path: ({ orders }) => `/app/orders/${orders.placed}`,
        shows: (look) => button(look, look.t("orders.button.update")),
      },
      held: {
        path: ({ orders }) => `/app/orders/${orders.held}`,
        shows: (look) => button(look, look.t("orders.button.retry")),
      },
      dialog: {
        path: ({ orders }) => `/app/orders/${orders.held}`,
        act: (look) => button(look, look.t("orders.button.cancel")).click(),
        shows: dialog,
      },
    },
  },
  "app.prices": {
    shows: (look) => heading(look, look.t("prices.preview.title")),
    states: {
      wrong: {
        act: async (look) => {
          // Saving is answered before the preview of the typed rules.
          await look.page.route(/app\.prices/, (route, request) =>
            request.postData()?.includes("intent=preview") === true ? undefined : route.continue(),
          );
          await look.frame.getByLabel(look.t("prices.value.percent"), { exact: true }).fill("much");
          await save(look);
        },
        shows: wrongField,
        undo: ({ page }) => page.unrouteAll(),
      },
    },
  },
  "app.products.$id": {
    path: ({ imported }) => `/app/products/${imported}`,
    shows: (look) => heading(look, look.t("product.prices.title")),
    states: {
      "not-imported": {
        path: ({ offered: [first = ""] }) => `/app/products/${first}`,
        shows: (look) => heading(look, look.t("product.details")),
      },
      "stop-selling": {
        act: (look) => button(look, look.t("catalog.stop-selling")).click(),
        shows: dialog,
      },
    },
  },
  "app.profit": { shows: ({ frame }) => frame.getByRole("table").first() },
  "app.rates": {
    shows: ({ frame }) => rate(frame),
    states: {
      wrong: {
        act: async (look) => {
          await rate(look.frame).fill("much");
          await save(look);
        },
        shows: wrongField,
      },
    },
  },
  "app.reconciliation": { shows: ({ frame }) => frame.getByRole("table").getByRole("row").nth(1) },
  "app.rules": {
    shows: (look) => heading(look, look.t("rules.when.title")),
    states: {
      wrong: {
        act: async (look) => {
          await look.frame.getByLabel(look.t("rules.orders-per-day"), { exact: true }).fill("many");
          await save(look);
        },
        shows: wrongField,
      },
    },
  },
  "app.settings": {
    shows: (look) => button(look, look.t("connection.disconnect")),
    states: {
      disconnect: {
        act: (look) => button(look, look.t("connection.disconnect")).click(),
        shows: dialog,
      },
      channels: {
        act: (look) => button(look, look.t("channels.choose")).click(),
        shows: dialog,
      },
    },
    newStates: {
      missing: {
        act: (look) => button(look, look.t("connection.connect.submit")).click(),
        shows: wrongField,
      },
    },
  },
  "app.start": {
    shows: (look) => look.frame.getByLabel(look.t("start.markup")),
    states: {
      wrong: {
        act: async (look) => {
          await look.frame.getByLabel(look.t("start.markup")).fill("much");
          await button(look, look.t("start.confirm")).click();
        },
        shows: wrongField,
      },
    },
  },
  "app.sync": {
    shows: (look) => heading(look, look.t("sync.title")),
    states: Object.fromEntries(
      ["approvals", "yours", "history", "settings"].map((tab) => [
        tab,
        {
          path: `/app/sync?show=${tab}`,
          shows: ({ frame }: Look) => frame.locator(`[role=tab][id=${tab}][aria-selected=true]`),
        },
      ]),
    ),
  },
};

/** The pages outside the admin, each with its states. */
export const OUTSIDE: Record<string, Record<string, (world: PageWorld) => string>> = {
  _index: { "": () => "/", "not-found": () => "/no-such-page" },
  "notifications.$action": {
    confirm: ({ links }) => links.confirm,
    unsubscribe: ({ links }) => links.unsubscribe,
    invalid: () => "/notifications/confirm",
  },
};
