import { idToken, renewToken } from "./session-token.js";

/**
 * Gives the page's own `fetch` a session token and the merchant's language where it asks the app itself (shopify.dev,
 * Resource Fetching API), and repeats a request once with a fresh token when the app says that it would help.
 */
export function wrapFetch({ locale, open }) {
  const plain = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin) return plain(request);
    if (!request.headers.has("accept-language")) request.headers.set("accept-language", locale);
    if (request.headers.has("authorization")) return plain(request);

    const again = request.clone();
    const answer = await plain(signed(request, await idToken()));
    const leave = answer.headers.get("x-shopify-api-request-failure-reauthorize-url");
    if (leave !== null) open(leave, "_top");
    const retry = answer.status === 401 && answer.headers.has("x-shopify-retry-invalid-session-request");
    return retry ? plain(signed(again, await renewToken())) : answer;
  };
}

function signed(request, token) {
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}
