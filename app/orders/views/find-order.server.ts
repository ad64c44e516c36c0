import type { OrderAttempt, OrderAttemptOutcome, Shipment, SupplierOrderLine } from "@prisma/client";
import { z } from "zod";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { isLeased } from "../../queue/lease.server.ts";
import { endOf, sendsNothing, wordCountsFrom } from "../store/attempt-store.server.ts";
import { findTypedNumber } from "../doubt/typed-number.server.ts";
import { approvalsIn } from "../placing/decide-order.ts";
import type { CostLine } from "../states/reason.ts";
import { type ListedOrder, nextListAt, toListed } from "./list-orders.server.ts";
import { outcomeMessage } from "./outcome-message.ts";

/** All that is known of an order, as of the database's time. None of it is personal data: no address is ever kept. */
export type FoundOrder = ListedOrder & {
  asOf: Date;
  /** Counts its changes of state: a button is offered for one. */
  version: number;
  /** The customer's order in the shop, as a global id. */
  shopOrderId: string;
  /** The supplier's own number; of an order that has begun anew, the one before until it has another. */
  supplierOrderId: string | null;
  /** Of another one, where the supplier has the order twice. */
  secondSupplierOrderId: string | null;
  /** The branding its parcels leave with, as it was when ordering last began; null for none. */
  brandingVersion: number | null;
  /** As it was last decided to be ordered; empty before ordering began for the first time. */
  lines: { id: string; title: string; sku: string; quantity: number }[];
  parcels: Parcel[];
  /** The evidence: the latest attempts to order it, the oldest first. */
  attempts: Attempt[];
  /** How many attempts there were before these. */
  earlierAttempts: number;
  /** When the merchant chose to order it anyway, and what it cost. */
  approvals: { at: Date; lines: CostLine[] }[];
  /** Whether a person has typed the supplier's number, and may correct it. */
  isNumberTyped: boolean;
  /** When the shop gets the next parcel; null when there is none to be shown. */
  parcelDueAt: Date | null;
};

export type Parcel = {
  id: string;
  carrier: string | null;
  trackingNumber: string | null;
  /** As the supplier wrote it: look at its protocol before making it a link. */
  trackingUrl: string | null;
  shippedAt: Date | null;
  /** Whether the shop shows it, and the problem where it does not (yet). */
  state: "due" | "shown" | "failed";
  problem: Message | null;
  /** Empty where the supplier does not say what is in it; a title is null where we do not know it. */
  lines: { title: string | null; supplierVariantId: string; quantity: number }[];
};

export type Attempt = {
  id: string;
  /** What the order is called at the supplier, by us. */
  reference: string;
  startedAt: Date;
  /** Whether it was to be sent. If not, it stands for an order that our records did not hold. */
  sends: boolean;
  /** From when on a person can say that it was not ordered. */
  wordCountsFrom: Date;
  outcomes: { message: Message; at: Date }[];
};

const ATTEMPTS_AT_MOST = 12;

/** Reads an order; null when the shop has none of that id, whether another one has it or none at all. */
export async function findOrder(shop: ShopDomain, id: string): Promise<FoundOrder | null> {
  if (!z.uuid().safeParse(id).success) return null;
  return inShop(shop, async (tx, asOf) => {
    const row = await tx.supplierOrder.findUnique({
      where: { shop_id: { shop, id } },
      include: {
        lines: { orderBy: { id: "asc" } },
        shipments: { orderBy: [{ shippedAt: { sort: "asc", nulls: "last" } }, { id: "asc" }] },
        attempts: {
          orderBy: [{ generation: "desc" }, { turn: "desc" }],
          take: ATTEMPTS_AT_MOST,
          include: { outcomes: { orderBy: { id: "asc" } } },
        },
        _count: { select: { attempts: true } },
      },
    });
    if (row === null) return null;
    const { version, shopOrderId, supplierOrderId, secondSupplierOrderId, brandingVersion } = row;
    const { lines, shipments, attempts, _count } = row;
    return {
      ...toListed(row, { asOf, listAt: await nextListAt(tx, shop) }),
      ...{ asOf, version, shopOrderId, supplierOrderId, secondSupplierOrderId, brandingVersion },
      lines: lines.map(({ id, title, sku, quantity }) => ({ id, title, sku, quantity })),
      parcels: shipments.map((shipment) => toParcel(shipment, lines)),
      attempts: attempts.map(toAttempt).reverse(),
      approvals: approvalsIn(row.approvedCosts),
      isNumberTyped: row.state === "placed" && (await findTypedNumber(tx, { shop, orderId: id })) !== null,
      earlierAttempts: _count.attempts - attempts.length,
      parcelDueAt: earliest(shipments.map((shipment) => dueFrom(shipment, asOf))),
    };
  });
}

function toParcel(shipment: Shipment, lines: SupplierOrderLine[]): Parcel {
  const { id, carrier, trackingNumber, trackingUrl, shippedAt, state } = shipment;
  const titles = new Map(lines.map(({ supplierVariantId, title }) => [supplierVariantId, title]));
  const inside = shipment.lines as { supplierVariantId: string; quantity: number }[];
  return {
    ...{ id, carrier, trackingNumber, trackingUrl, shippedAt, problem: storedMessage(shipment.problem) },
    state: state as Parcel["state"],
    lines: inside.map((line) => ({ ...line, title: titles.get(line.supplierVariantId) ?? null })),
  };
}

function toAttempt({ id, reference, startedAt, deadline, outcomes }: OrderAttempt & WithOutcomes): Attempt {
  const known = outcomes.map(({ kind, params, at }) => ({ message: outcomeMessage({ kind, params }), at }));
  const from = wordCountsFrom({ endsAt: endOf({ startedAt }) });
  return {
    id,
    reference,
    startedAt,
    sends: !sendsNothing({ startedAt, deadline }),
    wordCountsFrom: from,
    outcomes: known,
  };
}

type WithOutcomes = { outcomes: OrderAttemptOutcome[] };

/** What a worker has now is due now, though its lease ends later. */
function dueFrom(shipment: Shipment, asOf: Date): Date | null {
  return isLeased(shipment, asOf) ? asOf : shipment.dueAt;
}

function earliest(moments: (Date | null)[]): Date | null {
  return moments.reduce((first, each) => (first === null || (each && each < first) ? each : first), null);
}
