import type { RequestHandler } from "express";

/**
 * On every answer. Which pages may embed a document and what it may load, app/entry.server.tsx says.
 *
 * @param appUrl the app's own address. HSTS is only for https.
 */
export function addSecurityHeaders(appUrl: string): RequestHandler {
  const headers = {
    "x-content-type-options": "nosniff",
    // An address may hold a session token. Without any referrer, browsers would hide a form's origin as well.
    "referrer-policy": "strict-origin",
    ...(appUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
