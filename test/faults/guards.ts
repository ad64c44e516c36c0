import type { Guard } from "../../scripts/break-guard.ts";

/**
 * `disaster`: a run has only this one of faults.ts, against which the guard stands; all of them if it is left out.
 * `orders`: the orders of a run, if it is long because the broken guard lets workers repeat something without an end.
 */
export type FaultGuard = Guard & { disaster?: string; orders?: number };

/** The guards of orders that `npm run faults:mutants` breaks. */
export const GUARDS: FaultGuard[] = [
  {
    law: "A lookup that fails its control does not have an order sent again.",
    file: "app/orders/doubt/resolve-doubt.server.ts",
    within: "judgeControl",
    at: ["cannotTell", "orders.cannot-tell.control-failed"],
    disaster: "breakLookup",
    becomes: '{ code: "proven-not-ordered" }',
  },
  {
    law: "Pieces that are requested again are not bought a second time.",
    file: "app/orders/placing/begin-attempt.server.ts",
    within: "decideBegin",
    at: ["beyondOrdered", "length"],
    becomes: "false",
  },
  {
    law: "An order that was taken and answered with 404 is not bought a second time.",
    file: "app/wholesale/contract.ts",
    within: "abilities",
    at: ["orderRefusals"],
    becomes: "[400, 402, 403, 404, 405, 406, 410, 411, 412, 413, 415, 421, 422, 423, 424]",
  },
  {
    law: "A part that is requested is not rejected and requested again.",
    file: "app/orders/placing/plan-part.ts",
    within: "decidePartStep",
    at: ["splits", "status"],
    disaster: "sellOutAndDivide",
    orders: 30,
    becomes: "true",
  },
  {
    law: "An order that Shopify does not show for a moment is not canceled.",
    file: "app/orders/states/acceptance.ts",
    within: "isGone",
    at: ["notShownSince", "REPLICA_LAGS_SECONDS"],
    disaster: "hideRequests",
    becomes: "true",
  },
  {
    law: "An order whose request a lagging replica does not show yet is not canceled.",
    file: "app/orders/states/acceptance.ts",
    within: "isBeforeRequest",
    at: ["request", "unsubmitted"],
    disaster: "hideRequests",
    becomes: "false",
  },
  {
    law: "A failed read of a request is no reply that it is gone.",
    file: "app/orders/placing/process-order.server.ts",
    within: "readRequest",
    at: ["request", "readRequestStatus"],
    disaster: "hideRequests",
    becomes: `await readRequestStatus(arguments[0].shop, {
      id: arguments[0].fulfillmentOrderId,
      ourLocationId: (await findService(arguments[0].shop))?.locationId ?? null,
    }).catch(() => null)`,
  },
  {
    law: "Packages of an order that lists other lines than ours reach the shop.",
    file: "app/orders/states/supplier-order.ts",
    within: "hasIdentity",
    at: ["identify", "reference"],
    // Identity by lines.
    becomes: "(arguments[1].lines === undefined || hasSamePieces(arguments[0], arguments[1]))",
  },
  {
    law: "A price that cannot be read is not taken for the last one that was.",
    file: "app/catalog/links/find-linked-variants.server.ts",
    within: "update",
    at: ["unreadableIn"],
    disaster: "garblePrice",
    becomes: "null",
  },
  {
    law: "Shopify's test orders, which no customer pays for, are not bought.",
    file: "app/orders/placing/decide-order.ts",
    within: "decideOrder",
    at: ["test", "approved"],
    becomes: "false",
  },
  {
    law: "An order is judged again once its delay has ended.",
    file: "app/orders/rules/judge-rules.ts",
    within: "judgeRules",
    at: ["held", "holdOf"],
    // The changed guard holds the order only when the rules first judge it.
    becomes: "arguments[2].now <= arguments[2].since ? holdOf(arguments[0], arguments[1]) : null",
  },
  {
    law: "The merchant hears of a part that left before its order was canceled.",
    file: "app/orders/canceling/try-to-cancel.server.ts",
    within: "judgeEnded",
    at: ["hasPackages", "canceled"],
    becomes: "true",
  },
  {
    law: "A connection that breaks at any moment does not end the process.",
    file: "app/lib/database/restricted-connection.ts",
    within: "GuardedClient",
    at: ["on", "error"],
    disaster: "cutPackets",
    becomes: "undefined",
  },
];
