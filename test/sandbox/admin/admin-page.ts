export type AdminPage = {
  appName: string;
  appOrigin: string;
  /** Path of the app in this admin. */
  home: string;
  shop: { domain: string; name: string };
  shops: readonly { domain: string; name: string }[];
  /** Path of the app in the admin of that shop. */
  homeOf: (shop: string) => string;
};

/** The admin around the app, which `frameAddress` opens. The scripts in `page/` bring it to life, the frame last. */
export function renderAdminPage(page: AdminPage, frameAddress: string): string {
  const { appName, appOrigin, home, shop, shops, homeOf } = page;
  const others = shops.filter(({ domain }) => domain !== shop.domain);
  const letter = html(appName.charAt(0));
  return document(
    `${appName} · ${shop.name}`,
    `<body data-app-origin="${html(appOrigin)}" data-home="${html(home)}" data-token-address="${html(tokenAddress(home))}" data-scopes-address="${html(scopesAddress(home))}">
<div id="loading" role="progressbar" aria-label="Loading"></div>
<header class="top">
  <button id="menu-button" type="button" aria-controls="side" aria-expanded="false" aria-label="Menu">
    <span></span><span></span><span></span>
  </button>
  <p class="brand">Sandbox admin</p>
  <section id="save-bar" aria-label="Unsaved changes" hidden>
    <p>Unsaved changes</p>
    <div class="buttons"></div>
  </section>
  <details class="shop">
    <summary><span class="avatar" aria-hidden="true">${html(initials(shop.name))}</span><span>${html(shop.name)}</span></summary>
    <div>
      <p>${html(shop.domain)}</p>
      ${others.map(({ domain, name }) => `<a href="${html(homeOf(domain))}">${html(name)}</a>`).join("\n      ")}
    </div>
  </details>
</header>
<div class="body">
  <nav id="side" aria-label="Apps">
    <p class="heading">Apps</p>
    <a id="app-link" href="${html(home)}"><span class="app-icon" aria-hidden="true">${letter}</span>${html(appName)}</a>
    <ul id="menu"></ul>
    <a href="${html(ordersAddress(home))}">Shopify's own pages</a>
    <p class="note">A simulated Shopify admin, on this computer only.</p>
  </nav>
  <main>
    <div class="title-bar">
      <span class="app-icon" aria-hidden="true">${letter}</span>
      <h1 id="title">${html(appName)}</h1>
      <div id="actions" class="buttons"></div>
    </div>
    <iframe id="app" title="${html(appName)}" data-address="${html(frameAddress)}"></iframe>
  </main>
</div>
<div id="toasts" role="status" aria-live="polite"></div>
<dialog id="leave" aria-labelledby="leave-title">
  <form method="dialog">
    <h2 id="leave-title">Leave with unsaved changes?</h2>
    <p>What you have changed on this page will be lost.</p>
    <div class="buttons">
      <button value="stay">Stay</button>
      <button value="leave" class="primary">Leave page</button>
    </div>
  </form>
</dialog>
<dialog id="permissions" aria-labelledby="permissions-title">
  <form method="dialog">
    <h2 id="permissions-title">${html(appName)} needs more permissions</h2>
    <ul></ul>
    <div class="buttons">
      <button value="cancel">Cancel</button>
      <button value="update" class="primary">Update</button>
    </div>
  </form>
</dialog>
<script type="module" src="/_admin/admin.js"></script>
</body>`,
  );
}

/** Renders the page for pages of the admin that the sandbox lacks. */
export function renderMissingPage(home: string, appName: string): string {
  return document(
    "Not in the sandbox",
    `<body class="missing">
<main>
  <h1>This page of the admin is not in the sandbox</h1>
  <p><a href="${html(home)}">Back to ${html(appName)}</a></p>
</main>
</body>`,
  );
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<link rel="icon" href="/_admin/icon.svg">
<link rel="stylesheet" href="/_admin/admin.css">
</head>
${body}
</html>
`;
}

function tokenAddress(home: string): string {
  return home.replace(/\/apps\/.*/, "/session-token");
}

function scopesAddress(home: string): string {
  return home.replace(/\/apps\/.*/, "/scopes");
}

function ordersAddress(home: string): string {
  return home.replace(/\/apps\/.*/, "/orders");
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}

/** Writes text into markup. */
export function html(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
