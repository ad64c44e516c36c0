/** A stand-in for one of Shopify's pages: sizes the extensions' frames, follows their links, and opens actions. */
const { store } = document.body.dataset;
const frames = () => [...document.querySelectorAll("iframe")];
const boxes = [...document.querySelectorAll("input[type=checkbox]")];
const ticked = () => boxes.filter(({ checked }) => checked);

addEventListener("message", ({ origin, source, data }) => {
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (origin !== location.origin || !frame) return;
  if (data.height) frame.style.height = `${data.height}px`;
  if (data.close) frame.closest("dialog")?.close();
  if (data.open) open(data.open);
});

/** `app:` leads to the app (shopify.dev, custom protocols). */
function open(href) {
  const address = new URL(href, location.href);
  if (address.protocol === "app:") location.assign(`${store}/apps/stockbridge/${address.pathname}`);
  else window.open(address, "_blank", "noopener");
}

function showActions() {
  for (const button of document.querySelectorAll("button.action")) button.disabled = ticked().length === 0;
}

for (const box of boxes) box.addEventListener("change", showActions);
showActions();

for (const button of document.querySelectorAll("button.action")) {
  button.addEventListener("click", () => {
    const dialog = button.nextElementSibling;
    const ids = ticked().map(({ value }) => `&id=${encodeURIComponent(value)}`);
    dialog.querySelector("iframe").src = button.dataset.address + ids.join("");
    dialog.showModal();
  });
}
