import { z } from "zod";
import type { Message } from "../../messages/message.ts";

/**
 * Reads the form of an action (application/x-www-form-urlencoded). server.ts limits its length.
 *
 * @throws Response 400 with a message that the page is outdated, if the form does not fit the schema. Our own
 * pages send only forms that fit. If a person may mistype a field, use a string in the schema, and show an
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

/** A form's field that contains JSON, because forms have no lists. */
export const jsonField = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom" });
    return z.NEVER;
  }
});

/**
 * Returns the query parameters of a request. Removes NULs, because Postgres would reject the text with an
 * error.
 */
export function searchParamsOf({ url }: Request): URLSearchParams {
  return new URL(url.replaceAll("%00", "")).searchParams;
}
