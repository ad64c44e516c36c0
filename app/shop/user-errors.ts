import type { Message } from "../messages/message.ts";

const AT_MOST = 3;

/** Why Shopify rejected a mutation, by its payload's `userErrors`, each once; null when there are none. */
export function messageOfUserErrors(userErrors: { message: string }[]): Message | null {
  if (userErrors.length === 0) return null;
  const problems = new Set(userErrors.map(({ message }) => message.replace(/\.+$/, "")));
  return { code: "failure.shop.user-errors", problem: [...problems].slice(0, AT_MOST).join("; ") };
}
