import { watchElement } from "./buttons.js";
import { onAdmin, tellAdmin } from "./channel.js";

/** `ui-nav-menu`: its links stand in the admin's own navigation. */
export class NavMenu extends HTMLElement {
  connectedCallback() {
    this.observer = watchElement(this, () => {
      const links = [...this.querySelectorAll("a")];
      tellAdmin("menu", {
        items: links.map((link) => ({
          href: link.getAttribute("href"),
          label: link.textContent.trim(),
          home: link.rel === "home",
        })),
      });
    });
  }

  disconnectedCallback() {
    this.observer.disconnect();
    tellAdmin("menu", { items: null });
  }
}

onAdmin("navigate", ({ href }) => {
  const links = [...document.querySelectorAll("ui-nav-menu a")];
  const link = links.find((each) => each.getAttribute("href") === href);
  const go = () => link?.dispatchEvent(new Event("shopify:navigate", { bubbles: true, cancelable: true }));
  // Before its scripts have run, the app would miss it.
  if (document.readyState === "complete") go();
  else window.addEventListener("load", go, { once: true });
});
