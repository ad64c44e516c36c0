import type { z } from "zod";

/** As long as a person reads in a notice. */
const MAX_LENGTH = 300;
const HIDDEN = "…";

/**
 * The supplier's own sentence in the body of an error, fit to be quoted: one line without markup, control characters
 * and the last full stop, capped, and without anything of `secrets`, since suppliers repeat what they were sent. Null
 * where the body has another shape, or nothing to say.
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
    // Enough to read all that is shown, and no more work than that for a sentence without end.
    .slice(0, MAX_LENGTH * 10)
    .replace(/<[^<>]*>/g, " ")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    // They close the quotation that it is shown in.
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

/** In any case and however it is spaced; a short one only where it is a word, or “Ann” would make holes in “cannot”. */
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
