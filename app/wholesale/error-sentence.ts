import type { z } from "zod";

/** Limits the quotation to the length of a notice. */
const MAX_LENGTH = 300;
const HIDDEN = "…";

/**
 * Returns the supplier's own sentence from the body of an error, fit to be quoted: one line without markup,
 * control characters and the final period, capped, and with `secrets` redacted, since suppliers repeat what
 * we sent. Null if the body has another shape or no words.
 */
export function errorSentence(
  body: unknown,
  { shape, secrets }: { shape: z.ZodType<string>; secrets: string[] },
): string | null {
  const found = shape.safeParse(typeof body === "string" ? parseJson(body) : body);
  return found.success ? cleanSentence(found.data, secrets) : null;
}

export function cleanSentence(text: string, secrets: string[]): string | null {
  const plain = text
    // Bounds the work for an endless sentence.
    .slice(0, MAX_LENGTH * 10)
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    // Pages quote the sentence in these.
    .replace(/[“”]/g, '"')
    .replace(/ (?=[.,;:!?])/g, "")
    .trim()
    .replace(/\.$/, "");
  const safe = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replace(anywhere(secret), HIDDEN), plain);
  if (!/\p{L}/u.test(safe)) return null;
  const letters = Array.from(safe);
  return letters.length <= MAX_LENGTH
    ? safe
    : `${letters
        .slice(0, MAX_LENGTH - 1)
        .join("")
        .trimEnd()}…`;
}

/**
 * Matches a secret in any case and spacing. A short one matches only as a word: “Ann” must not redact part of
 * “cannot”.
 */
function anywhere(secret: string): RegExp {
  const words = secret.split(/[\p{C}\p{Z}\s]+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  const pattern = words.join("\\s+");
  return secret.length < 6
    ? new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "giu")
    : new RegExp(pattern, "giu");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
