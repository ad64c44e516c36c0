import type { Message } from "../messages/message.ts";
import type { findConnectionFacts } from "./connection-store.server.ts";

/** Where a shop stands with the supplier, as every page tells it. */
export type ConnectionState =
  | { kind: "not-connected" }
  /** Somebody is at it at this moment. */
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The key is there; that it opens the catalogue is not known yet, for the reason given. */
  | { kind: "unverified"; message: Message }
  /** It belongs to another account than the products that the shop has from the supplier. */
  | { kind: "other-account" }
  /** The key works no more: all that needs it waits until there is another one. */
  | { kind: "needs-reconnecting"; message: Message; since: Date }
  /** It was connected before. */
  | { kind: "disconnected"; at: Date; why: "disconnected" | "uninstalled" };

/**
 * Tells the state from the rows. What the merchant has to mend comes first.
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
