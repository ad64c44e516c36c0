/**
 * Messages between the app's page and the admin around it. Both sides look at who speaks and from where; anything can
 * send a message to a window.
 */

const script = document.currentScript;

/** The gateway writes it into the address of this script. */
export const ADMIN_ORIGIN = new URL(script.src).searchParams.get("admin");

export const API_KEY = script.dataset.apiKey ?? "";

const handlers = new Map();
const questions = new Map();
let lastNumber = 0;

/** A number that no other message, toast or question of this page has. */
export function nextNumber() {
  lastNumber += 1;
  return lastNumber;
}

export function tellAdmin(type, details = {}) {
  window.parent.postMessage({ ...details, type, appBridge: true }, ADMIN_ORIGIN);
}

/** Resolves with the admin's answer. */
export function askAdmin(type, details = {}) {
  const question = nextNumber();
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject });
    tellAdmin(type, { ...details, question });
  });
}

export function onAdmin(type, handler) {
  handlers.set(type, handler);
}

onAdmin("answer", ({ question, value, problem }) => {
  const asked = questions.get(question);
  questions.delete(question);
  if (problem === undefined) asked?.resolve(value);
  else asked?.reject(new Error(problem));
});

window.addEventListener("message", ({ source, origin, data }) => {
  if (source !== window.parent || origin !== ADMIN_ORIGIN || data?.appBridge !== true) return;
  handlers.get(data.type)?.(data);
});
