import { askAdmin } from "./channel.js";

/** A token that is about to end could end on its way. */
const RENEW_BEFORE_MS = 5000;

let current = null;
let underWay = null;

/** This page's session token: kept until shortly before it ends, and asked for once when many want it at a time. */
export async function idToken() {
  if (current !== null && current.endsAt - RENEW_BEFORE_MS > Date.now()) return current.token;
  return renewToken();
}

/** A new one, whatever the old one is worth. */
export async function renewToken() {
  underWay ??= askAdmin("id-token")
    .then((token) => {
      current = { token, endsAt: endOf(token) };
      return token;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
}

/**
 * The app sends documents without a good token to a page that is nothing but App Bridge, with the way back in
 * `shopify-reload` (`redirectToBouncePage` in @shopify/shopify-app-remix). Says whether this is such a page. The
 * admin counts: an app that never accepts a token would go in circles.
 */
export function reloadsWithToken() {
  const back = new URLSearchParams(location.search).get("shopify-reload");
  if (back === null) return false;
  const address = new URL(back, location.origin);
  if (address.origin !== location.origin) throw new Error(`${address.origin} is not this app's own address.`);
  askAdmin("id-token", { reload: true }).then(
    (token) => {
      address.searchParams.set("id_token", token);
      location.replace(address);
    },
    (error) => document.body.append(error.message),
  );
  return true;
}

function endOf(token) {
  const payload = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
  return JSON.parse(atob(payload)).exp * 1000;
}
