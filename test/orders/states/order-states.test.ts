import { describe, expect, it } from "vitest";

import { groupOf } from "../../../app/orders/states/order-group.ts";
import { mayMove, type OrderState, orderStates } from "../../../app/orders/states/order-state.ts";
import {
  helpOf,
  isEndedByUpdate,
  type ReasonCode,
  reasonCodes,
  reasonsThat,
  recheckSeconds,
} from "../../../app/orders/reasons/reason.ts";
import type { Wake } from "../../../app/orders/reasons/consequences.ts";
import type { FoundOrder } from "../../../app/orders/views/find-order.server.ts";
import { toShown } from "../../../app/routes/app.orders.$id/shown.ts";
import { after, now } from "../testing.ts";

const WAITING: OrderState[] = ["held", "ready"];
const AT_SUPPLIER: OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
const ENDED: OrderState[] = ["canceled", "rejected"];
/** States in which calls to the shop can fail. In doubt, only the supplier is called. */
const WORKED_ON: OrderState[] = [...WAITING, "placed", "partially_shipped", "shipped", ...ENDED];

/** In which states a reason can stand. One that is missing here does not compile. */
const standsIn: Record<ReasonCode, OrderState[]> = {
  ...by(
    ["not-connected", "ordering-paused", "ordering-paused-by-support", "ordering-paused-for-all"],
    ["held"],
  ),
  ...by(["not-confirmed", "unpaid", "on-hold"], ["held"]),
  ...by(["test-order", "price-unreadable", "stock-unreadable", "product-unreadable"], ["held"]),
  ...by(
    ["payment-not-shown", "not-shipped", "unlinked-variant", "account-changed", "no-sku", "no-quantity"],
    ["held"],
  ),
  ...by(
    [
      "no-address",
      "address-not-shown",
      "no-name",
      "no-street",
      "no-city",
      "no-postcode",
      "no-country",
      "unknown-province",
    ],
    ["held"],
  ),
  ...by(["texts-not-taken", "held-on-request"], ["held"]),
  ...by(["method-not-assigned", "method-not-offered", "note-not-taken", "note-too-long"], ["held"]),
  ...by(
    [
      "discontinued",
      "out-of-stock",
      "other-currency",
      "below-cost",
      "cost-rose",
      "already-ordered",
      "already-at-supplier",
      "service-gone",
      "service-replaced",
      "rejected",
      "ended-at-once",
    ],
    ["held"],
  ),
  ...by(["ordering-doubtful"], WAITING),
  ...by(["key-unauthorized"], [...WAITING, "placed"]),
  ...by(["key-not-opened"], [...WAITING, "in_doubt", "placed"]),
  ...by(["never-sent", "too-late", "proven-not-ordered", "confirmed-not-ordered"], ["ready"]),
  ...by(
    ["unclear", "abandoned", "found-dead", "found-different", "found-twice", "found-unreadable"],
    ["in_doubt"],
  ),
  ...by(["not-found", "accepted-before-records", "cannot-tell"], ["in_doubt"]),
  ...by(["found-for-earlier-request", "unreadable-for-earlier-request"], ["in_doubt"]),
  ...by(["supplier-unreachable", "supplier-rate-limited", "supplier-rejected"], [...WAITING, "placed"]),
  ...by(["supplier-unexpected-reply", "supplier-outcome-unknown"], [...WAITING, "placed"]),
  ...by(["shop-unreachable", "shop-rate-limited", "shop-rejected", "shop-unexpected-reply"], WORKED_ON),
  ...by(["shop-outcome-unknown", "permission-missing", "access-lost", "shop-gone"], WORKED_ON),
  ...by(["ours"], [...WORKED_ON, "in_doubt"]),
  ...by(["still-waiting"], WAITING),
  ...by(["not-accepted"], ["placed", "partially_shipped", "shipped"]),
  ...by(["not-declined"], [...WAITING, "placed"]),
  ...by(["request-gone"], ["placed"]),
  ...by(["part-not-requested"], WAITING),
  ...by(["request-rejected", "rejected-since-ended"], ["canceled"]),
  ...by(
    ["gone", "not-ours", "not-ordered-again", "canceled-unsent", "canceled", "canceled-at-supplier"],
    ["canceled"],
  ),
  ...by(["rejected-at-supplier"], ["rejected"]),
  ...by(
    ["not-canceled", "changed-in-shop", "update-differs", "unknown-to-supplier", "duplicate-at-supplier"],
    ["placed", "partially_shipped", "shipped"],
  ),
  ...by(["other-account"], ["placed", "partially_shipped", "shipped"]),
  ...by(["update-unreadable"], ["placed", "partially_shipped", "shipped"]),
  ...by(["rest-canceled"], ["partially_shipped"]),
  ...by(["shipment-not-shown", "differs-at-supplier"], AT_SUPPLIER),
  ...by(["canceled-after-shipping", "address-changed-too-late"], ["shipped", "delivered"]),
  ...by(["missing-ordered-again", "missing-not-allowed", "missing-not-ordered"], AT_SUPPLIER),
  ...by(["still-open-at-supplier"], [...ENDED, "partially_shipped"]),
};

