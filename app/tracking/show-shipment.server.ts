import type { Fulfillment, Shippable, Tracking } from "../shop/fulfillment.ts";
import { createFulfillment, readShippable, updateTracking } from "../shop/fulfillments.server.ts";
import { DEFAULT_LOCALE, translator } from "../messages/translate.ts";
import { backOffSeconds } from "../queue/back-off.ts";
import { findFulfillment, hasNumber, planFulfillment } from "./plan-fulfillment.ts";
import { type NotShown, sayNotShown } from "./say-parcel.ts";
import {
  type ClaimedShipment,
  markShown,
  recordRequested,
  postponeShipment,
  failShipment,
} from "./shipment-store.server.ts";

/** What the shop refuses may be due to something that changed as it was asked; more often than this it is not. */
const REFUSED_AT_MOST = 3;
const HOLD_SECONDS = 900;

/**
 * Has the shop show a parcel as a fulfilment, or corrects the one that shows it. The shop is looked at first: what it
 * shows already, be it that we asked for it and never heard of it, is not made again.
 */
export async function showShipment(claimed: ClaimedShipment, clock: () => Date): Promise<void> {
  const { shop, order, tracking, lines: parcel } = claimed;
  const read = await readShippable(shop, order.fulfillmentOrderId);
  if (read === null) return refuse(claimed, { kind: "nothing-left" }, clock());
  const others = claimed.others.map(({ fulfillmentId }) => fulfillmentId);
  const parcelAsKnown = { ...claimed, trackingNumber: tracking.number };
  const found = findFulfillment(parcelAsKnown, { fulfillments: read.fulfillments, others });
  if (found !== null) return correct(claimed, found, clock);
  if (claimed.fulfillmentId !== null) return refuse(claimed, { kind: "cancelled-there" }, clock());

  if (read.status === "on_hold" || read.status === "scheduled") return waitForHold(claimed, clock());
  // Until the request is accepted nothing can be shipped of it; that is under way.
  if (read.request === "submitted") return waitForAnswer(claimed, clock());
  const lines = planFulfillment(parcel, { ordered: order.lines, lines: read.lines });
  if (lines.length > 0) return create(claimed, { lines, read, clock });
  const shared = findShared(claimed, read);
  return shared === null
    ? refuse(claimed, { kind: "nothing-left" }, clock())
    : correct(claimed, shared, clock);
}

async function create(
  claimed: ClaimedShipment,
  { lines, read, clock }: { lines: ReturnType<typeof planFulfillment>; read: Shippable; clock: () => Date },
): Promise<void> {
  const { shop, order, tracking, retryCount } = claimed;
  const beside = read.fulfillments.map(({ id }) => id);
  if (!(await recordRequested(claimed, { number: tracking.number, lines, beside }))) return;
  // A process that stood still meanwhile must not ask for what somebody else may be about to ask for.
  if (clock() >= claimed.deadline) return;
  const made = await createFulfillment(shop, {
    fulfillmentOrderId: order.fulfillmentOrderId,
    lines: lines.map(({ id, quantity }) => ({ id, quantity })),
    tracking: tracking.number === null ? null : tracking,
  });
  const now = clock();
  if (made.kind === "created") return markShown(claimed, { fulfillmentId: made.id, now });
  await recordRequested(claimed, null);
  if (retryCount + 1 >= REFUSED_AT_MOST)
    return refuse(claimed, { kind: "refused", said: translator(DEFAULT_LOCALE)(made.problem) }, now);
  await postponeShipment(claimed, {
    said: translator(DEFAULT_LOCALE)(made.problem),
    until: later(now, backOffSeconds(retryCount)),
  });
}

/** Has a fulfilment that stands show what is known of the parcel, and of others that share it. */
async function correct(claimed: ClaimedShipment, found: Fulfillment, clock: () => Date): Promise<void> {
  const { shop, tracking, fulfillmentId } = claimed;
  const sharing = claimed.others.filter((each) => each.fulfillmentId === found.id);
  const wanted = [...sharing.map((each) => each.tracking), tracking].filter(({ number }) => number !== null);
  const isNew = wanted.some(({ number }) => !hasNumber(found, number));
  // What was found by its number shows it; how else it is shown there is the merchant's, if it is theirs.
  const isShown = fulfillmentId === null ? !isNew : wanted.every((each) => shows(found, each));
  if (!isShown) {
    const updated = await updateTracking(shop, { id: found.id, tracking: wanted, notifyCustomer: isNew });
    if (updated.kind === "user-errors") {
      return refuse(claimed, { kind: "refused", said: translator(DEFAULT_LOCALE)(updated.problem) }, clock());
    }
  }
  await markShown(claimed, { fulfillmentId: found.id, now: clock() });
}

/** Where the shop makes an address of its own for want of ours, that is not another one. */
function shows({ tracking }: Fulfillment, { company, number, url }: Tracking): boolean {
  return tracking.some(
    (each) => each.number === number && each.company === company && (url === null || each.url === url),
  );
}

/**
 * The fulfilment that must hold the parcel as well, where nothing is left for one of its own: that which has its number,
 * or, for a parcel of which nobody says what is in it, the last one that took all that was left.
 */
function findShared({ tracking, lines, others }: ClaimedShipment, read: Shippable): Fulfillment | null {
  const standing = read.fulfillments.filter(({ stands }) => stands);
  const numbered = standing.find((each) => hasNumber(each, tracking.number));
  if (numbered || lines.length > 0) return numbered ?? null;
  const ours = standing.filter(({ id }) => others.some(({ fulfillmentId }) => fulfillmentId === id));
  return ours.at(-1) ?? null;
}

function refuse(claimed: ClaimedShipment, why: NotShown, now: Date): Promise<void> {
  return failShipment(claimed, { said: sayNotShown(why, claimed.tracking), now });
}

function waitForHold(claimed: ClaimedShipment, now: Date): Promise<void> {
  const said = sayNotShown({ kind: "on-hold" }, claimed.tracking);
  return postponeShipment(claimed, { said, until: later(now, HOLD_SECONDS), tellAt: now });
}

function waitForAnswer(claimed: ClaimedShipment, now: Date): Promise<void> {
  const said = "Shopify is told that the supplier took the order first.";
  return postponeShipment(claimed, { said, until: later(now, backOffSeconds(claimed.retryCount)) });
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
