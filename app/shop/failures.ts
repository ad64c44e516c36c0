import { z } from "zod";
import { Failure } from "../lib/failure.ts";
import { readCost } from "./pace/cost.ts";
import type { Message } from "../messages/message.ts";

/**
 * Makes the failure for an app that is not installed in the shop: it never was, or an uninstall has deleted
 * its tokens.
 */
export function shopGone(): Failure {
  return new Failure({
    code: "shop-gone",
    side: "shop",
    explanation: { code: "failure.shop.not-installed" },
  });
}

/**
 * Makes the failure for a shop that accepts none of our tokens while Shopify does not renew them. Shopify's reply does
 * not tell an uninstall from tokens that were unused for too long. Therefore we delete nothing, and the next page
 * brings new tokens.
 */
export function accessLost(): Failure {
  return new Failure({
    code: "access-lost",
    status: 401,
    side: "shop",
    explanation: { code: "failure.shop.access-lost" },
  });
}

/**
 * Makes the failure for a shop that Shopify no longer serves: its bill is unpaid, or it is locked, closed or deleted.
 * The shop may be reopened, so all work waits as after lost access. If the shop was deleted, the webhook `shop/redact`
 * erases its data.
 */
export function shopClosed(status: number): Failure {
  return new Failure({
    code: "access-lost",
    status,
    side: "shop",
    detail: `the shop is closed: ${String(status)}`,
    explanation: { code: "failure.shop.closed" },
  });
}

/**
 * Returns true if a reply means that the shop is closed: 402, 404 and 423 as documented (shopify.dev:
 * Response codes), 402 and 403 as reported with the sentence "Unavailable Shop" (Shopify/shopify-cli#1770,
 * orbit-apps/elixir-shopifyapi#382). A 403 with another sentence is about the request.
 */
export function isShopClosed(status: number, body: string): boolean {
  return [402, 404, 423].includes(status) || (status === 403 && /unavailable shop/i.test(body));
}

/**
 * Makes the failure for a 403 of an open shop. Shopify checks the source address of each request against the app's IP
 * allowlist, and documents the status only (shopify.dev: Restrict API access with an IP allowlist). Shopify denies
 * single operations with status 200, so a 403 for another reason is unlikely.
 */
export function addressDenied(): Failure {
  return new Failure({
    code: "app-denied",
    status: 403,
    side: "shop",
    detail: "the Admin API answered 403: is the server's address on the app's IP allowlist?",
    explanation: { code: "failure.shop.address-denied" },
  });
}

/** Makes the failure for a bulk operation that Shopify does not let the app start. */
export function bulkDenied(detail: string): Failure {
  return new Failure({
    code: "app-denied",
    side: "shop",
    detail,
    explanation: { code: BULK_DENIED },
  });
}

const BULK_DENIED = "failure.shop.bulk-denied";

/** Returns true if Shopify denies the app bulk operations. The work must then go page by page. */
export function isBulkDenied(error: unknown): error is Failure {
  return error instanceof Failure && error.explanation.code === BULK_DENIED;
}

/** Returns null for a denied bulk operation. @throws any other error. */
export function nullIfBulkDenied(error: unknown): null {
  if (isBulkDenied(error)) return null;
  throw error;
}

/**
 * Makes the failure for a shop in which the app has no fulfillment service: the merchant has deleted it, or it was never
 * created.
 */
function serviceGone(detail: string): Failure {
  return new Failure({
    code: "rejected",
    side: "shop",
    detail,
    explanation: { code: SERVICE_GONE },
  });
}

const SERVICE_GONE = "failure.shop.service-gone";

/** Returns true if Shopify says that the app has no fulfillment service in the shop. */
export function isServiceGone(error: unknown): error is Failure {
  return error instanceof Failure && error.explanation.code === SERVICE_GONE;
}

/** Makes the failure for a reply that is missing or incomplete. */
export function noAnswer(changes: boolean): Failure {
  return new Failure({
    code: changes ? "outcome-unknown" : "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.no-answer" },
  });
}

