import { describeButtons, pressButton, watchElement } from "./buttons.js";
import { onAdmin, tellAdmin } from "./channel.js";

let titleBar = null;

/** `ui-title-bar`: the title and the buttons above the page. Inside a modal it belongs to the modal. */
export class TitleBar extends HTMLElement {
  connectedCallback() {
    if (this.closest("ui-modal")) return;
    titleBar = this;
    this.observer = watchElement(this, () => {
      tellAdmin("title-bar", { title: this.getAttribute("title") ?? "", buttons: describeButtons(this) });
    });
  }

  disconnectedCallback() {
    this.observer?.disconnect();
    if (titleBar !== this) return;
    titleBar = null;
    tellAdmin("title-bar", { title: "", buttons: [] });
  }
}

onAdmin("title-bar-press", ({ index }) => {
  if (titleBar) pressButton(titleBar, index);
});
