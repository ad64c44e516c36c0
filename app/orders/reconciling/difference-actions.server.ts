import type { SupplierOrder } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { cancelHelps } from "../reasons/reason.ts";
import { missingPieces, unpackedPieces } from "../states/difference.ts";
import { canBeOrderedAgain } from "../states/ending.ts";
import { underWayStates } from "../states/order-state.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { toListed } from "../views/list-orders.server.ts";
import { actionsOf } from "../views/order-actions.ts";
import { NOT_SHOWN } from "./find-order-differences.server.ts";

/** A button beside a difference. A press submits the form of the same button on another page, such as the order's. */
export type DifferenceAction = {
  page: `/app/${string}`;
  fields: Record<string, string>;
  label: Message;
  /** The question before a press that spends money or stops an order; null if one press is safe. */
  confirm: { title: Message; texts: Message[]; keep: Message; isDestructive: boolean } | null;
  /** True if the button needs the optional scope to request fulfillment. */
  asksScope: boolean;
};

type Scope = { shop: ShopDomain; now: Date; connected: boolean };

/**
 * Finds the buttons for differences, by subject, from the present state of their orders and packages. Some differences
 * have no button, because a person needs facts from another page first: for example, an order that our records do not
 * explain.
 */
export async function findActions(
  tx: Tx,
  { shop, now, connected }: Scope,
  subjects: string[],
): Promise<Map<string, DifferenceAction[]>> {
  const packages = await tx.shipment.findMany({
    where: { shop, id: { in: idsIn(subjects, "package:") } },
    select: { id: true, orderId: true, state: true },
  });
  const orderIds = [...idsIn(subjects, "order:"), ...packages.map(({ orderId }) => orderId)];
  const rows = await tx.supplierOrder.findMany({ where: { shop, id: { in: orderIds } } });
  const parts = await tx.supplierOrder.groupBy({
    by: ["shopOrderId"],
    where: { shop, shopOrderId: { in: rows.map(({ shopOrderId }) => shopOrderId) } },
    _max: { requestedAt: true },
  });
  const orders = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    subjects.map((subject) => {
      const [kind, id = ""] = subject.split(":");
      if (kind === "product" && subject.endsWith(" sync")) return [subject, connected ? [SYNC_NOW] : []];
      if (kind !== "order" && kind !== "package") return [subject, []];
      const shown = packages.find((each) => kind === "package" && each.id === id);
      const row = orders.get(kind === "order" ? id : (shown?.orderId ?? ""));
      if (row === undefined) return [subject, []];
      if (shown !== undefined) return [subject, ofPackage(row, shown, { now, connected })];
      const newest = parts.find(({ shopOrderId }) => shopOrderId === row.shopOrderId)?._max.requestedAt;
      const isNewest = newest == null || newest <= row.requestedAt;
      return [subject, ofOrder(row, { now, connected, isNewest })];
    }),
  );
}

function idsIn(subjects: string[], prefix: string): string[] {
  return subjects.flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []));
}

const SYNC_NOW: DifferenceAction = {
  page: "/app/sync",
  fields: { intent: "sync-now" },
  label: { code: "sync.now" },
  confirm: null,
  asksScope: false,
};

function ofPackage(
  order: SupplierOrder,
  { id, state }: { id: string; state: string },
  { now, connected }: { now: Date; connected: boolean },
): DifferenceAction[] {
  if (state === "failed") {
    const { acknowledge } = actionsOf(toListed(order, { asOf: now, listAt: null }), {
      reachesSupplier: false,
    });
    return [
      button(order, { intent: "show-shipment", shipment: id }, { code: "orders.button.show-shipment" }),
      ...(acknowledge === NOT_SHOWN
        ? [
            button(
              order,
              { intent: "acknowledge", reason: acknowledge },
              { code: "orders.button.acknowledge" },
            ),
          ]
        : []),
    ];
  }
  const isUnderWay = (underWayStates as string[]).includes(order.state);
  return state === "due" && isUnderWay && connected
    ? [button(order, { intent: "update" }, { code: "orders.button.update" })]
    : [];
}

function ofOrder(
  row: SupplierOrder,
  { now, connected, isNewest }: { now: Date; connected: boolean; isNewest: boolean },
): DifferenceAction[] {
  const order = toOrderRow(row);
  // Another account placed this order, so the connected account cannot change it.
  const reachesSupplier = connected && order.reason !== "other-account";
  const can = actionsOf(toListed(row, { asOf: now, listAt: null }), { reachesSupplier });
  // The order's page has remedies for missing or unpacked pieces. Therefore this list does not offer to mark them as
  // resolved.
  const isOpen = missingPieces(order).length > 0 || unpackedPieces(order).length > 0;
  const actions: DifferenceAction[] = [];
  if (can.retry) actions.push(button(row, { intent: "retry" }, { code: "orders.button.retry" }));
  if (reachesSupplier && isNewest && canBeOrderedAgain(order))
    actions.push({
      ...button(row, { intent: "order-again" }, { code: "orders.button.order-again" }),
      confirm: {
        title: { code: "orders.order-again.title", order: order.orderName },
        texts: [{ code: "orders.order-again" }, { code: "orders.order-missing.permission" }],
        keep: { code: "orders.order-missing.keep" },
        isDestructive: false,
      },
      asksScope: true,
    });
  if (can.acknowledge !== null && !isOpen)
    actions.push(
      button(row, { intent: "acknowledge", reason: can.acknowledge }, { code: "orders.button.acknowledge" }),
    );
  if (can.cancel !== null && order.reason !== null && cancelHelps(order.reason))
    actions.push({
      ...button(row, { intent: "cancel" }, { code: "orders.button.cancel" }),
      confirm: {
        title: { code: "orders.cancel.title", order: order.orderName },
        texts: [can.cancel],
        keep: { code: "orders.cancel.keep" },
        isDestructive: true,
      },
    });
  return actions;
}

/** Returns a button of the order's page, for the version that is shown. */
function button(
  { id, version }: SupplierOrder,
  fields: Record<string, string>,
  label: Message,
): DifferenceAction {
  return {
    page: `/app/orders/${id}`,
    fields: { ...fields, version: String(version) },
    label,
    confirm: null,
    asksScope: false,
  };
}
