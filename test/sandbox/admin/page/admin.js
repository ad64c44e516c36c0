import { showButtons } from "./buttons.js";
import { openChannel } from "./channel.js";
import { notices } from "./notices.js";
import { sessionTokens } from "./session-tokens.js";
import { sideNavigation } from "./side-navigation.js";

const { appOrigin, home, scopesAddress, tokenAddress } = document.body.dataset;
const frame = document.getElementById("app");
const saveBar = document.getElementById("save-bar");
const title = document.getElementById("title");
const appName = title.textContent;
const shopTitle = document.title;

const notice = notices({
  area: document.getElementById("toasts"),
  bar: document.getElementById("loading"),
  onEvent: (event) => tell("toast-event", event),
});

const side = sideNavigation({
  side: document.getElementById("side"),
  list: document.getElementById("menu"),
  appLink: document.getElementById("app-link"),
  menuButton: document.getElementById("menu-button"),
  home,
  navigate: async ({ href, address }) => {
    if (!(await mayLeave())) return;
    if (href === undefined) location.assign(address);
    else tell("navigate", { href });
  },
});

const tell = openChannel({
  frame,
  origin: appOrigin,
  handlers: {
    "confirm-leave": mayLeave,
    hello: beginAnew,
    "id-token": sessionTokens(tokenAddress),
    loading: ({ on }) => notice.loading(on),
    location: showLocation,
    menu: ({ items }) => side.setMenu(items),
    open: openAddress,
    "save-bar": showSaveBar,
    scopes: requestScopes,
    "title-bar": showTitleBar,
    toast: notice.toast,
    "toast-hide": notice.hideToast,
  },
});

// Only now: messages of the app before the listener exists are lost.
frame.src = frame.dataset.address;
notice.loading(true);
frame.addEventListener("load", () => notice.loading(false));

/** A document that ends in the frame does not say so; the next one does, and what the last one showed here is gone. */
function beginAnew() {
  showSaveBar({ buttons: null });
  showTitleBar({ title: "", buttons: [] });
  side.setMenu(null);
}

/** The app's place stands in the admin's own address, so that it can be reloaded, kept, and sent to others. */
function showLocation({ path, title: pageTitle }) {
  history.replaceState(history.state, "", home + (path === "/" ? "" : path));
  document.title = pageTitle && pageTitle !== appName ? `${pageTitle} · ${shopTitle}` : shopTitle;
  side.setPath(path);
}

function showTitleBar({ title: given, buttons }) {
  title.textContent = given || appName;
  showButtons(document.getElementById("actions"), buttons, (index) => tell("title-bar-press", { index }));
}

function showSaveBar({ buttons }) {
  saveBar.hidden = buttons === null;
  if (buttons) {
    showButtons(saveBar.querySelector(".buttons"), buttons, (index) => tell("save-bar-press", { index }));
  }
}

/** True when nothing is unsaved, or when it may be lost. */
async function mayLeave() {
  if (saveBar.hidden) return true;
  if ((await choiceIn(document.getElementById("leave"))) !== "leave") return false;
  showSaveBar({ buttons: null });
  return true;
}

/** The value of the button that closes the dialog; empty when it is closed otherwise. */
async function choiceIn(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue;
}

/**
 * Asks the merchant, as Shopify does, for those scopes that are declared as optional and not granted yet (shopify.dev,
 * Scopes API).
 */
async function requestScopes({ scopes }) {
  const { detail } = await postScopes([]);
  const asked = scopes.filter((scope) => detail.optional.includes(scope) && !detail.granted.includes(scope));
  if (asked.length > 0) {
    const dialog = document.getElementById("permissions");
    const items = asked.map((scope) => {
      const [access, ...subject] = scope.split("_");
      const textContent = `${access === "write" ? "Edit" : "View"} ${subject.join(" ")}`;
      return Object.assign(document.createElement("li"), { textContent });
    });
    dialog.querySelector("ul").replaceChildren(...items);
    if ((await choiceIn(dialog)) !== "update") return { result: "declined-all", detail };
  }
  return postScopes(scopes);
}

async function postScopes(scopes) {
  const answer = await fetch(scopesAddress, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ scopes }),
  });
  return answer.json();
}

/** Opens an address of the whole window: in the admin (`shopify:`), in the app, or outside. */
function openAddress({ url }) {
  const address = new URL(url);
  const store = home.replace(/\/apps\/.*/, "");
  if (address.protocol === "shopify:") {
    location.assign(store + address.href.replace(/^shopify:\/*admin/i, ""));
  } else if (address.origin === appOrigin) {
    location.assign(home + address.pathname + address.search);
  } else if (address.origin === "https://admin.shopify.com") {
    location.assign(address.pathname + address.search);
  } else if (["http:", "https:"].includes(address.protocol)) {
    location.assign(address);
  }
}
