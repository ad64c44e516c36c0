import { tellAdmin } from "./channel.js";

/** Parameters that the admin adds to an address when it opens the app; not part of the address itself. */
const LAUNCH_PARAMETERS = [
  "appLoadId",
  "embedded",
  "hmac",
  "host",
  "id_token",
  "locale",
  "protocol",
  "session",
  "shop",
  "timestamp",
];

/** Tells the admin where this page is, now and whenever that changes. */
export function reportLocation() {
  const report = () => {
    const address = new URL(location.href);
    for (const name of LAUNCH_PARAMETERS) address.searchParams.delete(name);
    tellAdmin("location", { path: address.pathname + address.search + address.hash, title: document.title });
  };
  for (const change of ["pushState", "replaceState"]) {
    const original = history[change].bind(history);
    history[change] = (...given) => {
      original(...given);
      report();
    };
  }
  for (const event of ["popstate", "hashchange", "DOMContentLoaded"]) window.addEventListener(event, report);
  // A title follows its page a moment later.
  new MutationObserver(report).observe(document.head, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  report();
}

/** Sends to the admin what is meant for it: `shopify:` addresses, and what wants to leave the frame. */
export function interceptLeaving() {
  const plain = window.open.bind(window);
  window.open = (url = "", target = "_blank", ...rest) => {
    if (!leaves(String(url), target)) return plain(url, target, ...rest);
    tellAdmin("open", { url: absolute(String(url)) });
    return null;
  };
  document.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    if (!leaves(link.href, link.target)) return;
    event.preventDefault();
    tellAdmin("open", { url: link.href });
  });
}

function leaves(url, target) {
  return /^shopify:/i.test(url) || target === "_top" || target === "_parent";
}

function absolute(url) {
  return new URL(url, location.href).href;
}
