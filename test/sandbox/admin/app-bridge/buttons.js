/** Returns the part of a button that the admin shows in one of its bars. A press comes back as the button's index. */
export function describeButtons(element) {
  return buttonsIn(element).map((button) => ({
    label: button.textContent.trim(),
    variant: button.getAttribute("variant"),
    tone: button.getAttribute("tone"),
    disabled: button.disabled === true,
    loading: button.hasAttribute("loading") && button.getAttribute("loading") !== "false",
  }));
}

export function pressButton(element, index) {
  buttonsIn(element)[index]?.click();
}

/** Calls `report` now and after every change in the element. */
export function watchElement(element, report) {
  const observer = new MutationObserver(report);
  observer.observe(element, { attributes: true, characterData: true, childList: true, subtree: true });
  report();
  return observer;
}

function buttonsIn(element) {
  return [...element.querySelectorAll("button, a")];
}
