import { cleanSvg } from "./clean-svg.ts";
import { decodeSvg, MAX_LOGO_BYTES, readLogo, type ReadLogo, tooLarge } from "./logo.ts";

/** Reads a logo that comes as a data URI, as `readLogo` reads a file; of an SVG, what is harmless. */
export function readLogoUri(uri: string): ReadLogo {
  // Base64 adds a third; 100 characters are ample for the URI's prefix.
  if (uri.length > (MAX_LOGO_BYTES * 4) / 3 + 100) return tooLarge;
  const [, base64] = /^data:[\w.+/-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0)
    return { kind: "problem", problem: { code: "branding.problem.logo" } };
  const bytes = Buffer.from(base64, "base64");
  const svg = decodeSvg(bytes);
  if (svg === null) return readLogo(bytes);
  const clean = cleanSvg(svg);
  if (clean === null) return { kind: "problem", problem: { code: "branding.problem.logo.not-drawn" } };
  return readLogo(Buffer.from(clean));
}
