/** Nobody is waited for longer than this at a stretch, whatever they ask for: a moment in 2083 would be forever. */
const LONGEST_SECONDS = 3600;

/**
 * Reads a Retry-After header (RFC 9110, 10.2.3), which is a number of seconds or a date, as whole seconds from `now`, an
 * hour at most; undefined where there is none, or it makes no sense.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  // V8 finds a date in almost anything, “-5” among them; a date of HTTP begins with its day and names the zone.
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]+,? .* GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : NaN;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_SECONDS);
}
