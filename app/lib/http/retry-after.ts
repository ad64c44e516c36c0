/** Maximum pause, whatever the other side demands: a date in 2083 would be forever. */
const LONGEST_SECONDS = 3600;

/**
 * Parses a Retry-After header (RFC 9110, 10.2.3), a number of seconds or a date. Returns whole seconds from
 * `now`, an hour at most; undefined if it is missing or invalid.
 */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  // V8 parses almost anything as a date, even “-5”. An HTTP date begins with its day and names the zone.
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]+,? .* GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : NaN;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(0, Math.ceil(seconds)), LONGEST_SECONDS);
}
