import { describeButtons, pressButton, watchElement } from "./buttons.js";
import { onAdmin, tellAdmin } from "./channel.js";

/** `ui-title-bar`: the title and the buttons above the page. Inside a modal it belongs to the modal. */
export class TitleBar extends HTMLElement {
  connectedCallback() {
    if (this.closest("ui-modal")) return;
    this.observer = watchElement(this, () => {
      tellAdmin("title-bar", { title: this.getAttribute("title") ?? "", buttons: describeButtons(this) });
    });
  }

  disconnectedCallback() {
    if (!this.observer) return;
    this.observer.disconnect();
    tellAdmin("title-bar", { title: "", buttons: [] });
  }
}

onAdmin("title-bar-press", ({ index }) => {
  const bars = [...document.querySelectorAll("ui-title-bar")];
  const bar = bars.find((each) => !each.closest("ui-modal"));
  if (bar) pressButton(bar, index);
});
