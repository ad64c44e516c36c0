/**
 * Messages between the admin and the app in its frame. Only the frame's own window at the app's own origin is heard,
 * and only that origin can read what is said: a frame may have gone elsewhere.
 */
export function openChannel({ frame, origin, handlers }) {
  const tell = (type, details = {}) => {
    frame.contentWindow.postMessage({ ...details, type, appBridge: true }, origin);
  };
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.appBridge !== true)
      return;
    const { type, question } = event.data;
    if (!Object.hasOwn(handlers, type)) return;
    const handled = handlers[type](event.data);
    if (question === undefined) return;
    Promise.resolve(handled).then(
      (value) => tell("answer", { question, value }),
      (error) => tell("answer", { question, problem: error.message }),
    );
  });
  return tell;
}
