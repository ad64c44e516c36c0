import path from "node:path";
import express, { type RequestHandler, Router } from "express";
import { z } from "zod";

import { type AdminPage, renderAdminPage, renderMissingPage } from "./admin-page.ts";
import { launchAddress, storeName } from "./launch-address.ts";
import { type ResourceShop, resourcePages } from "./resource-pages.ts";

export type AdminOptions = {
  shops: readonly ResourceShop[];
  apiKey: string;
  appName: string;
  /** The app's address for the browser, such as http://127.0.0.1:4000. */
  appOrigin: string;
  /** Mints a session token for that shop's owner. */
  sessionToken: (asked: { shop: string }) => Promise<string>;
  /** Asks that shop's merchant for optional scopes. */
  grantScopes: (asked: { shop: string; scopes: string[] }) => unknown;
};

/**
 * The simulated admin: `/store/<shop>/apps/<app>/<path>` shows the app's `<path>` in a frame, with all that an app
 * expects around it. The app is found under its handle, and under its API key as in Shopify's own admin.
 */
export function createAdmin({
  shops,
  apiKey,
  appName,
  appOrigin,
  sessionToken,
  grantScopes,
}: AdminOptions): RequestHandler {
  const handle = appName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const home = (shop: string) => `/store/${storeName(shop)}/apps/${handle}`;
  const findShop = (store: string | undefined) => shops.find(({ domain }) => storeName(domain) === store);
  const [firstShop] = shops;
  if (!firstShop) throw new Error("The admin needs a shop.");

  const admin = Router();
  admin.use("/_admin", express.static(path.join(import.meta.dirname, "page"), { cacheControl: false }));
  admin.use((_request, response, next) => {
    // Pages are fresh for a minute only, and must not be embedded or sniffed.
    response.set({
      "cache-control": "no-store",
      "content-security-policy": `default-src 'self'; frame-src ${appOrigin}; frame-ancestors 'none'`,
      "x-content-type-options": "nosniff",
    });
    next();
  });

  admin.get("/", (_request, response) => {
    response.redirect(home(firstShop.domain));
  });

  admin.get("/store/:store", (request, response, next) => {
    const shop = findShop(request.params.store);
    if (shop) response.redirect(home(shop.domain));
    else next();
  });

  admin.get(["/store/:store/apps/:app", "/store/:store/apps/:app/*"], (request, response, next) => {
    const { store = "", app = "" } = request.params;
    const shop = findShop(store);
    if (!shop || ![handle, apiKey].includes(app)) {
      next();
      return;
    }
    const place = request.url.slice(`/store/${store}/apps/${app}`.length);
    if (app === apiKey) {
      response.redirect(home(shop.domain) + place);
      return;
    }
    const page: AdminPage = { appName, appOrigin, home: home(shop.domain), shop, shops, homeOf: home };
    sessionToken({ shop: shop.domain })
      .then((token) => {
        const opened = place.startsWith("/") ? place : `/${place}`;
        const frame = launchAddress({
          appOrigin,
          path: opened,
          shop: shop.domain,
          token,
          now: new Date(),
          locale: shop.owner?.locale,
        });
        response.type("html").send(renderAdminPage(page, frame));
      })
      .catch(next);
  });

  admin.post("/store/:store/session-token", (request, response, next) => {
    const shop = findShop(request.params.store);
    // Browsers send the origin of the requesting page with every POST.
    if (!shop || request.get("origin") !== `http://${request.get("host") ?? ""}`) {
      response.status(403).json({ error: "Session tokens are for the admin's own page." });
      return;
    }
    sessionToken({ shop: shop.domain })
      .then((token) => response.json({ token }))
      .catch(next);
  });

  admin.post("/store/:store/scopes", express.json(), (request, response) => {
    const shop = findShop(request.params.store);
    const asked = z.object({ scopes: z.array(z.string()) }).safeParse(request.body);
    if (!shop || !asked.success || request.get("origin") !== `http://${request.get("host") ?? ""}`)
      response.status(403).json({ error: "Scopes are granted in the admin's own page." });
    else response.json(grantScopes({ shop: shop.domain, ...asked.data }));
  });

  admin.use(resourcePages({ shops, appOrigin }));

  admin.get("/store/:store/*", (request, response, next) => {
    const shop = findShop(request.params.store);
    if (shop)
      response
        .status(404)
        .type("html")
        .send(renderMissingPage(home(shop.domain), appName));
    else next();
  });

  return admin;
}
