type Ids = { admin_graphql_api_id?: unknown; id?: unknown };
/**
 * The subject of a refund or an edit is its order. A request may split a fulfillment order: its subject is
 * the submitted one, not the original. The subject of a move is the original, that of a merge the resulting
 * one.
 */
type Body =
  | (Ids & {
      submitted_fulfillment_order?: Ids;
      original_fulfillment_order?: Ids;
      fulfillment_order_merges?: { fulfillment_order?: Ids };
      fulfillment_order?: Ids;
      order_edit?: { order_id?: unknown };
      order_id?: unknown;
      myshopify_domain?: unknown;
      shop_domain?: unknown;
    })
  | null;

/**
 * Reads a webhook's subject (the id of an order, or an id at the top or in its fulfillment order) and the
 * shops in its body.
 */
export function readSubject(rawBody: Buffer): { subjectId: string | null; shops: string[] } {
  const body = parse(rawBody);
  const order = body?.order_edit?.order_id ?? body?.order_id;
  const about =
    body?.submitted_fulfillment_order ??
    body?.original_fulfillment_order ??
    body?.fulfillment_order_merges?.fulfillment_order ??
    body?.fulfillment_order ??
    body;
  const found = order ?? about?.admin_graphql_api_id ?? about?.id;
  const isId = typeof found === "number" || (typeof found === "string" && !found.includes("\0"));
  return {
    subjectId: isId ? String(found) : null,
    shops: [body?.myshopify_domain, body?.shop_domain].filter((name) => typeof name === "string"),
  };
}

/** Returns null for a body that is not JSON. */
function parse(rawBody: Buffer): Body {
  try {
    return JSON.parse(rawBody.toString()) as Body;
  } catch {
    return null;
  }
}
