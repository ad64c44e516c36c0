import type { Message } from "../messages/message.ts";

const AT_MOST = 3;

/** Joins the distinct messages of a payload's `userErrors`, at most three; null if there are none. */
export function messageOfUserErrors(userErrors: { message: string }[]): Message | null {
  if (userErrors.length === 0) return null;
  const problems = new Set(userErrors.map(({ message }) => message.replace(/\.+$/, "")));
  return { code: "failure.shop.user-errors", problem: [...problems].slice(0, AT_MOST).join("; ") };
}
