import { describeButtons, pressButton } from "./buttons.js";

const STYLE = `
  ui-nav-menu, ui-title-bar, ui-save-bar, ui-modal { display: none }
  dialog.ui-modal { border: 0; border-radius: 12px; padding: 0; width: min(620px, calc(100vw - 32px)) }
  dialog.ui-modal::backdrop { background: rgb(0 0 0 / 0.5) }
  dialog.ui-modal > header { font: 600 14px system-ui; padding: 16px; background: #f3f3f3 }
  dialog.ui-modal > footer { display: flex; gap: 8px; justify-content: flex-end; padding: 16px }
`;

/** Hides what the admin shows in the app's stead, without a node that hydration would stumble over. */
export function hideElements() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * `ui-modal`, as the React component drives it: the page renders into `content`. The real one covers the whole admin;
 * this one covers the frame.
 */
export class Modal extends HTMLElement {
  content = document.createElement("div");
  dialog = null;

  async show() {
    if (this.dialog) return;
    const bar = this.querySelector("ui-title-bar");
    const title = bar?.getAttribute("title") ?? "";
    const buttons = bar ? describeButtons(bar) : [];
    this.dialog = create("dialog", { className: "ui-modal", ariaLabel: title }, [
      create("header", { textContent: title }),
      this.content,
      create(
        "footer",
        {},
        buttons.map(({ label, disabled }, index) =>
          create("button", { textContent: label, disabled, onclick: () => pressButton(bar, index) }),
        ),
      ),
    ]);
    this.dialog.addEventListener("close", () => void this.hide());
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.dispatchEvent(new Event("show"));
  }

  async hide() {
    if (!this.dialog) return;
    const { dialog } = this;
    this.dialog = null;
    dialog.remove();
    this.dispatchEvent(new Event("hide"));
  }

  async toggle() {
    return this.dialog ? this.hide() : this.show();
  }

  disconnectedCallback() {
    void this.hide();
  }
}

function create(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