function by<Code extends ReasonCode>(codes: Code[], states: OrderState[]): Record<Code, OrderState[]> {
  return Object.fromEntries(codes.map((code) => [code, states])) as Record<Code, OrderState[]>;
}

/** Every place where an order can stand. */
const places = [
  ...orderStates
    .filter((state) => !["held", "in_doubt"].includes(state))
    .map((state) => ({ state, reason: null })),
  ...reasonCodes.flatMap((reason) => standsIn[reason].map((state) => ({ state, reason }))),
];

type Place = (typeof places)[number];

const line = { lineItemId: "1", title: "Mug", quantity: 1 };
const DIFFERENCES: FoundOrder["differences"] = [
  { code: "orders.difference.missing", ...line },
  { code: "orders.difference.unpacked", ...line },
];

/** An order there, as a worker leaves it: due again where the reason, or the state, has it so. */
function orderAt({ state, reason }: Place): FoundOrder {
  const seconds = reason === null ? null : recheckSeconds(reason, { retryCount: 1 });
  const isDue = seconds !== null || state === "ready" || state === "placing";
  const isTracked = AT_SUPPLIER.includes(state) && state !== "delivered";
  const attempt = {
    id: "a",
    reference: "SB1-1-1",
    sends: true,
    startedAt: now,
    wordCountsFrom: now,
    outcomes: [],
  };
  return {
    id: "1",
    asOf: now,
    version: 1,
    stamp: "",
    shopOrderId: "gid://shopify/Order/1",
    fulfillmentOrderId: "gid://shopify/FulfillmentOrder/1",
    expectedShipAt: null,
    orderName: "#1001",
    state,
    reason,
    reasonParams: reason === "unpaid" ? { outstanding: { amount: "9.50", currency: "EUR" } } : {},
    acknowledgedReason: null,
    cancelRequestedAt: null,
    requestedAt: now,
    reasonSince: null,
    placedAt: isTracked ? now : null,
    cost: null,
    spent: null,
    retryCount: isDue ? 1 : 0,
    dueAt: isDue ? after(seconds ?? 60) : null,
    acceptance: AT_SUPPLIER.includes(state) ? "due" : isDue && ENDED.includes(state) ? "closing" : null,
    updateDueAt: isTracked ? after(60) : null,
    supplierOrderId: isTracked ? "W-1" : null,
    secondSupplierOrderId: null,
    brandingVersion: null,
    lines: [],
    shipments: [],
    attempts: [attempt],
    earlierAttempts: 0,
    expected: null,
    earned: null,
    chargedAnyway: null,
    itemsAre: "ordered",
    paid: null,
    profit: null,
    missingCost: null,
    siblings: [],
    isOfOtherAccount: reason === "other-account",
    isNumberTyped: false,
    differences: reason === "differs-at-supplier" ? DIFFERENCES : [],
    rules: null,
    shipmentDueAt: null,
    approvals: [],
    events: [],
    canLookUp: true,
  };
}

const WAKES = Object.fromEntries(
  (
    [
      "access-restored",
      "account-decided",
      "choices-changed",
      "connected",
      "ordering-resumed",
      "paid",
      "products-linked",
      "supplier-back",
      "doubts-ended",
      "support-resumed",
    ] as const
  ).map((wake) => [wake, reasonsThat(({ wokenBy }) => wokenBy?.includes(wake) === true)]),
) as Record<Wake, ReasonCode[]>;

