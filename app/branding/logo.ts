import type { Message } from "../messages/message.ts";

/**
 * Maximum size of a logo in bytes. Every read and write of the branding transfers the logo, and print needs
 * only a few centimeters.
 */
export const MAX_LOGO_BYTES = 200_000;

export type ReadLogo = { kind: "logo"; dataUri: string } | { kind: "problem"; problem: Message };

/**
 * Makes a data URI of a file. Determines the type from the file's bytes, because names and declared types may
 * be wrong. parse-branding-form.server.ts converts an SVG to a PNG.
 */
export function readLogo(bytes: Uint8Array): ReadLogo {
  if (bytes.length > MAX_LOGO_BYTES) return tooLarge;
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return logo("image/png", bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return logo("image/jpeg", bytes);
  if (decodeSvg(bytes) === null) return problem({ code: "branding.problem.logo.not-an-image" });
  return logo("image/svg+xml", bytes);
}

export const tooLarge: ReadLogo = {
  kind: "problem",
  problem: { code: "branding.problem.logo.too-large", kilobytes: MAX_LOGO_BYTES / 1000 },
};

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

/** Returns the text of an SVG in UTF-8; null for other files. */
export function decodeSvg(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /^\s*(?:<\?xml\s[^>]*\?>\s*)?(?:(?:<!--(?:(?!-->)[^])*-->|<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)\s*)*<svg[\s>/]/.test(
      text,
    )
      ? text
      : null;
  } catch {
    return null;
  }
}
