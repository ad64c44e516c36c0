import type { Failure } from "../lib/failure.ts";
import type { Message } from "../messages/message.ts";

/** Why the supplier's products could not be read. Its title is `connection.products.<kind>.title`. */
export type ProductsProblem = { kind: "not-offered" | "unauthorized" | "failed"; message: Message };

/** What a failed read of the supplier's products means: for the check of a key, and on the catalog's page. */
export function problemOfProducts(failure: Failure): ProductsProblem {
  const { code, status, explanation } = failure;
  // That a product list exists is assumed, so its absence is not an error.
  if (status === 404 || status === 405 || status === 501)
    return { kind: "not-offered", message: { code: "connection.products.not-offered", status } };
  if (code === "unauthorized")
    return { kind: "unauthorized", message: { code: "connection.products.unauthorized" } };
  return { kind: "failed", message: explanation };
}
