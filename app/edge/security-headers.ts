import type { RequestHandler } from "express";

/**
 * Adds security headers to every response. app/entry.server.tsx sets those on embedding and loading.
 *
 * @param appUrl the app's own address. HSTS is only for https.
 */
export function addSecurityHeaders(appUrl: string): RequestHandler {
  const headers = {
    "x-content-type-options": "nosniff",
    // An address may hold a session token. `no-referrer` would hide a form's origin too.
    "referrer-policy": "strict-origin",
    ...(appUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
