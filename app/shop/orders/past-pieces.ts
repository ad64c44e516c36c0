/** Pieces of a customer's order that were fulfilled or refunded, from any location. */
export type PastPieces = {
  /** Fulfillments, except those that were canceled or have failed. */
  fulfilled: (DatedPieces & { id: string })[];
  /** Refunds. A refund may name no pieces. */
  refunded: DatedPieces[];
};

type DatedPieces = {
  /** By Shopify's clock, in whole seconds. */
  at: Date;
  lines: { lineItemId: string; quantity: number }[];
};

type ReadPieces = { nodes: { quantity?: number | null; lineItem: { id: string } }[] };

type ReadPast = {
  fulfillments: { id: string; createdAt: string; status: string; fulfillmentLineItems: ReadPieces }[];
  refunds: {
    createdAt?: string | null;
    refundLineItems: { nodes: (ReadPieces["nodes"][number] & { restockType: string })[] };
  }[];
};

/**
 * Translates an order's fulfillments and refunds. Those beyond the pages that were read are left out: then refunded pieces
 * count as ordered.
 *
 * @param order null if the shop does not show it.
 */
export function toPastPieces(order: ReadPast | null | undefined): PastPieces {
  const { fulfillments = [], refunds = [] } = order ?? {};
  return {
    fulfilled: fulfillments
      .filter(({ status }) => status === "SUCCESS")
      .map(({ id, createdAt, fulfillmentLineItems }) => ({
        id,
        at: new Date(createdAt),
        lines: fulfillmentLineItems.nodes.map(toPieces),
      })),
    refunded: refunds.flatMap(({ createdAt, refundLineItems }) => {
      // `CANCEL` restocks pieces that have not left (Admin schema, RefundLineItemRestockType).
      const left = refundLineItems.nodes.filter(({ restockType }) => restockType !== "CANCEL");
      return createdAt ? [{ at: new Date(createdAt), lines: left.map(toPieces) }] : [];
    }),
  };
}

function toPieces({ quantity, lineItem }: ReadPieces["nodes"][number]) {
  return { lineItemId: lineItem.id, quantity: quantity ?? 0 };
}
