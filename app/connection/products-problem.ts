import type { Failure } from "../lib/failure.ts";
import type { Message } from "../messages/message.ts";

/**
 * The reason why we could not read the supplier's products. The title's code is
 * `connection.products.<kind>.title`.
 */
export type ProductsProblem = { kind: "not-offered" | "unauthorized" | "failed"; message: Message };

/** Translates a failed read of the supplier's products, for key checks and the catalog page. */
export function problemOfProducts(failure: Failure): ProductsProblem {
  const { code, status, explanation } = failure;
  // We only assume that the supplier has a product list at this path, so a missing list is no error.
  if (status === 404 || status === 405 || status === 501)
    return { kind: "not-offered", message: { code: "connection.products.not-offered", status } };
  if (code === "unauthorized")
    return { kind: "unauthorized", message: { code: "connection.products.unauthorized" } };
  return { kind: "failed", message: explanation };
}
