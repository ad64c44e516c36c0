import type { Message } from "../messages/message.ts";

/** A logo is small: it travels with every read and write of the branding, and is printed a few centimeters wide. */
export const MAX_LOGO_BYTES = 200_000;

export type ReadLogo = { kind: "logo"; dataUri: string } | { kind: "problem"; problem: Message };

/** Makes a data URI of a file. Its bytes decide what it is: names and declared types are only claims. */
export function readLogo(bytes: Uint8Array): ReadLogo {
  if (bytes.length > MAX_LOGO_BYTES) return problem(TOO_LARGE);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return logo("image/png", bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return logo("image/jpeg", bytes);
  const svg = decodeSvg(bytes);
  if (svg === null) return problem({ code: "branding.problem.logo.not-an-image" });
  return isPlainPicture(svg)
    ? logo("image/svg+xml", bytes)
    : problem({ code: "branding.problem.logo.active" });
}

/** Checks a logo that comes as a data URI, as `readLogo` checks a file. */
export function readLogoUri(uri: string): ReadLogo {
  // Base64 is a third longer; the beginning of the address has room to spare.
  if (uri.length > (MAX_LOGO_BYTES * 4) / 3 + 100) return problem(TOO_LARGE);
  const [, base64] = /^data:[\w.+/-]*(?:;[\w=-]+)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return problem({ code: "branding.problem.logo" });
  return readLogo(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

const TOO_LARGE: Message = { code: "branding.problem.logo.too-large", kilobytes: MAX_LOGO_BYTES / 1000 };

function logo(type: string, bytes: Uint8Array): ReadLogo {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { kind: "logo", dataUri: `data:${type};base64,${btoa(text)}` };
}

function problem(problem: Message): ReadLogo {
  return { kind: "problem", problem };
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** The text of an SVG in UTF-8, else null. Other encodings could hide from the checks what is in it. */
function decodeSvg(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /^\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<svg[\s>]/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/**
 * Whether an SVG is a picture and nothing else. It must be harmless even where it is not shown as an image: no code, no
 * document type (which could rename things), nothing fetched from elsewhere.
 */
function isPlainPicture(svg: string): boolean {
  const text = svg.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
  return ![
    /<\s*(?:[\w.-]+:)?(?:script|foreignobject|iframe|object|embed|handler|listener)\b/i,
    /<!(?:doctype|entity)|<\?xml-stylesheet/i,
    /[\s"'/]on[a-z]+\s*=/i,
    /javascript\s*:/i,
    // Links and uses within the picture, and pictures within it, are fine.
    /href\s*=\s*(?!["']\s*(?:#|data:image\/(?:png|jpeg);))/i,
    /@import|url\(\s*(?!["']?\s*(?:#|data:image\/(?:png|jpeg);))/i,
    // An escape in a style could spell either of these in another way.
    /\\/,
  ].some((forbidden) => forbidden.test(text));
}