/** Returns the events that move an order on from this state. */
function waysOn(place: Place) {
  const { state, reason } = place;
  const order = orderAt(place);
  const { can } = toShown(order, { connected: true });
  const seconds = reason === null ? null : recheckSeconds(reason, { retryCount: 0 });
  const time = [
    ...(state === "placing" ? ["its attempt ends within a minute"] : []),
    ...(reason === null && state === "ready" ? ["now"] : []),
    ...(seconds === null ? [] : [seconds === 0 ? "now" : `looked at again`]),
    ...(order.updateDueAt === null ? [] : ["the supplier's update"]),
  ];
  const events = [
    ...Object.entries(WAKES).flatMap(([wake, codes]) =>
      reason !== null && codes.includes(reason) ? [wake] : [],
    ),
    ...(reason !== null && isEndedByUpdate(reason) ? ["an update that fits"] : []),
    ...(ENDED.includes(state) ? ["a new request in Shopify"] : []),
  ];
  const buttons = Object.entries(can).flatMap(([button, offered]) => (offered ? [button] : []));
  return { time, events, buttons, order };
}

const isOver = (order: FoundOrder) => groupOf(order) === "completed";

describe("an order in any state with any reason", () => {
  it.each(places)(
    "continues by time, an event or a person, or is completed ($state because of $reason)",
    (place) => {
      const { time, events, buttons, order } = waysOn(place);
      expect(isOver(order) || [...time, ...events, ...buttons].length > 0).toBe(true);
    },
  );

  it.each(places)(
    "has a button, a link or a wake-up that helps if it needs the merchant's attention ($state because of $reason)",
    (place) => {
      const { buttons, order } = waysOn(place);
      const help = place.reason === null ? null : helpOf(place.reason);
      if (groupOf(order) !== "needs-attention") return;
      const leadsElsewhere = help !== null && ["settings", "links", "methods", "shop-order"].includes(help);
      const wakes = Object.values(WAKES).some(
        (codes) => place.reason !== null && codes.includes(place.reason),
      );
      expect(buttons.length > 0 || leadsElsewhere || wakes).toBe(true);
      if (help === "retry") expect(buttons).toContain("retry");
      if (help === "confirm") expect(buttons).toContain("confirm");
      if (help === "acknowledge") expect(buttons).toContain("acknowledge");
    },
  );

  it.each(places)(
    "offers a disconnected shop nothing that needs the supplier ($state because of $reason)",
    (place) => {
      const { can } = toShown(orderAt(place), { connected: false });
      const none = {
        retry: false,
        orderAnyway: null,
        sendUnpaid: null,
        sendTestOrder: false,
      };
      expect(can).toMatchObject({ ...none, requestUpdate: false });
      expect(can.cancel).toEqual(
        ["held", "ready"].includes(place.state) ? { code: "orders.cancel.unsent" } : null,
      );
    },
  );

  it("can reach an end state", () => {
    const ends = new Set<OrderState>(["delivered", ...ENDED]);
    for (let grown = true; grown;) {
      const next = orderStates.filter((from) => !ends.has(from) && [...ends].some((to) => mayMove(from, to)));
      for (const state of next) ends.add(state);
      grown = next.length > 0;
    }
    expect([...ends].toSorted()).toEqual([...orderStates].toSorted());
  });
});

it("matches docs/order-states.md", async () => {
  const cell = (words: string[]) => words.join(", ") || "–";
  const rows = places.map((place) => {
    const { time, events, buttons, order } = waysOn(place);
    const end = isOver(order) ? ["completed"] : [];
    return `| ${place.state} | ${place.reason ?? "–"} | ${cell([...end, ...time])} | ${cell(events)} | ${cell(buttons)} |`;
  });
  const page = [
    "# Where an order can stand, and what moves it on",
    "",
    "Drawn from `app/orders/states/order-state.ts`, `app/orders/reasons/reason.ts` and the buttons of the order's page by",
    "`test/orders/states/order-states.test.ts`, which fails if an order could get stuck. To draw it again:",
    "`npm run -s test:file -- test/orders/states/order-states.test.ts -u`.",
    "",
    "Stockbridge reports refunds and edits in the shop at once, and a changed address within five minutes. Shopify's topic",
    "`orders/updated` would report an address sooner. But Shopify sends it for every change of every order, even for our own",
    "fulfillments, and filters can test only the order, not what has changed.",
    "",
    "| state | reason | by time | by an event | by a person |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../../../docs/order-states.md");
});
