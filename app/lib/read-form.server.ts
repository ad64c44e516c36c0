import type { z } from "zod";

import type { Message } from "../messages/message.ts";
import { readCappedRequest } from "./read-capped.ts";

/** Some fields of text. */
const MAX_BYTES = 16 * 1024;

/**
 * Reads the form of an action, as browsers send it by default (application/x-www-form-urlencoded).
 *
 * @throws Response 400 with a message, the same for every page, when it is longer or does not fit: pages of this version
 * send no such form. What a person may mistype belongs in the schema as a string, and beside its field.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { maxBytes = MAX_BYTES }: { maxBytes?: number } = {},
): Promise<z.output<Schema>> {
  const body = await readCappedRequest(request.body, maxBytes).catch(() => "");
  const form = schema.safeParse(Object.fromEntries(new URLSearchParams(body)));
  if (!form.success) throw Response.json({ code: "page.outdated" } satisfies Message, { status: 400 });
  return form.data;
}
