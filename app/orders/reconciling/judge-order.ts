import type { Order } from "../../wholesale/resources.ts";
import type { OrderRow } from "../store/order-store.server.ts";
import { hasArrived, isEnded } from "../states/order-state.ts";
import { isDead } from "../states/outcome.ts";

/** An order of the supplier with a reference of ours, as our records see it. */
export type Judgement =
  | "fine"
  /** Our order is in doubt; this resolves it. */
  | "resolves-doubt"
  /** No attempt of ours has that reference. */
  | "unknown"
  /** Alive at the supplier, but ended in our records. */
  | "over-here"
  /** Alive at the supplier, but still to be ordered in our records. */
  | "waits-here"
  /** The supplier has it in addition to the order that we know. */
  | "second"
  /** A known duplicate that has ended. */
  | "second-ended";

/** Compares an order of the supplier with our row for its reference; null if there is none. */
export function judgeOrder(
  found: Order,
  known: Pick<OrderRow, "state" | "supplierOrderId" | "secondSupplierOrderId"> | null,
): Judgement {
  if (known?.state === "in_doubt") return "resolves-doubt";
  const isKnownSecond = known?.secondSupplierOrderId === found.id;
  if (isDead(found)) return isKnownSecond ? "second-ended" : "fine";
  if (known === null) return "unknown";
  if (hasArrived(known.state)) return isKnownSecond || known.supplierOrderId === found.id ? "fine" : "second";
  // An attempt that is under way records its own outcome.
  if (known.state === "placing") return "fine";
  return isEnded(known.state) ? "over-here" : "waits-here";
}
