import type { Message } from "../messages/message.ts";
import type { findConnectionFacts } from "./connection-store.server.ts";

/** The state of a shop's connection to the supplier, the same on every page. */
export type ConnectionState =
  | { kind: "not-connected" }
  /** An attempt is running. */
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The shop has a key, but the last check could not read the catalog. `message` says why. */
  | { kind: "unverified"; message: Message }
  /** Some of the shop's products are linked to another account. */
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
 * Derives the state from the rows. If several states apply, returns the one that the merchant has to fix.
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
 * The merchant's choices for imported products when the connection ends. `zero-stock` is the default, because
 * customers must not order products that the supplier will not send.
 */
export const productsAfter = ["zero-stock", "draft", "keep"] as const;

export type ProductsAfter = (typeof productsAfter)[number];
