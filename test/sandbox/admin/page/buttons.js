/** Shows the app's buttons in one of the admin's bars, in the order it gave them, the primary one last. */
export function showButtons(bar, described, press) {
  const buttons = described.map(({ label, variant, tone, disabled, loading }, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.className = variant === "primary" ? "primary" : tone === "critical" ? "critical" : "";
    button.disabled = Boolean(disabled || loading);
    button.ariaBusy = String(Boolean(loading));
    button.addEventListener("click", () => press(index));
    return button;
  });
  bar.replaceChildren(
    ...buttons.toSorted((a, b) => (a.className === "primary") - (b.className === "primary")),
  );
}
