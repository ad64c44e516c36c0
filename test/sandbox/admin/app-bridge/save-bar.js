import { describeButtons, pressButton, watchElement } from "./buttons.js";
import { askAdmin, onAdmin, tellAdmin } from "./channel.js";

/** The owner of the bar and its buttons' actions; there is one bar. */
let saveBar = null;

/** `ui-save-bar`: one button with `variant="primary"` saves, the other one discards. */
export class SaveBar extends HTMLElement {
  get showing() {
    return saveBar?.owner === this;
  }

  async show() {
    if (this.showing) return;
    showBar(this, (index) => pressButton(this, index));
    this.observer = watchElement(this, () => tellAdmin("save-bar", { buttons: describeButtons(this) }));
    this.dispatchEvent(new Event("show"));
  }

  async hide() {
    if (!this.showing) return;
    this.observer.disconnect();
    hideBar(this);
    this.dispatchEvent(new Event("hide"));
  }

  async toggle() {
    return this.showing ? this.hide() : this.show();
  }

  disconnectedCallback() {
    void this.hide();
  }
}

/** `form[data-save-bar]`: the bar comes with the first change, and goes with a submit or a reset. */
export function watchForms() {
  const changed = ({ target }) => {
    const form = target.closest?.("form[data-save-bar]");
    if (!form || saveBar?.owner === form) return;
    showBar(form, (index) => (index === 0 ? form.reset() : form.requestSubmit()));
    tellAdmin("save-bar", {
      buttons: [{ label: "Discard" }, { label: "Save", variant: "primary" }],
    });
  };
  const settled = ({ target }) => hideBar(target);
  for (const event of ["input", "change"]) document.addEventListener(event, changed);
  for (const event of ["submit", "reset"]) document.addEventListener(event, settled);
}

/** Resolves when nothing is unsaved or the merchant lets it go; rejects when the merchant stays. */
export async function leaveConfirmation() {
  if (saveBar && !(await askAdmin("confirm-leave"))) throw new Error("The merchant stays on the page.");
}

function showBar(owner, press) {
  saveBar = { owner, press };
}

function hideBar(owner) {
  if (saveBar?.owner !== owner) return;
  saveBar = null;
  tellAdmin("save-bar", { buttons: null });
}

onAdmin("save-bar-press", ({ index }) => saveBar?.press(index));
