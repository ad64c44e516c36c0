import { Failure } from "../lib/failure.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { KeyCheck } from "./key-check.ts";
import { problemOfProducts } from "./products-problem.ts";

/** Reads one product with a key, to check the key. */
export async function tryKey(apiKey: string, { timeoutMs }: { timeoutMs?: number } = {}): Promise<KeyCheck> {
  try {
    await callWholesale("listProducts", {
      input: { pageSize: 1, cursor: null },
      credential: apiKey,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    return { kind: "verified" };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, message } = problemOfProducts(error);
    return { kind: kind === "unauthorized" ? "unauthorized" : "unverified", message };
  }
}
