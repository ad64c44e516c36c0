import { type Request, Router } from "express";

import { html } from "./admin-page.ts";
import { bundleExtension, readExtensions, type UiExtension } from "./extensions.ts";
import { storeName } from "./launch-address.ts";

/** A shop as these pages show it. */
export type ResourceShop = {
  domain: string;
  name: string;
  owner?: { locale: string };
  orders?: readonly {
    id: number;
    name: string;
    financialStatus: string;
    cancelledAt: Date | null;
    fulfillmentOrders: readonly { status: string; requestStatus: string }[];
  }[];
  catalog?: { products: ReadonlyMap<number, { id: number; title: string; status: string }> };
};

/**
 * Stand-ins for Shopify's own pages: the list of orders, an order, and a product, with the extensions that are drawn there. An
 * extension runs in a frame of its own, on stand-ins for Shopify's elements, which come from Shopify's CDN.
 */
export function resourcePages({
  shops,
  appOrigin,
}: {
  shops: readonly ResourceShop[];
  appOrigin: string;
}): Router {
  const pages = Router();
  const findShop = (store: string | undefined) => shops.find(({ domain }) => storeName(domain) === store);

  pages.get("/_admin/extensions/:handle.js", (request, response, next) => {
    findExtension(request.params.handle)
      .then(async (extension) => {
        if (extension) response.type("js").send(await bundleExtension(extension));
        else next();
      })
      .catch(next);
  });

  pages.get("/store/:store/extensions/:handle", (request, response, next) => {
    const shop = findShop(request.params.store);
    const search = searchOf(request);
    findExtension(request.params.handle)
      .then(async (extension) => {
        if (!shop || !extension) {
          next();
          return;
        }
        response.set(
          "content-security-policy",
          `default-src 'self'; connect-src 'self' ${appOrigin}; frame-ancestors 'self'`,
        );
        response.type("html").send(
          renderFrame({
            handle: extension.handle,
            target: extension.target,
            selected: search.getAll("id"),
            appOrigin,
            tokenAddress: `/store/${storeName(shop.domain)}/session-token`,
            words: await extension.words(search.get("locale") ?? "en"),
          }),
        );
      })
      .catch(next);
  });

  pages.get(
    ["/store/:store/orders", "/store/:store/orders/:id", "/store/:store/products/:id"],
    (request, response, next) => {
      const shop = findShop(request.params.store);
      const id = Number((request.params as { id?: string }).id);
      const locale = searchOf(request).get("locale") ?? "en";
      const body = shop && bodyOf(shop, { isOrder: request.path.includes("/orders"), id });
      if (!body) {
        next();
        return;
      }
      readExtensions()
        .then(async (extensions) => {
          const its = extensions.filter(({ target }) => target === body.target);
          // The page's frames are the admin's own.
          response.set("content-security-policy", "default-src 'self'; frame-ancestors 'none'");
          response
            .type("html")
            .send(renderPage(shop, { ...body, locale, drawn: await drawn(its, { shop, locale, body }) }));
        })
        .catch(next);
    },
  );
  return pages;
}

function searchOf({ url }: Request): URLSearchParams {
  return new URL(url, "http://localhost").searchParams;
}

async function findExtension(handle: string | undefined): Promise<UiExtension | undefined> {
  return (await readExtensions()).find((each) => each.handle === handle);
}

type Body = { title: string; target: string; main: string; resource: string | null };

function bodyOf(shop: ResourceShop, { isOrder, id }: { isOrder: boolean; id: number }): Body | null {
  if (!isOrder) {
    const product = shop.catalog?.products.get(id);
    if (!product) return null;
    return {
      title: product.title,
      target: "admin.product-details.block.render",
      main: `<p>${html(product.status)}</p>`,
      resource: `gid://shopify/Product/${String(id)}`,
    };
  }
  if (Number.isNaN(id)) return shop.orders ? listOf(shop) : null;
  const order = shop.orders?.find((each) => each.id === id);
  if (!order) return null;
  const parts = order.fulfillmentOrders.map(
    ({ status, requestStatus }) => `<li>${html(status)}, ${html(requestStatus)}</li>`,
  );
  const payment = order.cancelledAt === null ? order.financialStatus : `${order.financialStatus}, CANCELED`;
  return {
    title: order.name,
    target: "admin.order-details.block.render",
    main: `<p>${html(payment)}</p><ul>${parts.join("")}</ul>`,
    resource: `gid://shopify/Order/${String(id)}`,
  };
}

function listOf({ domain, orders = [], catalog }: ResourceShop): Body {
  const home = `/store/${storeName(domain)}`;
  const rows = orders.toReversed().map(
    ({ id, name, financialStatus }) => `<tr>
  <td><input type="checkbox" value="gid://shopify/Order/${String(id)}" aria-label="Select ${html(name)}"></td>
  <td><a href="${home}/orders/${String(id)}">${html(name)}</a></td><td>${html(financialStatus)}</td>
</tr>`,
  );
  const products = [...(catalog?.products.values() ?? [])].map(
    ({ id, title }) => `<li><a href="${home}/products/${String(id)}">${html(title)}</a></li>`,
  );
  return {
    title: "Orders",
    target: "admin.order-index.selection-action.render",
    main: `<table><tbody>${rows.join("\n")}</tbody></table><h2>Products</h2><ul>${products.join("")}</ul>`,
    resource: null,
  };
}

/**
 * Returns a block's frame. For the list, returns an action's button and dialog, whose frame opens with the ticked
 * orders.
 */
async function drawn(
  extensions: UiExtension[],
  { shop, locale, body }: { shop: ResourceShop; locale: string; body: Body },
): Promise<string> {
  const parts = extensions.map(async (extension) => {
    const { name } = (await extension.words(locale)) as { name: string };
    const address = `/store/${storeName(shop.domain)}/extensions/${extension.handle}?locale=${encodeURIComponent(locale)}`;
    const title = `${html(name)} extension`;
    if (body.resource !== null)
      return `<iframe title="${title}" src="${html(`${address}&id=${encodeURIComponent(body.resource)}`)}"></iframe>`;
    return `<button type="button" class="action" data-address="${html(address)}" disabled>${html(name)}</button>
<dialog><iframe title="${title}"></iframe></dialog>`;
  });
  return (await Promise.all(parts)).join("\n");
}

function renderPage(
  { domain, name }: ResourceShop,
  { title, main, locale, drawn: extensions }: Body & { locale: string; drawn: string },
): string {
  const store = `/store/${storeName(domain)}`;
  return `<!doctype html>
<html lang="${html(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} · ${html(name)}</title>
<link rel="icon" href="/_admin/icon.svg">
<link rel="stylesheet" href="/_admin/resource.css">
</head>
<body class="resource" data-store="${html(store)}">
<header><a href="${html(store)}">App</a> <a href="${html(store)}/orders">Orders and products</a></header>
<main>
<h1>${html(title)}</h1>
${main}
${extensions}
<p class="note">A stand-in for Shopify's page, on this computer only.</p>
</main>
<script type="module" src="/_admin/resource.js"></script>
</body>
</html>
`;
}

/** The document that an extension draws its body into. */
function renderFrame(extension: { words: unknown } & Record<string, unknown>): string {
  const json = JSON.stringify(extension).replaceAll("<", String.raw`\u003c`);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>Extension</title>
<link rel="stylesheet" href="/_admin/resource.css">
<script type="application/json" id="extension">${json}</script>
<script type="module" src="/_admin/run-extension.js"></script>
</head>
<body class="extension"></body>
</html>
`;
}
