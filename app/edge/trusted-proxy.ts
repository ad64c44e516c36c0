import type { RequestHandler } from "express";

/**
 * Drops forwarded headers unless they come from a proxy that Express trusts ("trust proxy"). Remix, which
 * compares a form's Origin with X-Forwarded-Host or else Host, reads them from any sender.
 */
export const dropUntrustedHeaders: RequestHandler = (request, _response, next) => {
  const trusts = request.app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  if (!trusts(request.socket.remoteAddress ?? "", 0)) {
    delete request.headers["x-forwarded-for"];
    delete request.headers["x-forwarded-host"];
    delete request.headers["x-forwarded-port"];
    delete request.headers["x-forwarded-proto"];
  }
  next();
};

/**
 * Warns once, by `warn`, that the proxy hides the app's host name: Remix then answers every form with 500.
 *
 * @param appUrl the app's own address.
 */
export function warnOfHiddenHost(appUrl: string, warn: (line: string) => void): RequestHandler {
  let warned = false;
  return (request, _response, next) => {
    const { origin, host, "x-forwarded-host": forwarded } = request.headers;
    const seen = [forwarded ?? host].flat()[0];
    if (!warned && origin === new URL(appUrl).origin && seen !== new URL(appUrl).host) {
      warned = true;
      warn(
        `A form of ${appUrl} came in under the name ${seen ?? "(none)"}, and is refused. Let the proxy pass the Host header on, or send X-Forwarded-Host and be named in TRUSTED_PROXY.`,
      );
    }
    next();
  };
}
