import express, { type Request } from "express";

/** The tiny app's record of requests to `/api`. */
export type Seen = { authorization?: string | undefined; language?: string | undefined; body: string };

/**
 * An embedded app in a few lines, for the tests of the admin around it: pages that ask for a token as Shopify's SDK
 * does, and an API that accepts the tokens in `accepted`.
 */
export function tinyApp() {
  const accepted = new Set<string>();
  const seen: Seen[] = [];
  let bounces = 0;
  const app = express();

  app.get("/auth/session-token", (_request, response) => {
    bounces += 1;
    response.type("html").send(APP_BRIDGE);
  });

  app.all("/api", express.text({ type: "*/*" }), (request, response) => {
    const { authorization, "accept-language": language } = request.headers;
    seen.push({ authorization, language, body: String(request.body) });
    if (accepted.has(authorization?.replace("Bearer ", "") ?? "")) response.send("welcome");
    else {
      if (request.query.retry === "1") response.set("X-Shopify-Retry-Invalid-Session-Request", "1");
      response.status(401).send("no");
    }
  });

  app.get("*", (request, response) => {
    const token = request.query.id_token;
    if (typeof token !== "string" || !accepted.has(token)) response.redirect(bouncePage(request));
    else response.type("html").send(PAGE);
  });

  return { app, accepted, seen, bounces: () => bounces };
}

/** As `redirectToBouncePage` in @shopify/shopify-app-remix makes it. */
function bouncePage(request: Request): string {
  const address = new URL(request.originalUrl, `http://${request.get("host") ?? ""}`);
  address.searchParams.delete("id_token");
  const query = new URLSearchParams(address.searchParams);
  query.set("shopify-reload", address.href);
  return `/auth/session-token?${query.toString()}`;
}

const APP_BRIDGE = `<script data-api-key="key" src="https://cdn.shopify.com/shopifycloud/app-bridge.js"></script>`;

/** The page's own scripts change pages without loading again, as Remix does. */
const PAGE = `<!doctype html>
<html lang="en"><head><title>Tiny</title></head><body>${APP_BRIDGE}
<ui-nav-menu><a href="/" rel="home">Home</a><a href="/second">Second</a><a href="/third">Third</a></ui-nav-menu>
<h2></h2>
<form data-save-bar><label>Name <input name="name" value="old"></label></form>
<p><a href="shopify://admin/products?a=1">Products</a> <a href="/second?from=link" target="_top">Leave</a></p>
<script>
  const asParsed = { api: typeof shopify, menu: document.querySelector("ui-nav-menu").outerHTML, nodes: document.querySelectorAll("*").length };
  const show = () => {
    document.title = location.pathname === "/" ? "Tiny" : location.pathname.slice(1);
    document.querySelector("h2").textContent = "At " + location.pathname;
  };
  addEventListener("shopify:navigate", ({ target }) => { history.pushState({}, "", target.getAttribute("href")); show(); });
  addEventListener("popstate", show);
  document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); window.saved = event.target.name.value; });
  show();
</script></body></html>`;
