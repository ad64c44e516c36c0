import { Refusal } from "./refusal.ts";

/** Writes a list's position as an opaque text; null at the end. */
export function writeCursor(list: string, position: number | null): string | null {
  return position === null ? null : Buffer.from(`${list}:${position}`).toString("base64url");
}

/** The position a cursor of this list stands for; 0 without a cursor. Refuses a cursor that this list never gave. */
export function readCursor(list: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const position = /^(\w+):(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (position?.[1] !== list)
    throw new Refusal("malformed", "bad_cursor", `This cursor is none of the list of ${list}.`);
  return Number(position[2]);
}
