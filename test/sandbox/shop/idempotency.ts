import { valueFromASTUntyped, type GraphQLResolveInfo } from "graphql";
import { idempotencyKeyBlank, idempotencyMissing } from "./admin-errors.ts";
import type { ShopState } from "./state.ts";
import { userError, type UserError } from "./user-errors.ts";

/** The answer to each key. */
export type IdempotencyLedger = Map<string, { request: string; answer: Payload }>;

interface Payload {
  userErrors: UserError[];
}

/** The key of `@idempotent`. Throws when it is missing or blank. */
export function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === "idempotent");
  if (!directive) throw idempotencyMissing();
  const key = directive.arguments?.find(({ name }) => name.value === "key")?.value;
  const value: unknown = key && valueFromASTUntyped(key, info.variableValues);
  if (typeof value !== "string" || value.trim() === "") throw idempotencyKeyBlank();
  return value;
}

/**
 * Runs a mutation once per key: the same request gets the first answer again, and another request is refused. The
 * codes are the schema's, on every user error of such a mutation. We read its "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED"
 * so that a refusal counts as a failed attempt, after which a new key is needed.
 */
export function oncePerKey<Answer extends Payload>({
  shop,
  info,
  args,
  run,
  refuse,
}: {
  shop: ShopState;
  info: GraphQLResolveInfo;
  args: unknown;
  run: () => Answer;
  refuse: (error: UserError) => Answer;
}): Answer {
  const key = idempotencyKey(info);
  const request = JSON.stringify([info.fieldName, args]);
  const earlier = shop.idempotency.get(key);
  if (earlier && earlier.request !== request) return refuse(MISMATCH);
  if (earlier && earlier.answer.userErrors.length > 0) return refuse(FAILED_BEFORE);
  if (earlier) return earlier.answer as Answer;
  const answer = run();
  shop.idempotency.set(key, { request, answer });
  return answer;
}

const MISMATCH = userError(
  null,
  "The same idempotency key cannot be used with different operation parameters.",
  "IDEMPOTENCY_KEY_PARAMETER_MISMATCH",
);
const FAILED_BEFORE = userError(
  null,
  "A previous request with this idempotency key failed. Retry with a new idempotency key.",
  "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED",
);
