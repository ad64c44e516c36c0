import { drawSvg } from "./draw-svg.server.ts";
import { decodeSvg, MAX_LOGO_BYTES, readLogo, type ReadLogo, tooLarge } from "./logo.ts";

/** Reads a logo that comes as a data URI, as `readLogo` reads a file. An SVG becomes a PNG. */
export async function readLogoUri(uri: string): Promise<ReadLogo> {
  // Base64 adds a third; 100 characters are ample for the URI's prefix.
  if (uri.length > (MAX_LOGO_BYTES * 4) / 3 + 100) return tooLarge;
  const [, base64] = /^data:[\w.+/-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0)
    return { kind: "problem", problem: { code: "branding.problem.logo" } };
  const bytes = Buffer.from(base64, "base64");
  const svg = bytes.length > MAX_LOGO_BYTES ? null : decodeSvg(bytes);
  if (svg === null) return readLogo(bytes);
  const drawn = await drawSvg(svg);
  return "png" in drawn ? readLogo(drawn.png) : { kind: "problem", problem: drawn.problem };
}
