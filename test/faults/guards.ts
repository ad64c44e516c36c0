import type { BrokenGuard } from "../../scripts/broken-copy.ts";

/** What keeps orders safe, and `npm run faults:mutants` switches off. */
export const GUARDS: BrokenGuard[] = [
  {
    file: "app/orders/store/order-store.server.ts",
    guard: "row.state === state && row.nextAt?.getTime() === leasedUntil.getTime()",
    broken: "true",
    lost: "the guarded update: a worker that stood still would order what another one has ordered meanwhile",
  },
  {
    file: "app/orders/doubt/resolve-doubt.server.ts",
    guard: 'return cannotTell({ code: "orders.cannot-tell.control-failed" });',
    broken: 'return { code: "proven-not-ordered" };',
    lost: "the lookup's controls: a supplier whose lookup does not work would have orders sent again",
  },
  {
    file: "app/orders/placing/begin-attempt.server.ts",
    guard: "standing.beyondOrdered.length > 0",
    broken: "false",
    lost: "the line count: requested again, the same pieces would be bought a second time",
  },
  {
    file: "app/wholesale/contract.ts",
    guard: "orderRefusals: [400, 422]",
    broken: "orderRefusals: [400, 402, 403, 404, 405, 406, 410, 411, 412, 413, 415, 421, 422, 423, 424]",
    lost: "the rule of 400 and 422: what was taken and answered 404 would be bought a second time",
  },
  {
    file: "app/orders/store/not-shown.server.ts",
    guard: "notShownSince !== null && claimedAt >= after(notShownSince, GONE_AFTER_SECONDS)",
    broken: "order.retryCount >= 1",
    lost: "the time of empty answers: failures would count as such, and what Shopify does not show for a moment be canceled",
  },
  {
    file: "app/catalog/links/read-linked-variants.server.ts",
    guard: "error instanceof ReplyMisfit && error.unreadable !== null",
    broken: "false",
    lost: "the look at unreadable prices: the one that was read before would be taken for it",
  },
  {
    file: "app/orders/placing/decide-order.ts",
    guard: "if (test && !testApproved)",
    broken: "if (false)",
    lost: "the question about test orders: what no customer pays for would be bought",
  },
  {
    file: "app/orders/cancelling/cancel-at-supplier.server.ts",
    guard: "shown === 0 && ended.shipments.length === 0",
    broken: "true",
    lost: "the look at shipments: of what is cancelled after a part has left, nobody would hear of that part",
  },
];
