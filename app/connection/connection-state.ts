import type { Message } from "../messages/message.ts";
import type { findConnectionFacts } from "./connection-store.server.ts";

/** The state of a shop's connection to the supplier, the same on every page. */
export type ConnectionState =
  | { kind: "not-connected" }
  /** An attempt is running. */
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The shop has a key, but we don't know yet if it opens the catalog, for the reason given. */
  | { kind: "unverified"; message: Message }
  /** Some of the shop's products came from another account. */
  | { kind: "other-account" }
  /** The supplier no longer accepts the key. Work that needs a key waits for a new one. */
  | { kind: "needs-reconnecting"; message: Message; since: Date }
  /** The shop was connected before. */
  | { kind: "disconnected"; at: Date; why: "disconnected" | "uninstalled" };

/** Returns true if the shop has a key, even one that the supplier no longer accepts. */
export function isConnected({ kind }: { kind: ConnectionState["kind"] }): boolean {
  return kind !== "not-connected" && kind !== "connecting" && kind !== "disconnected";
}

/**
 * Derives the state from the rows. Problems that the merchant has to fix come first.
 * @param foreignLinks number of the shop's product links to another account than the connected one.
 */
export function connectionState(
  { connection, underWay, disconnection }: Awaited<ReturnType<typeof findConnectionFacts>>,
  foreignLinks: number,
): ConnectionState {
  if (connection === null) {
    if (underWay !== null) return { kind: "connecting" };
    if (disconnection === null) return { kind: "not-connected" };
    const why = disconnection.why === "uninstalled" ? "uninstalled" : "disconnected";
    return { kind: "disconnected", at: disconnection.at, why };
  }
  const { check, checkSince } = connection;
  if (check.kind === "unauthorized")
    return { kind: "needs-reconnecting", message: check.message, since: checkSince };
  if (foreignLinks > 0) return { kind: "other-account" };
  return check.kind === "verified" ? { kind: "connected" } : { kind: "unverified", message: check.message };
}
/**
 * The merchant's choice for the imported products when the connection ends. `zero-stock` is the default: an order that no
 * supplier will send costs the merchant most.
 */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
