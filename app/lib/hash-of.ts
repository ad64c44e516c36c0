import { createHash } from "node:crypto";

/** Hashes a value as JSON, to detect that it has changed. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
