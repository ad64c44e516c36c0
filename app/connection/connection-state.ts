import type { Message } from "../messages/message.ts";
import type { findConnectionFacts } from "./connection-store.server.ts";

/** How a shop's connection to the supplier stands, the same on every page. */
export type ConnectionState =
  | { kind: "not-connected" }
  /** An attempt is running. */
  | { kind: "connecting" }
  | { kind: "connected" }
  /** There is a key; whether it opens the catalog is not known yet, for the reason given. */
  | { kind: "unverified"; message: Message }
  /** Products of the shop came from another account. */
  | { kind: "other-account" }
  /** The key no longer works: everything that needs it waits until there is another one. */
  | { kind: "needs-reconnecting"; message: Message; since: Date }
  /** It was connected before. */
  | { kind: "disconnected"; at: Date; why: "disconnected" | "uninstalled" };

/** Whether there is a key, so that something leads to the supplier. */
export function isConnected({ kind }: { kind: ConnectionState["kind"] }): boolean {
  return kind !== "not-connected" && kind !== "connecting" && kind !== "disconnected";
}

/**
 * Derives the state from the rows. What the merchant has to fix comes first.
 *
 * @param foreignLinks how many of the shop's products come from another account than the connected one.
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
