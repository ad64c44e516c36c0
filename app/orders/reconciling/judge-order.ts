import type { Order } from "../../wholesale/resources.ts";
import type { OrderRow } from "../store/order-store.server.ts";
import { hasArrived, isEnded } from "../states/order-state.ts";
import { isDead } from "../states/outcome.ts";

/** What an order of the supplier that carries a reference of ours is to us. */
export type Judgement =
  | "fine"
  /** We are in doubt whether it was ordered: it was. */
  | "resolves-doubt"
  /** No attempt of ours has that reference. */
  | "unknown"
  /** It lives there, and is over here. */
  | "over-here"
  /** It lives there, and waits here to be ordered. */
  | "waits-here"
  /** The supplier has it in addition to the one that we know. */
  | "second"
  /** It was known to be a second one, and has ended. */
  | "second-ended";

/** Compares an order of the supplier with the row of its reference; null where there is none. */
export function judgeOrder(
  found: Order,
  known: Pick<OrderRow, "state" | "supplierOrderId" | "secondSupplierOrderId"> | null,
): Judgement {
  if (known?.state === "in_doubt") return "resolves-doubt";
  const isKnownSecond = known?.secondSupplierOrderId === found.id;
  if (isDead(found)) return isKnownSecond ? "second-ended" : "fine";
  if (known === null) return "unknown";
  if (hasArrived(known.state)) return isKnownSecond || known.supplierOrderId === found.id ? "fine" : "second";
  // An attempt that is under way writes down itself what came of it.
  if (known.state === "placing") return "fine";
  return isEnded(known.state) ? "over-here" : "waits-here";
}
