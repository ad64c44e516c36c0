import type { z } from "zod";

import type { Message } from "../messages/message.ts";

/**
 * Reads the form of an action, as browsers send it by default (application/x-www-form-urlencoded). How long it may be,
 * server.ts has seen to.
 *
 * @throws Response 400 with a message, the same for every page, when it breaks off or does not fit: pages of this version
 * send no such form. What a person may mistype belongs in the schema as a string, and beside its field.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await request.text().catch(() => "");
  const form = schema.safeParse(Object.fromEntries(new URLSearchParams(body)));
  if (!form.success) throw Response.json({ code: "page.outdated" } satisfies Message, { status: 400 });
  return form.data;
}
