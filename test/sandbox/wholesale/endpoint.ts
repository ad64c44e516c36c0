import { type z } from "zod";
import type { Supplier } from "./supplier.ts";
import { Refusal } from "./refusal.ts";

/** Every operation the service can have, in any dialect. */
export const OPERATIONS = [
  "logIn",
  "createKey",
  "listProducts",
  "getProduct",
  "placeOrder",
  "getOrder",
  "findOrders",
  "cancelOrder",
  "readBranding",
  "writeBranding",
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** A request as an endpoint sees it: its credential checked, its body parsed but not yet validated. */
export type Asked = {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  idempotencyKey: string | null;
  /** The credential's account: another account's objects don't exist for it. Empty if no credential is needed. */
  account: string;
  /** The address the service is reached at, without a trailing slash. */
  origin: string;
  maxPageSize: number;
};

export type Answer = { status: number; body: Record<string, unknown> };

/** One operation in one dialect: its request, and the written form of its reply. */
export type Endpoint = {
  operation: Operation;
  method: "get" | "post" | "put";
  /** An express path. */
  path: string;
  credential: "none" | "session-token" | "api-key";
  /** The field of the reply that the caller came for. */
  mainField: string;
  /** Query parameters that narrow a list down. */
  filters?: readonly string[];
  /** Throws a Refusal for what it will not do. */
  answer: (asked: Asked, supplier: Supplier) => Answer | Promise<Answer>;
};

/** Returns `value` in the shape of the schema. Otherwise refuses it as malformed, and names the first misfit. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "the request";
  throw new Refusal("malformed", "malformed_request", `${where}: ${issue?.message ?? "not understood"}`);
}
