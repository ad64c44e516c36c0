import type { MessageCode } from "./message.ts";

/** Codes of messages that quote the supplier, with the code of the same message without the quotation. */
const WITHOUT_QUOTATION: Partial<Record<string, MessageCode>> = {
  "failure.supplier.rejected.says": "failure.supplier.rejected.silent",
  "failure.supplier.outcome-unknown.says": "failure.supplier.outcome-unknown",
  "earlier-message": "unknown-message",
};

/**
 * Removes quotations of the supplier from a stored message, or from its stored parameters. Returns null if there are
 * none.
 */
export function redactMessage(json: unknown): object | null {
  const redacted = redact(json);
  return redacted === json ? null : (redacted as object);
}

/** Returns a copy without quotations, or the same object if it has none. */
function redact(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) {
    const items = json.map(redact);
    return items.some((item, at) => item !== json[at]) ? items : json;
  }
  const { code, ...params } = json as Record<string, unknown>;
  const other = typeof code === "string" ? WITHOUT_QUOTATION[code] : undefined;
  if (other !== undefined) return { code: other };
  // Old rows have a whole sentence and no code. The sentence may quote the supplier.
  if (code === undefined && typeof params.text === "string") return {};
  const fields = Object.entries(params).map(([name, value]) => [name, value, redact(value)] as const);
  if (fields.every(([, value, redacted]) => value === redacted)) return json;
  return {
    ...(code !== undefined && { code }),
    ...Object.fromEntries(fields.map(([name, , redacted]) => [name, redacted])),
  };
}
