import { z } from "zod";

import { Failure } from "../lib/failure.ts";
import { readCost } from "./pace/cost.ts";

/** The app is not installed there: it never was, or an uninstall has taken its tokens away. */
export function shopGone(): Failure {
  return new Failure({
    code: "shop-gone",
    side: "shop",
    explanation: { code: "failure.shop.not-installed" },
  });
}

/**
 * The shop accepts none of our tokens, nor does Shopify renew them. It answers the same whether the app was uninstalled
 * or the tokens were just not used for too long, so nothing is given up: a page that is opened brings new ones.
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
 * Shopify no longer serves the shop: its bill is unpaid, it is locked, closed or deleted. It may be opened again, and a
 * deleted one is erased by `shop/redact`, so everything waits as it does for a lost token.
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
 * Whether an answer says that of the shop: 402, 404 and 423 as documented (shopify.dev: Response codes), 402 and 403 as
 * reported with the sentence "Unavailable Shop" (Shopify/shopify-cli#1770, orbit-apps/elixir-shopifyapi#382). With another
 * sentence, 403 is about the request.
 */
export function isShopClosed(status: number, body: string): boolean {
  return [402, 404, 423].includes(status) || (status === 403 && /unavailable shop/i.test(body));
}

/** No answer, or one that was cut off. */
export function noAnswer(changes: boolean): Failure {
  return new Failure({
    code: changes ? "outcome-unknown" : "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.no-answer" },
  });
}

/** What an answer outside 2xx means, 401 and those of a closed shop aside (shopify.dev: Response codes). */
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

/** What it says of a shop that has had its new variants of the day: from 50,000 variants on, a thousand (shopify.dev). */
export const DAILY_VARIANTS = "failure.shop.daily-variants";
const DAY = 24 * 3600;

/** Errors of a whole operation, which an HTTP 200 carries. */
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
  if (first?.code === "INTERNAL_SERVER_ERROR" || first?.code === "TIMEOUT") {
    return new Failure({
      code: changes ? "outcome-unknown" : "unreachable",
      detail,
      side: "shop",
      explanation: { code: "failure.shop.internal-error" },
    });
  }
  return new Failure({
    code: "unexpected-reply",
    detail,
    side: "shop",
    explanation: { code: "failure.shop.unexpected-reply", problem: first?.message ?? "" },
  });
}

/** Milliseconds until the points of a throttled request are there again; null when it was not throttled. */
export function throttledFor(errors: unknown[], extensions: unknown): number | null {
  if (!errors.some((error) => readError(error).code === "THROTTLED")) return null;
  const cost = readCost(extensions);
  if (cost === null) return 1000;
  const missing = cost.requested - cost.level.currentlyAvailable;
  return Math.max(100, Math.ceil((missing / cost.level.restoreRate) * 1000));
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