/** Translates a status outside 2xx, except 401 and those of a closed shop (shopify.dev: Response codes). */
export function failureFromStatus(status: number, changes: boolean): Failure {
  const detail = `the Admin API answered ${String(status)}`;
  if (status === 429) {
    const explanation = { code: "failure.shop.rate-limited" } as const;
    return new Failure({ code: "rate-limited", side: "shop", status, detail, explanation });
  }
  if (status >= 400 && status < 500) {
    const explanation = { code: "failure.shop.rejected", status } as const;
    return new Failure({ code: "rejected", side: "shop", status, detail, explanation });
  }
  return new Failure({
    code: changes ? "outcome-unknown" : "unreachable",
    status,
    detail,
    side: "shop",
    explanation: { code: "failure.shop.server-error", status },
  });
}

/**
 * Code of the message about Shopify's daily limit: above 50,000 variants, a shop may create a thousand
 * variants per day (shopify.dev).
 */
export const DAILY_VARIANTS = "failure.shop.daily-variants";

const DAY = 24 * 3600;

/** Translates errors of a whole operation, which come with status 200. */
export function failureFromErrors(errors: unknown[], changes: boolean): Failure {
  const [first] = errors.map(readError);
  const detail = first ? `${first.code}: ${first.message}` : "neither data nor errors";
  if (first?.code === "VARIANT_THROTTLE_EXCEEDED") {
    const explanation = { code: DAILY_VARIANTS } as const;
    return new Failure({ code: "rate-limited", detail, side: "shop", explanation, retryAfterSeconds: DAY });
  }
  if (first?.code === "ACCESS_DENIED") {
    return new Failure({
      code: "rejected",
      detail,
      side: "shop",
      explanation: { code: "failure.shop.permission-missing" },
    });
  }
  // Shopify sends this error without a code (airhorns/shopify-draft-proxy,
  // 2026-04/shipping-fulfillments/fulfillment-top-level-reads.json).
  if (first && /not associated with any fulfillment service/i.test(first.message)) return serviceGone(detail);
  if (first?.code === "INTERNAL_SERVER_ERROR" || first?.code === "TIMEOUT") {
    return new Failure({
      code: changes ? "outcome-unknown" : "unreachable",
      detail,
      side: "shop",
      explanation: { code: "failure.shop.internal-error" },
    });
  }
  return unexpectedReply(detail, first?.message);
}

/** Makes the failure for a reply that breaks Shopify's schema or documentation. */
export function unexpectedReply(detail: string, problem?: string): Failure {
  return new Failure({
    code: "unexpected-reply",
    detail,
    side: "shop",
    explanation: problem
      ? { code: "failure.shop.unexpected-reply.says", problem }
      : { code: "failure.shop.unexpected-reply" },
  });
}

/**
 * Returns the milliseconds until the points of a throttled request are restored; null if it was not
 * throttled.
 */
export function throttledFor(errors: unknown[], extensions: unknown): number | null {
  if (!errors.some((error) => readError(error).code === "THROTTLED")) return null;
  const cost = readCost(extensions);
  if (cost === null) return 1000;
  const missing = cost.requested - cost.level.currentlyAvailable;
  return Math.max(100, Math.ceil((missing / cost.level.restoreRate) * 1000));
}

const AT_MOST = 3;

/** Joins the distinct messages of a payload's `userErrors`, at most three; null if the payload has none. */
export function messageOfUserErrors(userErrors: { message: string }[]): Message | null {
  if (userErrors.length === 0) return null;
  const problems = new Set(userErrors.map(({ message }) => message.replace(/\.+$/, "")));
  return { code: "failure.shop.user-errors", problem: [...problems].slice(0, AT_MOST).join("; ") };
}

/** A mutation's outcome if Shopify objects: nothing has changed. */
export type UserErrors = { kind: "user-errors"; problem: Message };

export type Changed = { kind: "done" } | UserErrors;

/** Translates the payload of a mutation that returns only `userErrors`. */
export function changed(payload: { userErrors: { message: string }[] } | null | undefined): Changed {
  const problem = messageOfUserErrors(payload?.userErrors ?? []);
  return problem === null ? { kind: "done" } : { kind: "user-errors", problem };
}

const errorShape = z.object({
  message: z.string().catch(""),
  extensions: z.object({ code: z.string().catch("") }).catch({ code: "" }),
});

function readError(error: unknown): { code: string; message: string } {
  const parsed = errorShape.safeParse(error);
  return parsed.success
    ? { code: parsed.data.extensions.code, message: parsed.data.message }
    : { code: "", message: "" };
}
