import { z } from "zod";
import type { Message } from "../../messages/message.ts";

/**
 * Reads the form of an action, in the encoding that browsers use by default
 * (application/x-www-form-urlencoded). server.ts limits its length.
 *
 * @throws Response 400 with a message, the same for every page, if the form is cut off or does not fit: pages
 * of this version send no such form. For fields that a person may mistype, use a string in the schema and an
 * error beside the field.
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

/** A field of a form that holds JSON, because forms have no lists. */
export const jsonField = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom" });
    return z.NEVER;
  }
});

/**
 * Returns the query parameters of a request. Removes NULs, which anyone can send and no text of Postgres can
 * hold.
 */
export function searchParamsOf({ url }: Request): URLSearchParams {
  return new URL(url.replaceAll("%00", "")).searchParams;
}
