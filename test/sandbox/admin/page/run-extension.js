import { sessionTokens } from "./session-tokens.js";

/** Runs an extension on stand-ins for Shopify's elements and API, in a frame of its own. */
const { handle, target, selected, appOrigin, tokenAddress, words } = JSON.parse(
  document.getElementById("extension").textContent,
);
const sessionToken = sessionTokens(tokenAddress);
const idToken = () => sessionToken({});

/** Shopify's messages to the page around the frame. */
function tell(message) {
  parent.postMessage(message, location.origin);
}

function translate(key, replacements = {}) {
  const text = key.split(".").reduce((branch, name) => branch?.[name], words);
  if (typeof text !== "string") throw new Error(`The extension has no words for ${key}.`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => replacements[name] ?? "");
}

globalThis.shopify = {
  extension: { target },
  data: { selected: selected.map((id) => ({ id })) },
  i18n: { translate },
  auth: { idToken },
  close: () => tell({ close: true }),
};

/** Relative addresses lead to the app, with the session token, as in Shopify's frames. */
const fetchInPage = globalThis.fetch;
globalThis.fetch = async (address, init = {}) => {
  const url = new URL(address, appOrigin);
  if (url.origin !== appOrigin || !String(address).startsWith("/api/")) return fetchInPage(address, init);
  const headers = { ...init.headers, authorization: `Bearer ${await idToken()}` };
  return fetchInPage(url, { ...init, headers });
};

const ROLES = {
  "s-banner": "status",
  "s-link": "link",
  "s-list-item": "listitem",
  "s-spinner": "progressbar",
  "s-unordered-list": "list",
  "s-divider": "separator",
  "s-admin-block": "region",
  "s-admin-action": "region",
};
for (const [name, role] of Object.entries(ROLES)) {
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        this.setAttribute("role", role);
        const label = this.getAttribute("heading") ?? this.getAttribute("accessibilityLabel");
        if (label) this.setAttribute("aria-label", label);
      }
    },
  );
}

customElements.define(
  "s-button",
  class extends HTMLElement {
    connectedCallback() {
      this.setAttribute("role", "button");
      this.tabIndex = 0;
      this.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") this.click();
      });
    }
  },
);

document.addEventListener("click", (event) => {
  const href = event.target.closest("s-link")?.getAttribute("href");
  if (href) tell({ open: href });
});
new ResizeObserver(() => tell({ height: document.documentElement.offsetHeight })).observe(document.body);

const { default: main } = await import(`/_admin/extensions/${handle}.js`);
main();
