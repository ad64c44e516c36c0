/** Toasts, and the bar that runs while the app loads. */
export function notices({ area, bar, onEvent }) {
  const hide = (id) => document.getElementById(id)?.remove();
  return {
    toast: ({ id, message, action, duration, isError }) => {
      const toast = document.createElement("div");
      toast.id = id;
      toast.className = isError ? "toast error" : "toast";
      const text = document.createElement("p");
      text.textContent = message;
      const end = (event) => {
        hide(id);
        onEvent({ id, event });
      };
      toast.append(text, ...(action ? [button(action, () => end("action"))] : []));
      toast.append(button("×", () => end("dismiss"), "Dismiss"));
      area.append(toast);
      setTimeout(() => hide(id), duration);
    },
    hideToast: ({ id }) => hide(id),
    loading: (on) => bar.classList.toggle("on", on),
  };
}

function button(label, press, name = label) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  made.ariaLabel = name;
  made.addEventListener("click", press);
  return made;
}
