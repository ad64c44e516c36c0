import { ADMIN_ORIGIN, API_KEY, askAdmin, nextNumber, onAdmin, tellAdmin } from "./channel.js";
import { wrapFetch } from "./fetch.js";
import { hideElements, Modal } from "./modal.js";
import { NavMenu } from "./nav-menu.js";
import { interceptLeaving, reportLocation } from "./navigation.js";
import { leaveConfirmation, SaveBar, watchForms } from "./save-bar.js";
import { idToken, reloadsWithToken } from "./session-token.js";
import { TitleBar } from "./title-bar.js";

/**
 * Features that the sandbox's admin lacks. Each throws when it is used (names: `ShopifyGlobal` in
 * @shopify/app-bridge-types).
 */
const NOT_SIMULATED = [
  "app",
  "intents",
  "picker",
  "pos",
  "resourcePicker",
  "reviews",
  "scanner",
  "shopifyQL",
  "support",
  "tools",
  "user",
  "webVitals",
];

const query = new URLSearchParams(location.search);
const config = {
  apiKey: API_KEY,
  host: query.get("host") ?? undefined,
  locale: query.get("locale") ?? "en",
  shop: query.get("shop") ?? undefined,
};

if (window.top === window) openInAdmin();
else begin();

function begin() {
  window.shopify = {
    ...Object.fromEntries(NOT_SIMULATED.map((name) => [name, notSimulated(name)])),
    config,
    origin: location.origin,
    ready: Promise.resolve(),
    environment: { embedded: true, intent: false, mobile: false, pos: false },
    idToken,
    loading: (on = true) => tellAdmin("loading", { on: on !== false }),
    modal: byId(),
    saveBar: { ...byId(), leaveConfirmation },
    scopes: {
      query: async () => (await askAdmin("scopes", { scopes: [] })).detail,
      request: (scopes) => askAdmin("scopes", { scopes }),
      revoke: notSimulated("scopes.revoke"),
    },
    toast: toasts(),
  };
  tellAdmin("hello");
  if (reloadsWithToken()) return;
  hideElements();
  wrapFetch({ locale: config.locale, open: (...given) => window.open(...given) });
  interceptLeaving();
  customElements.define("ui-modal", Modal);
  customElements.define("ui-nav-menu", NavMenu);
  customElements.define("ui-save-bar", SaveBar);
  customElements.define("ui-title-bar", TitleBar);
  watchForms();
  reportLocation();
}

/** Outside the admin App Bridge goes there, unless it cannot know which shop's (the feature `auto-redirect`). */
function openInAdmin() {
  const store = config.shop?.replace(/\.myshopify\.com$/, "");
  if (store) location.replace(`${ADMIN_ORIGIN}/store/${store}/apps/${API_KEY}${location.pathname}`);
}

function byId() {
  const call = (method) => async (id) => document.getElementById(id)?.[method]();
  return { show: call("show"), hide: call("hide"), toggle: call("toggle") };
}

function toasts() {
  const options = new Map();
  onAdmin("toast-event", ({ id, event }) => {
    const { onAction, onDismiss } = options.get(id) ?? {};
    (event === "action" ? onAction : onDismiss)?.();
  });
  return {
    show: (message, { onAction, onDismiss, action, duration = 5000, isError = false } = {}) => {
      const id = `toast-${nextNumber()}`;
      options.set(id, { onAction, onDismiss });
      tellAdmin("toast", { id, message, action, duration, isError });
      return id;
    },
    hide: (id) => tellAdmin("toast-hide", { id }),
  };
}

function notSimulated(name) {
  const refuse = () => {
    throw new Error(`The sandbox does not simulate shopify.${name}.`);
  };
  return new Proxy(refuse, { get: refuse });
}
