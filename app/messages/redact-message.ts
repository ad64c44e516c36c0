import type { MessageCode } from "./message.ts";

/** Messages that quote the supplier's own words, and the same messages without them. */
const WITHOUT_QUOTATION: Partial<Record<string, MessageCode>> = {
  "failure.supplier.rejected.says": "failure.supplier.rejected.silent",
  "failure.supplier.outcome-unknown.says": "failure.supplier.outcome-unknown",
  "earlier-message": "unknown-message",
};

/** Removes the supplier's own words from a stored message, or from its stored parameters. Returns null if there are none. */
export function redactMessage(json: unknown): object | null {
  const redacted = redact(json);
  return redacted === json ? null : (redacted as object);
}

/** Returns the same value if nothing is to be removed. */
function redact(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) {
    const items = json.map(redact);
    return items.some((item, at) => item !== json[at]) ? items : json;
  }
  const { code, ...params } = json as Record<string, unknown>;
  const other = typeof code === "string" ? WITHOUT_QUOTATION[code] : undefined;
  if (other !== undefined) return { code: other };
  // Rows from before messages had codes have a whole sentence, which may quote the supplier.
  if (code === undefined && typeof params.text === "string") return {};
  const fields = Object.entries(params).map(([name, value]) => [name, value, redact(value)] as const);
  if (fields.every(([, value, redacted]) => value === redacted)) return json;
  return {
    ...(code !== undefined && { code }),
    ...Object.fromEntries(fields.map(([name, , redacted]) => [name, redacted])),
  };
}
